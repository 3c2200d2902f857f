// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::core {

class MassMatrixAccumulator;

/// Inertia and weight of a state. A mass is also a force field: its force is the weight.
class BaseMass : public BaseForceField {
 public:
  Data<bool> d_separateGravity{this, "separateGravity", false,
                               "if true, solvers add gravity to the velocities instead of this weight to the forces"};
  Data<double> d_rayleighMass{this, "rayleighMass", 0.0,
                              "Rayleigh damping: part of the mass that acts on velocities (1/s)"};

  /// res += factor M dx, with dx = params.dx.
  virtual void accumulateMDx(const MechanicalParams& params, VecDerivId res, double factor) = 0;
  /// res = factor M dx, whatever res was before on the states of this mass.
  virtual void assignMDx(const MechanicalParams& params, VecDerivId res, double factor) = 0;
  /// a = M^-1 f. Only lumped masses can; others say so.
  virtual void divideByMass(const MechanicalParams& params, VecDerivId a, VecDerivId f) = 0;
  virtual bool isDiagonal() const = 0;
  /// v += g dt on every point.
  virtual void addGravityToVelocity(VecDerivId v, double dt) = 0;
  virtual double kineticEnergy(const MechanicalParams&) const { return 0; }

  /// Adds M, without factors; by default found from accumulateMDx.
  virtual void buildMassMatrix(MassMatrixAccumulator* matrix);

  /// Weight that the forces leave out has no part in a minimum of energies.
  bool isConservative() const override { return !d_separateGravity.value(); }

  // The weight does not depend on positions.
  void lineariseAt(const MechanicalParams&, Linearisation) override {}
  void accumulateDForce(const MechanicalParams&, VecDerivId) override {}
  void buildStiffnessMatrix(StiffnessMatrix*) override {}
  double massFactor(const MechanicalParams& params) const {
    return params.mFactor - params.bFactor * d_rayleighMass.value();
  }

 private:
  std::shared_ptr<MatrixProbe> m_massProbe;
};

template <class DataTypes>
class Mass : public BaseMass {
 public:
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;

  Link<State<DataTypes>> l_mstate{this, "mstate", "state that has this mass; default: the one visible from this node"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(Node& node, const ComponentDescription& description, std::string& why) {
    return checkState<DataTypes>(node, description, "mstate", why);
  }

  State<DataTypes>* mstate() const { return l_mstate.get(); }
  void init() override { requireState(*this, l_mstate); }

  /// f += weight.
  virtual void addWeight(VecDeriv& f, const Deriv& gravity) = 0;
  /// res += factor M dx.
  virtual void addMDx(VecDeriv& res, const VecDeriv& dx, double factor) = 0;
  /// a = M^-1 f.
  virtual void accFromF(VecDeriv& a, const VecDeriv& f) = 0;

  void accumulateForce(const MechanicalParams&, VecDerivId f) override {
    if (l_mstate && !d_separateGravity.value())
      addWeight(l_mstate->writeDerivs(f), DataTypes::linear(context()->gravity()));
  }
  void accumulateMDx(const MechanicalParams& params, VecDerivId res, double factor) override {
    if (l_mstate) addMDx(l_mstate->writeDerivs(res), l_mstate->derivs(params.dx), factor);
  }
  void assignMDx(const MechanicalParams& params, VecDerivId res, double factor) override {
    if (!l_mstate) return;
    l_mstate->clear(res);
    accumulateMDx(params, res, factor);
  }
  void divideByMass(const MechanicalParams&, VecDerivId a, VecDerivId f) override {
    if (l_mstate) accFromF(l_mstate->writeDerivs(a), l_mstate->derivs(f));
  }
  void addGravityToVelocity(VecDerivId v, double dt) override {
    if (!l_mstate || !d_separateGravity.value()) return;
    const Deriv change = DataTypes::linear(context()->gravity()) * dt;
    for (auto& velocity : l_mstate->writeDerivs(v)) velocity += change;
  }
  std::vector<BaseState*> states() const override { return {l_mstate.get()}; }
};

}  // namespace sofa::core
