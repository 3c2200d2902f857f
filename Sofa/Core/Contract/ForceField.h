#pragma once
#include "Sofa/Core/Contract/MechanicalParams.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::core {

class StiffnessMatrix;
class DampingMatrix;
class LocalStiffness;
class MatrixProbe;

/// Adds forces to one or several states, and their tangents: as products with displacements (addDForce), as matrices
/// (buildStiffnessMatrix), or both. A component that has only one of the two gets the other from it.
class BaseForceField : public Component {
 public:
  Data<double> d_rayleighStiffness{this, "rayleighStiffness", 0.0,
                                   "Rayleigh damping: part of the stiffness that acts on velocities (s)"};

  BaseForceField();
  ~BaseForceField() override;

  /// f += forces at params.x, params.v.
  virtual void addForce(const MechanicalParams& params, VecDerivId f) = 0;
  /// df += kFactor df/dx dx + bFactor df/dv dx, where kFactor includes this component's Rayleigh damping.
  virtual void addDForce(const MechanicalParams& params, VecDerivId df) = 0;
  /// Adds df/dx at the x of the last addForce, without factors (sheet 02 §8).
  virtual void buildStiffnessMatrix(StiffnessMatrix* matrix);
  /// Adds df/dv.
  virtual void buildDampingMatrix(DampingMatrix*) {}
  /// Potential energy at params.x (J); unknown unless a component says otherwise.
  virtual double potentialEnergy(const MechanicalParams&) const { return 0; }
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
  /// To be called when positions changed: the matrix behind addStiffnessProduct is then built anew.
  void tangentChanged() { m_tangentChanged = true; }

 private:
  void tellNoTangent();

  std::unique_ptr<LocalStiffness> m_local;
  std::shared_ptr<MatrixProbe> m_probe;
  bool m_tangentChanged = true;
  bool m_asked = false;  ///< one of the two defaults asks the other: neither may be there
  bool m_toldNoTangent = false;
};

/// A force field on one state. A component implements addForce on plain vectors; it sees no ids and no factors but one.
template <class DataTypes>
class ForceField : public BaseForceField {
 public:
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;

  Link<State<DataTypes>> l_mstate{this, "mstate", "state the forces act on; default: the one visible from this node"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(Context& node, const ComponentDescription& description, std::string& why) {
    return checkState<DataTypes>(node, description, "mstate", why);
  }

  State<DataTypes>* mstate() const { return l_mstate.get(); }
  void init() override {
    if (!l_mstate) l_mstate.set(dynamic_cast<State<DataTypes>*>(mechanicalState(*context())));
    if (!l_mstate) {
      error("No mechanical state of type {} is visible from this node: add a MechanicalObject or set mstate.",
            DataTypes::name());
      setInvalid();
    }
  }

  /// f += force(x, v).
  virtual void addForce(const MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) = 0;
  /// df += kFactor df/dx(x) dx, at the x of the last addForce.
  virtual void addDForce(const MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) {
    addStiffnessProduct({flatten(dx)}, {flatten(df)}, kFactor);
  }

  void addForce(const MechanicalParams& params, VecDerivId f) override {
    if (!l_mstate) return;
    tangentChanged();
    addForce(params, l_mstate->writeDerivs(f), l_mstate->coords(params.x), l_mstate->derivs(params.v));
  }
  void addDForce(const MechanicalParams& params, VecDerivId df) override {
    if (!l_mstate) return;
    addDForce(params, l_mstate->writeDerivs(df), l_mstate->derivs(params.dx), stiffnessFactor(params));
  }
  std::vector<BaseState*> states() const override { return {l_mstate.get()}; }
  void computeBoundingBox() override {
    if (!l_mstate) return;
    auto& box = d_bbox.edit();
    for (const auto& x : l_mstate->positions()) box.include(DataTypes::position(x));
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
  static bool canCreate(Context& node, const ComponentDescription& description, std::string& why) {
    return checkState<DataTypes>(node, description, "object1", why) &&
           checkState<DataTypes>(node, description, "object2", why);
  }

  bool isInteraction() const override { return true; }
  void init() override {
    auto* state = dynamic_cast<State<DataTypes>*>(mechanicalState(*context()));
    if (!l_object1) l_object1.set(state);
    if (!l_object2) l_object2.set(state);
    if (l_object1 && l_object2) return;
    error("object1 and object2 must be states of type {}.", DataTypes::name());
    setInvalid();
  }

  virtual void addForce(const MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                        const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2) = 0;
  virtual void addDForce(const MechanicalParams&, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1,
                         const VecDeriv& dx2, double kFactor, double /*bFactor*/) {
    addStiffnessProduct({flatten(dx1), flatten(dx2)}, {flatten(df1), flatten(df2)}, kFactor);
  }

  void addForce(const MechanicalParams& params, VecDerivId f) override {
    if (!l_object1 || !l_object2) return;
    tangentChanged();
    addForce(params, l_object1->writeDerivs(f), l_object2->writeDerivs(f), l_object1->coords(params.x),
             l_object2->coords(params.x), l_object1->derivs(params.v), l_object2->derivs(params.v));
  }
  void addDForce(const MechanicalParams& params, VecDerivId df) override {
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
