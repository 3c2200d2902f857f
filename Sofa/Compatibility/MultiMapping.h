// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Mapping.h"
#include "Sofa/Compatibility/StateLinks.h"

namespace sofa::core {

/// A mapping from several states of one type, with the signatures of SOFA v26.06. Assembled systems find its
/// matrix from applyJ, column by column.
template <class TIn, class TOut>
class MultiMapping : public compatibility::Author<BaseMapping> {
  template <class T>
  using Links = compatibility::StateLinks<T>;

 public:
  using In = TIn;
  using Out = TOut;
  using InVecCoord = typename In::VecCoord;
  using InVecDeriv = typename In::VecDeriv;
  using InMatrixDeriv = typename In::MatrixDeriv;
  using OutVecCoord = typename Out::VecCoord;
  using OutVecDeriv = typename Out::VecDeriv;
  using OutMatrixDeriv = typename Out::MatrixDeriv;
  using InDataVecCoord = sofa::Data<InVecCoord>;
  using InDataVecDeriv = sofa::Data<InVecDeriv>;
  using InDataMatrixDeriv = sofa::Data<InMatrixDeriv>;
  using OutDataVecCoord = sofa::Data<OutVecCoord>;
  using OutDataVecDeriv = sofa::Data<OutVecDeriv>;
  using OutDataMatrixDeriv = sofa::Data<OutMatrixDeriv>;

  MultiLink<State<In>> l_input{this, "input", "states that drive the mapping"};
  MultiLink<State<Out>> l_output{this, "output", "states that are driven"};
  Links<In> fromModels{l_input};
  Links<Out> toModels{l_output};

  void addInputModel(State<In>* state) { fromModels.add(state); }
  void addOutputModel(State<Out>* state) { toModels.add(state); }
  const Links<In>& getFromModels() const { return fromModels; }
  const Links<Out>& getToModels() const { return toModels; }

  static std::string staticTemplateName() { return In::Name() + "," + Out::Name(); }

  virtual void apply(const MechanicalParams* mparams, const std::vector<OutDataVecCoord*>& out,
                     const std::vector<const InDataVecCoord*>& in) = 0;
  virtual void applyJ(const MechanicalParams* mparams, const std::vector<OutDataVecDeriv*>& out,
                      const std::vector<const InDataVecDeriv*>& in) = 0;
  /// in += J^T out.
  virtual void applyJT(const MechanicalParams* mparams, const std::vector<InDataVecDeriv*>& in,
                       const std::vector<const OutDataVecDeriv*>& out) = 0;
  /// Not called: constraints are carried by the matrix.
  virtual void applyJT(const ConstraintParams*, const std::vector<InDataMatrixDeriv*>&,
                       const std::vector<const OutDataMatrixDeriv*>&) {}
  virtual void applyDJT(const MechanicalParams* mparams, MultiVecDerivId parentForce, ConstMultiVecDerivId childForce) {
    BaseMapping::applyDJT(*mparams, parentForce, childForce);
  }

  void init() override {
    m_isComplete = fromModels.areFound() && toModels.areFound();
    if (!m_isComplete) this->error("input and output have to name states: nothing is mapped.");
    BaseMapping::init();
  }
  std::vector<BaseState*> inputs() const override {
    std::vector<BaseState*> all;
    fromModels.appendTo(all);
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
    auto first = fromModels.template data<InVecCoord>([&](auto& s) { return &s.coords(in); });
    using compatibility::pointersTo;
    apply(&params, pointersTo<OutDataVecCoord*>(results), pointersTo<const InDataVecCoord*>(first));
  }
  void mapVelocities(VecDerivId out, VecDerivId in) final {
    if (!m_isComplete) return;
    const MechanicalParams params;
    auto results = toModels.template data<OutVecDeriv>([&](auto& state) { return &state.writeDerivs(out); });
    auto first = fromModels.template data<InVecDeriv>([&](auto& s) { return &s.derivs(in); });
    using compatibility::pointersTo;
    applyJ(&params, pointersTo<OutDataVecDeriv*>(results), pointersTo<const InDataVecDeriv*>(first));
  }
  void accumulateForces(VecDerivId in, VecDerivId out) final {
    if (!m_isComplete) return;
    const MechanicalParams params;
    auto results = toModels.template data<OutVecDeriv>([&](auto& s) { return &s.derivs(out); });
    auto first = fromModels.template data<InVecDeriv>([&](auto& state) { return &state.writeDerivs(in); });
    using compatibility::pointersTo;
    applyJT(&params, pointersTo<InDataVecDeriv*>(first), pointersTo<const OutDataVecDeriv*>(results));
  }
  void applyDJT(const MechanicalParams& params, VecDerivId dfIn, VecDerivId childForce) final {
    if (m_isComplete) applyDJT(&params, dfIn, childForce);
  }

 private:
  bool m_isComplete = false;
};

}  // namespace sofa::core
