// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/CarryStarts.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"

namespace sofa::component::constraint {

/// Keeps the turns of all bodies about chosen axes as they are at the first projection.
///
/// The twist of a rotation q = (v, w) about axis b is the rotation (v_b, w), normalised (Grassia, Practical
/// Parameterization of Rotations Using the Exponential Map, 1998, for the split into swing and twist). One axis after
/// the other the twist is taken out of the rotation, and out of that of the start, whose twists replace them: what has
/// not turned stays as it is. Velocities and forces stay as
/// they are.
class FixedRotationProjectiveConstraint : public core::ProjectiveConstraint<type::Rigid3Types> {
 public:
  core::Data<bool> d_fixedX{this, "FixedXRotation", false, "whether turns about x are held"};
  core::Data<bool> d_fixedY{this, "FixedYRotation", false, "whether turns about y are held"};
  core::Data<bool> d_fixedZ{this, "FixedZRotation", false, "whether turns about z are held"};

  void init() override;
  void archive(core::Archive& archive) override;
  bool topologyChanged(const core::MeshChanges& changes) override {
    if (const auto* state = mstate())
      carryStarts(m_start, changes, [&](std::size_t i) { return state->positions()[i].orientation; });
    return true;
  }
  void projectResponse(VecDeriv&) override {}
  void projectVelocity(VecDeriv&) override {}
  void projectPosition(VecCoord& x) override;

 private:
  std::vector<type::Quat> m_start;  ///< orientations at the first projection, kept over reset
};

}  // namespace sofa::component::constraint
