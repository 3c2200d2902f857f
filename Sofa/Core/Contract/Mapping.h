// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MechanicalParams.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::core {

class JacobianMatrix;
class GeometricStiffnessMatrix;
class MatrixProbe;

/// Computes output states from input states: x_out = map(x_in), v_out = J v_in, f_in += J^T f_out.
class BaseMapping : public Component {
 public:
  Data<bool> d_mapForces{this, "mapForces", true, "if false, forces of the output do not reach the input"};
  Data<bool> d_mapConstraints{this, "mapConstraints", true,
                              "if false, constraints of the output do not reach the input"};
  Data<bool> d_mapMasses{this, "mapMasses", true, "if false, masses of the output do not reach the input"};
  Data<bool> d_mapMatrices{this, "mapMatrices", false,
                           "kept for scenes that set it; assembled systems decide by themselves"};
  Data<bool> d_applyRestPosition{this, "applyRestPosition", false,
                                 "if true, rest positions are mapped at initialisation too"};

  virtual std::vector<BaseState*> inputs() const = 0;
  virtual std::vector<BaseState*> outputs() const = 0;
  /// True if every output is mechanical. Otherwise the mapping moves a visual model and is skipped by solvers.
  bool isMechanical() const;
  virtual bool isLinear() const { return false; }
  /// Whether the forces on its outputs may have a geometric stiffness.
  virtual bool hasGeometricStiffness() const { return !isLinear(); }
  /// Multipliers of the last solve pull on the outputs, with vec::multiplierForce.
  bool isPulledByMultipliers() const { return m_pulled; }
  void setPulledByMultipliers(bool pulled) { m_pulled = pulled; }
  /// For outputs that are others now, or were away while something else was solved.
  void forgetMultipliers();

  virtual void mapPositions(VecCoordId out, VecCoordId in) = 0;
  virtual void mapVelocities(VecDerivId out, VecDerivId in) = 0;
  /// in += J^T out.
  virtual void accumulateForces(VecDerivId in, VecDerivId out) = 0;
  /// dfIn += kFactor (dJ^T/dx childForce) dx_in, with the forces `childForce` on the outputs: the geometric stiffness;
  /// nothing for linear mappings.
  virtual void applyDJT(const MechanicalParams&, VecDerivId /*dfIn*/, VecDerivId /*childForce*/) {
    m_hasGeometricStiffness = false;
  }
  /// Sets J, block by block (output, input); by default found from mapVelocities, which is slow for large inputs.
  virtual void buildJacobian(JacobianMatrix* jacobian);
  /// Changes whenever J does, of mappings whose J seldom changes: assembled systems then keep it. 0: it may change with
  /// every apply.
  virtual std::size_t jacobianRevision() const { return 0; }
  /// Adds dJ^T/dx childForce, without factor; by default found from applyDJT.
  virtual void buildGeometricStiffnessMatrix(GeometricStiffnessMatrix* matrix, VecDerivId childForce);

  /// First steps of every mapping's initialisation: flags for visual outputs, then positions, velocities, rest
  /// positions.
  void init() override;
  bool isInitialised() const { return m_initialised; }

 protected:
  /// Legacy isMechanical="0|1" sets the three flags.
  void parseExtra(ComponentDescription& description) override;

 private:
  std::shared_ptr<MatrixProbe> m_jacobianProbe, m_geometryProbe;
  bool m_initialised = false, m_pulled = false;
  bool m_hasGeometricStiffness = true;  ///< false once the applyDJT that does nothing was called
};

/// One input, one output. A component implements the maps on plain vectors.
template <class In, class Out>
class Mapping : public BaseMapping {
 public:
  using InCoord = typename In::Coord;
  using InDeriv = typename In::Deriv;
  using OutCoord = typename Out::Coord;
  using OutDeriv = typename Out::Deriv;
  using InVecCoord = typename In::VecCoord;
  using InVecDeriv = typename In::VecDeriv;
  using OutVecCoord = typename Out::VecCoord;
  using OutVecDeriv = typename Out::VecDeriv;

  Link<State<In>> l_input{this, "input", "state that drives the mapping; default: the parent node's"};
  Link<State<Out>> l_output{this, "output", "state that is driven; default: this node's"};

  static std::string staticTemplateName() { return std::string(In::name()) + "," + Out::name(); }
  static bool canCreate(Node& node, const ComponentDescription& description, std::string& why) {
    const auto resolve = [&](std::string_view attribute, std::string_view fallback, const auto& fits) {
      return findState(node, description.has(attribute) ? std::string_view(description.get(attribute)) : fallback,
                       fits);
    };
    const auto* in =
        resolve("input", "@../", [](const BaseState& s) { return dynamic_cast<const State<In>*>(&s) != nullptr; });
    const auto* out =
        resolve("output", "@./", [](const BaseState& s) { return dynamic_cast<const State<Out>*>(&s) != nullptr; });
    if (!in)
      why = fmt::format(
          "Data attribute 'input' does not point to a mechanical state of data type '{}' and none can be found in the "
          "parent node context.",
          In::name());
    else if (!out)
      why = fmt::format(
          "Data attribute 'output' does not point to a mechanical state of data type '{}' and none can be found in "
          "this node.",
          Out::name());
    else if (static_cast<const BaseState*>(in) == static_cast<const BaseState*>(out))
      why = fmt::format("Both the input and the output point to the same mechanical state ('{}').", in->name());
    else
      return true;
    return false;
  }

  std::vector<BaseState*> inputs() const override { return {l_input.get()}; }
  std::vector<BaseState*> outputs() const override { return {l_output.get()}; }

  virtual void apply(OutVecCoord& out, const InVecCoord& in) = 0;
  virtual void applyJ(OutVecDeriv& out, const InVecDeriv& in) = 0;
  /// in += J^T out.
  virtual void applyJT(InVecDeriv& in, const OutVecDeriv& out) = 0;

  void mapPositions(VecCoordId out, VecCoordId in) override {
    if (l_input && l_output) apply(l_output->writeCoords(out), l_input->coords(in));
  }
  void mapVelocities(VecDerivId out, VecDerivId in) override {
    if (l_input && l_output && l_output->isMechanical()) applyJ(l_output->writeDerivs(out), l_input->derivs(in));
  }
  void accumulateForces(VecDerivId in, VecDerivId out) override {
    if (l_input && l_output && l_output->isMechanical()) applyJT(l_input->writeDerivs(in), l_output->derivs(out));
  }

 protected:
  void parseExtra(ComponentDescription& description) override {
    BaseMapping::parseExtra(description);
    const auto fallback = [&](auto& link, std::string_view path) {
      std::string ignored;
      if (!link.isGiven()) link.read(path, &ignored);
    };
    fallback(l_input, "@../");
    fallback(l_output, "@./");
  }
};

}  // namespace sofa::core
