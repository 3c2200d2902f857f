// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ProjectiveConstraint.h"

namespace sofa::component::constraint {

/// Pulls points to targets after each step, and takes their velocities from what they moved (Mueller, Heidelberger,
/// Hennix and Ratcliff, Position Based Dynamics, 2007): x += stiffness (position - x), velocity = (x - old_position) /
/// dt. Forces are not filtered, so the solve knows nothing of the targets.
template <class DataTypes>
class PositionBasedDynamicsProjectiveConstraint : public core::ProjectiveConstraint<DataTypes> {
 public:
  using Base = core::ProjectiveConstraint<DataTypes>;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  core::Data<double> d_stiffness{this, "stiffness", 1.0, "part of the way to the target, from 0 to 1"};
  core::Data<VecCoord> d_position{this, "position", {}, "target of each point; points beyond the list have none"};
  core::Data<VecDeriv> d_velocity{this, "velocity", {}, "output: velocities", {.readOnly = true}};
  core::Data<VecCoord> d_oldPosition{
      this, "old_position", {}, "output: positions of the last step", {.readOnly = true}};

  void init() override;
  void reset() override;
  void archive(core::Archive& archive) override;
  void projectResponse(VecDeriv&) override {}
  void projectVelocity(VecDeriv& v) override;
  void projectPosition(VecCoord& x) override;
};

}  // namespace sofa::component::constraint
