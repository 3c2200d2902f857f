// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/IndexedConstraint.h"

namespace sofa::component::constraint {

/// Takes the part of forces and increments along `direction` away from some points: v -= d (v.d).
///
/// d is used as given: it is a projection only for a unit vector. Positions and velocities are never written. Of bodies
/// the first three numbers of d act on the linear part. If dmin and dmax differ, the points between the two planes
/// dmin < x.d < dmax at initialisation are added to the indices. When dmin or dmax change, those that lie there then
/// take their place.
template <class DataTypes>
class FixedPlaneProjectiveConstraint : public IndexedConstraint<DataTypes> {
 public:
  using typename IndexedConstraint<DataTypes>::Coord;
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;
  static constexpr int dimension = DataTypes::isRigid ? DataTypes::spatialDimensions : DataTypes::coordSize;

  FixedPlaneProjectiveConstraint() : IndexedConstraint<DataTypes>({}) {}

  core::Data<Coord> d_direction{this, "direction", Coord(), "normal of the plane, of length 1; it is not normalised"};
  core::Data<double> d_dmin{this, "dmin", 0.0, "points farther than this along the direction are added"};
  core::Data<double> d_dmax{this, "dmax", 0.0, "points nearer than this along the direction are added"};

  void init() override;
  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv&) override {}
  void projectPosition(VecCoord&) override {}
  /// Every component that the direction has a part in is held: right only for directions along an axis.
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override { this->drawPoints(list, 0, false, {1, 1, 0.5f, 1}); }

 private:
  using Direction = type::Vec<dimension>;

  Direction direction() const;
  /// Adds the points between the planes to the indices. They replace those it added before, unless the indices were
  /// changed since.
  void addPointsBetweenPlanes();
  void dataChanged() override { addPointsBetweenPlanes(); }

  std::size_t m_added = 0;  // the number of added points, which end the indices
  int m_counter = -1;       // the counter of the indices after points were added
};

}  // namespace sofa::component::constraint
