// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::mechanicalload {

/// Turns points around an axis: F = torque u x (x - o - (x.u) u) with the unit vector u of `axis`; bodies get the
/// torque `torque` u besides. No tangent, and no potential.
template <class DataTypes>
class TorsionForceField : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  core::Data<std::vector<type::Index>> d_indices{this, "indices", {}, "turned points", {.follows = core::pointIndices}};
  core::Data<double> d_torque{this, "torque", 0.0, "force per distance from the axis (N/m)"};
  core::Data<type::Vec3> d_axis{this, "axis", {0, 0, 0}, "direction of the axis, of any length"};
  core::Data<type::Vec3> d_origin{this, "origin", {0, 0, 0}, "a point of the axis"};

  void init() override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams&, VecDeriv&, const VecDeriv&, double) override {}
  void buildStiffnessMatrix(core::StiffnessMatrix*) override {}
  bool isConservative() const override { return false; }

 protected:
  void dataChanged() override { check(); }

 private:
  void check();

  bool m_told = false;
};

}  // namespace sofa::component::mechanicalload
