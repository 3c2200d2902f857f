// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::mechanicalload {

/// f_i = -c_i v_i component by component; implicit solvers always see df/dv = -c_i. Point i takes entry
/// i of the list, points beyond its end the last one.
template <class DataTypes>
class DiagonalVelocityDampingForceField : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  core::Data<VecDeriv> d_dampingCoefficient{
      this, "dampingCoefficient", {}, "force per velocity of each point and component, the last one repeated"};

  void init() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix*) override {}
  void buildDampingMatrix(core::DampingMatrix* matrix) override;

 private:
  void subtractProduct(VecDeriv& out, const VecDeriv& in, double factor) const;
};

}  // namespace sofa::component::mechanicalload
