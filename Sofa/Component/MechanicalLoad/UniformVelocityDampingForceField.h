// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::mechanicalload {

/// f = -c v on every component of every velocity. Only if implicit do solvers see df/dv = -c.
template <class DataTypes>
class UniformVelocityDampingForceField : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  core::Data<double> d_dampingCoefficient{
      this, "dampingCoefficient", 0.1, "force per velocity (N s/m)", {.aliases = {"damping"}}};
  core::Data<bool> d_implicit{this, "implicit", false, "if true, implicit solvers take the derivative into account"};

  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix*) override {}
  void buildDampingMatrix(core::DampingMatrix* matrix) override;
};

}  // namespace sofa::component::mechanicalload
