// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/RampedMovement.h"

namespace sofa::component::constraint {

/// Moves points of a flat or solid patch by the movements of its corners, interpolated bilinearly or trilinearly: the
/// boundary condition of patch tests (Taylor, Simo, Zienkiewicz and Chan, The patch test, 1986).
///
/// The patch is the box around cornerPoints, or around all points without them; flat if it has no height along z.
/// Corner movements are in the order (low, low), (high, low), (high, high), (low, high) in x and y, at low z, then at
/// high z.
template <class DataTypes>
class PatchTestMovementProjectiveConstraint : public RampedMovement<DataTypes> {
 public:
  using typename RampedMovement<DataTypes>::Coord;
  using typename RampedMovement<DataTypes>::VecCoord;
  using typename RampedMovement<DataTypes>::VecDeriv;

  core::Data<VecDeriv> d_cornerMovements{this, "cornerMovements", {}, "movements of the four or eight corners (m)"};
  core::Data<VecCoord> d_cornerPoints{this, "cornerPoints", {}, "points whose box is the patch; empty: all"};

  void init() override;

 protected:
  void setStart(const VecCoord& start) override;
  Coord goal(const Coord& start) const override;

 private:
  type::Vec3 m_low = type::Vec3::Zero(), m_high = type::Vec3::Zero();
};

}  // namespace sofa::component::constraint
