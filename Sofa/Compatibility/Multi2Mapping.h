// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Mapping.h"
#include "Sofa/Compatibility/StateLinks.h"

namespace sofa::core {

/// A mapping from states of two types, several of each, with the signatures of SOFA v26.06. Assembled systems find its
/// matrix from applyJ, column by column.
template <class TIn1, class TIn2, class TOut>
class Multi2Mapping : public compatibility::Author<BaseMapping> {
  template <class T>
  using Links = compatibility::StateLinks<T>;

 public:
  using In1 = TIn1;
  using In2 = TIn2;
  using Out = TOut;
  using In1VecCoord = typename In1::VecCoord;
  using In1VecDeriv = typename In1::VecDeriv;
  using In1MatrixDeriv = typename In1::MatrixDeriv;
  using In2VecCoord = typename In2::VecCoord;
  using In2VecDeriv = typename In2::VecDeriv;
  using In2MatrixDeriv = typename In2::MatrixDeriv;
  using OutVecCoord = typename Out::VecCoord;
  using OutVecDeriv = typename Out::VecDeriv;
  using OutMatrixDeriv = typename Out::MatrixDeriv;
  using In1DataVecCoord = sofa::Data<In1VecCoord>;
  using In1DataVecDeriv = sofa::Data<In1VecDeriv>;
  using In1DataMatrixDeriv = sofa::Data<In1MatrixDeriv>;
  using In2DataVecCoord = sofa::Data<In2VecCoord>;
  using In2DataVecDeriv = sofa::Data<In2VecDeriv>;
  using In2DataMatrixDeriv = sofa::Data<In2MatrixDeriv>;
  using OutDataVecCoord = sofa::Data<OutVecCoord>;
  using OutDataVecDeriv = sofa::Data<OutVecDeriv>;
  using OutDataMatrixDeriv = sofa::Data<OutMatrixDeriv>;

  MultiLink<State<In1>> l_input1{this, "input1", "states of the first type that drive the mapping"};
  MultiLink<State<In2>> l_input2{this, "input2", "states of the second type that drive the mapping"};
  MultiLink<State<Out>> l_output{this, "output", "states that are driven"};
  Links<In1> fromModels1{l_input1};
  Links<In2> fromModels2{l_input2};
  Links<Out> toModels{l_output};

  void addInputModel1(State<In1>* state) { fromModels1.add(state); }
  void addInputModel2(State<In2>* state) { fromModels2.add(state); }
  void addOutputModel(State<Out>* state) { toModels.add(state); }
  const Links<In1>& getFromModels1() const { return fromModels1; }
  const Links<In2>& getFromModels2() const { return fromModels2; }
  const Links<Out>& getToModels() const { return toModels; }

  static std::string staticTemplateName() { return In1::Name() + "," + In2::Name() + "," + Out::Name(); }

  virtual void apply(const MechanicalParams* mparams, const std::vector<OutDataVecCoord*>& out,
                     const std::vector<const In1DataVecCoord*>& in1,
                     const std::vector<const In2DataVecCoord*>& in2) = 0;
  virtual void applyJ(const MechanicalParams* mparams, const std::vector<OutDataVecDeriv*>& out,
                      const std::vector<const In1DataVecDeriv*>& in1,
                      const std::vector<const In2DataVecDeriv*>& in2) = 0;
  /// in += J^T out.
  virtual void applyJT(const MechanicalParams* mparams, const std::vector<In1DataVecDeriv*>& in1,
                       const std::vector<In2DataVecDeriv*>& in2, const std::vector<const OutDataVecDeriv*>& out) = 0;
  /// Not called: constraints are carried by the matrix.
  virtual void applyJT(const ConstraintParams*, const std::vector<In1DataMatrixDeriv*>&,
                       const std::vector<In2DataMatrixDeriv*>&, const std::vector<const OutDataMatrixDeriv*>&) {}
  virtual void applyDJT(const MechanicalParams* mparams, MultiVecDerivId parentForce, ConstMultiVecDerivId childForce) {
    BaseMapping::applyDJT(*mparams, parentForce, childForce);
  }

  void init() override {
    m_isComplete = fromModels1.areFound() && fromModels2.areFound() && toModels.areFound();
    if (!m_isComplete) this->error("input1, input2 and output have to name states: nothing is mapped.");
    BaseMapping::init();
  }
  std::vector<BaseState*> inputs() const override {
    std::vector<BaseState*> all;
    fromModels1.appendTo(all);
    fromModels2.appendTo(all);
    return all;
  }
  std::vector<BaseState*> outputs() const override {
    std::vector<BaseState*> all;
    toModels.appendTo(all);
    return all;
  }

  void mapPositions(VecCoordId out, VecCoordId in) final {
    if (!m_isComplete) return;
    const MechanicalParams params;
    auto results = toModels.template data<OutVecCoord>([&](auto& state) { return &state.writeCoords(out); });
    auto first = fromModels1.template data<In1VecCoord>([&](auto& s) { return &s.coords(in); });
    auto second = fromModels2.template data<In2VecCoord>([&](auto& s) { return &s.coords(in); });
    using compatibility::pointersTo;
    apply(&params, pointersTo<OutDataVecCoord*>(results), pointersTo<const In1DataVecCoord*>(first),
          pointersTo<const In2DataVecCoord*>(second));
  }
  void mapVelocities(VecDerivId out, VecDerivId in) final {
    if (!m_isComplete) return;
    const MechanicalParams params;
    auto results = toModels.template data<OutVecDeriv>([&](auto& state) { return &state.writeDerivs(out); });
    auto first = fromModels1.template data<In1VecDeriv>([&](auto& s) { return &s.derivs(in); });
    auto second = fromModels2.template data<In2VecDeriv>([&](auto& s) { return &s.derivs(in); });
    using compatibility::pointersTo;
    applyJ(&params, pointersTo<OutDataVecDeriv*>(results), pointersTo<const In1DataVecDeriv*>(first),
           pointersTo<const In2DataVecDeriv*>(second));
  }
  void accumulateForces(VecDerivId in, VecDerivId out) final {
    if (!m_isComplete) return;
    const MechanicalParams params;
    auto results = toModels.template data<OutVecDeriv>([&](auto& s) { return &s.derivs(out); });
    auto first = fromModels1.template data<In1VecDeriv>([&](auto& state) { return &state.writeDerivs(in); });
    auto second = fromModels2.template data<In2VecDeriv>([&](auto& state) { return &state.writeDerivs(in); });
    using compatibility::pointersTo;
    applyJT(&params, pointersTo<In1DataVecDeriv*>(first), pointersTo<In2DataVecDeriv*>(second),
            pointersTo<const OutDataVecDeriv*>(results));
  }
  void applyDJT(const MechanicalParams& params, VecDerivId dfIn, VecDerivId childForce) final {
    if (m_isComplete) applyDJT(&params, dfIn, childForce);
  }

 private:
  bool m_isComplete = false;
};

}  // namespace sofa::core
