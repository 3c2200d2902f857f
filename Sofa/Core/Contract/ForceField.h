// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Core/Contract/MechanicalParams.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::core {

class StiffnessMatrix;
class DampingMatrix;
class LocalStiffness;
class MatrixProbe;

/// Which tangent a force field fixes.
enum class Linearisation {
  exact,             ///< the derivative of the force, or the approximation of it that the component documents
  positiveDefinite,  ///< without what would make -df/dx indefinite, element by element
};

/// Adds forces to one or several states, and their tangents: as products with displacements (accumulateDForce), as
/// matrices (buildStiffnessMatrix), or both. A component that has only one of the two gets the other from it.
///
/// Forces and energies are functions of the positions and velocities they are given: evaluating them changes nothing
/// that is evaluated later. Tangents belong to the point where they were fixed last, by lineariseAt() or
/// accumulateForceAndLinearise() (docs/manual/evaluation.md).
class BaseForceField : public Component {
 public:
  Data<double> d_rayleighStiffness{this, "rayleighStiffness", 0.0,
                                   "Rayleigh damping: part of the stiffness that acts on velocities (s)"};

  BaseForceField();
  ~BaseForceField() override;

  /// f += forces at params.x, params.v.
  virtual void accumulateForce(const MechanicalParams& params, VecDerivId f) = 0;
  /// Fixes params.x, params.v as the point of products and matrices, until the next call.
  virtual void lineariseAt(const MechanicalParams&, Linearisation) { tangentChanged(); }
  /// Both at once: what implicit solvers call.
  virtual void accumulateForceAndLinearise(const MechanicalParams& params, VecDerivId f, Linearisation kind) {
    accumulateForce(params, f);
    lineariseAt(params, kind);
  }
  /// df += kFactor df/dx dx + bFactor df/dv dx, where kFactor includes this component's Rayleigh damping.
  virtual void accumulateDForce(const MechanicalParams& params, VecDerivId df) = 0;
  /// Adds df/dx, without factors.
  virtual void buildStiffnessMatrix(StiffnessMatrix* matrix);
  /// Adds df/dv.
  virtual void buildDampingMatrix(DampingMatrix*) {}
  /// Potential energy at params.x (J); none if the component has none, or does not know it. Not const: as for forces,
  /// what the component keeps may have to follow a changed mesh first.
  virtual std::optional<double> potentialEnergy(const MechanicalParams&) { return {}; }
  /// Whether the force is minus the gradient of the potential energy, so that an energy that falls means a solution
  /// that comes closer. It is not where rotations of elements are taken from some of the nodes, for one: the energy is
  /// then what is stored, and nothing can be minimised by it.
  virtual bool isConservative() const { return true; }
  /// What stays as it is for the whole step (a lagged friction, a plastic strain) is taken from params.x, params.v.
  /// Solvers call it once, before the first force of a step.
  virtual void beginStep(const MechanicalParams&) {}
  /// How much of the increment params.dx may be added to params.x: a factor in [0, 1].
  virtual double longestStep(const MechanicalParams&) { return 1; }
  /// The states it acts on, in order.
  virtual std::vector<BaseState*> states() const = 0;
  /// Forces between states that may lie in different nodes.
  virtual bool isInteraction() const { return false; }

  double stiffnessFactor(const MechanicalParams& params) const {
    return params.kFactor + params.bFactor * d_rayleighStiffness.value();
  }

 protected:
  /// df += kFactor df/dx dx with the matrix of buildStiffnessMatrix: the product of a component that has none. One
  /// vector per state, in the order of states().
  void addStiffnessProduct(std::initializer_list<std::span<const double>> dx,
                           std::initializer_list<std::span<double>> df, double kFactor);
  /// The matrix behind addStiffnessProduct is built anew at its next use. lineariseAt() says so; an override must too.
  void tangentChanged() { m_tangentChanged = true; }

 private:
  void tellNoTangent();

  std::unique_ptr<LocalStiffness> m_local;
  std::shared_ptr<MatrixProbe> m_probe;
  bool m_tangentChanged = true;
  bool m_asked = false;  ///< one of the two defaults asks the other: neither may be there
  bool m_toldNoTangent = false;
};

/// A force field on one state. A component implements addForce, and linearise unless its tangent is
/// constant, on plain vectors; it sees no ids and no factors but one.
template <class DataTypes>
class ForceField : public BaseForceField {
 public:
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;

  Link<State<DataTypes>> l_mstate{this, "mstate", "state the forces act on; default: the one visible from this node"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(Node& node, const ComponentDescription& description, std::string& why) {
    return checkState<DataTypes>(node, description, "mstate", why);
  }

  State<DataTypes>* mstate() const { return l_mstate.get(); }
  void init() override { requireState(*this, l_mstate); }

  /// f += force(x, v).
  virtual void addForce(const MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) = 0;
  /// Fixes (x, v) as the point of addDForce and buildStiffnessMatrix. Nothing to do where the tangent is constant.
  virtual void linearise(const MechanicalParams&, const VecCoord& /*x*/, const VecDeriv& /*v*/, Linearisation) {}
  /// Both at once, where they share work.
  virtual void addForceAndLinearise(const MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                                    Linearisation kind) {
    addForce(params, f, x, v);
    linearise(params, x, v, kind);
  }
  /// df += kFactor df/dx dx, with the tangent of the last linearise().
  virtual void addDForce(const MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) {
    addStiffnessProduct({flatten(dx)}, {flatten(df)}, kFactor);
  }
  /// How much of dx may be added to x: a factor in [0, 1].
  virtual double maxStep(const VecCoord& /*x*/, const VecDeriv& /*dx*/) { return 1; }

  void accumulateForce(const MechanicalParams& params, VecDerivId f) override {
    if (l_mstate) addForce(params, l_mstate->writeDerivs(f), l_mstate->coords(params.x), l_mstate->derivs(params.v));
  }
  void lineariseAt(const MechanicalParams& params, Linearisation kind) override {
    if (!l_mstate) return;
    tangentChanged();
    linearise(params, l_mstate->coords(params.x), l_mstate->derivs(params.v), kind);
  }
  void accumulateForceAndLinearise(const MechanicalParams& params, VecDerivId f, Linearisation kind) override {
    if (!l_mstate) return;
    tangentChanged();
    addForceAndLinearise(params, l_mstate->writeDerivs(f), l_mstate->coords(params.x), l_mstate->derivs(params.v),
                         kind);
  }
  void accumulateDForce(const MechanicalParams& params, VecDerivId df) override {
    if (!l_mstate) return;
    addDForce(params, l_mstate->writeDerivs(df), l_mstate->derivs(params.dx), stiffnessFactor(params));
  }
  double longestStep(const MechanicalParams& params) override {
    return l_mstate ? maxStep(l_mstate->coords(params.x), l_mstate->derivs(params.dx)) : 1;
  }
  std::vector<BaseState*> states() const override { return {l_mstate.get()}; }
  void computeBoundingBox() override {
    if (!l_mstate) return;
    auto& box = d_bbox.edit();
    l_mstate->includePoints(box, vec::position);
  }
};

/// A force field between two states of the same type (which may be one and the same).
template <class DataTypes>
class PairForceField : public BaseForceField {
 public:
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;

  Link<State<DataTypes>> l_object1{this, "object1", "first state"};
  Link<State<DataTypes>> l_object2{this, "object2", "second state"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(Node& node, const ComponentDescription& description, std::string& why) {
    return checkState<DataTypes>(node, description, "object1", why) &&
           checkState<DataTypes>(node, description, "object2", why);
  }

  bool isInteraction() const override { return true; }
  void init() override {
    if (requireState(*this, l_object1)) requireState(*this, l_object2);
  }

  /// f1, f2 += forces at (x1, v1), (x2, v2).
  virtual void addForce(const MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                        const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2) = 0;
  /// Fixes the point of addDForce and buildStiffnessMatrix. Nothing to do where the tangent is constant.
  virtual void linearise(const MechanicalParams&, const VecCoord& /*x1*/, const VecCoord& /*x2*/,
                         const VecDeriv& /*v1*/, const VecDeriv& /*v2*/, Linearisation) {}
  /// Both at once, where they share work.
  virtual void addForceAndLinearise(const MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                                    const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2, Linearisation kind) {
    addForce(params, f1, f2, x1, x2, v1, v2);
    linearise(params, x1, x2, v1, v2, kind);
  }
  /// df1, df2 += (kFactor df/dx + bFactor df/dv) (dx1, dx2), with the tangent of the last linearise().
  virtual void addDForce(const MechanicalParams&, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1,
                         const VecDeriv& dx2, double kFactor, double /*bFactor*/) {
    addStiffnessProduct({flatten(dx1), flatten(dx2)}, {flatten(df1), flatten(df2)}, kFactor);
  }

  void accumulateForce(const MechanicalParams& params, VecDerivId f) override {
    if (!l_object1 || !l_object2) return;
    addForce(params, l_object1->writeDerivs(f), l_object2->writeDerivs(f), l_object1->coords(params.x),
             l_object2->coords(params.x), l_object1->derivs(params.v), l_object2->derivs(params.v));
  }
  void lineariseAt(const MechanicalParams& params, Linearisation kind) override {
    if (!l_object1 || !l_object2) return;
    tangentChanged();
    linearise(params, l_object1->coords(params.x), l_object2->coords(params.x), l_object1->derivs(params.v),
              l_object2->derivs(params.v), kind);
  }
  void accumulateForceAndLinearise(const MechanicalParams& params, VecDerivId f, Linearisation kind) override {
    if (!l_object1 || !l_object2) return;
    tangentChanged();
    addForceAndLinearise(params, l_object1->writeDerivs(f), l_object2->writeDerivs(f), l_object1->coords(params.x),
                         l_object2->coords(params.x), l_object1->derivs(params.v), l_object2->derivs(params.v), kind);
  }
  void accumulateDForce(const MechanicalParams& params, VecDerivId df) override {
    if (!l_object1 || !l_object2) return;
    // A state that another solver moves has no increment here: its vectors are made, and stay zero.
    for (auto* state : {l_object1.get(), l_object2.get()}) {
      state->allocate(params.dx);
      state->allocate(df);
    }
    addDForce(params, l_object1->writeDerivs(df), l_object2->writeDerivs(df), l_object1->derivs(params.dx),
              l_object2->derivs(params.dx), stiffnessFactor(params), params.bFactor);
  }
  std::vector<BaseState*> states() const override { return {l_object1.get(), l_object2.get()}; }
};

}  // namespace sofa::core
