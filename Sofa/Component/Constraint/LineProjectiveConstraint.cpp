// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/LineProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
auto LineProjectiveConstraint<DataTypes>::direction() const -> Coord {
  const Coord& direction = d_direction.value();
  const double length = direction.norm();
  return length > std::numeric_limits<double>::epsilon() ? Coord(direction / length) : Coord(Coord::UnitX());
}

template <class DataTypes>
void LineProjectiveConstraint<DataTypes>::init() {
  IndexedConstraint<DataTypes>::init();
  if (!(d_direction.value().norm() > std::numeric_limits<double>::epsilon()))
    this->warning("direction is zero: the line runs along the x axis. Set direction to say which one is meant.");
}

template <class DataTypes>
void LineProjectiveConstraint<DataTypes>::projectPosition(VecCoord& x) {
  const Coord n = direction();
  const Coord& o = d_origin.value();
  for (const type::Index i : this->points()) x[i] = o + n * n.dot(x[i] - o);
}

template <class DataTypes>
void LineProjectiveConstraint<DataTypes>::projectResponse(VecDeriv& d) {
  const Coord n = direction();
  for (const type::Index i : this->points()) d[i] = n * n.dot(d[i]);
}

template <class DataTypes>
void LineProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition*) {
  this->tellOnce(
      "An assembled system knows this constraint only by its right-hand side, so increments may leave the line until "
      "the next projection. Use a matrix-free solver (CGLinearSolver template=\"GraphScattered\") to hold it in the "
      "solve too.");
}

namespace {
const auto registered =
    core::Register("LineProjectiveConstraint", "Sofa.Component.Constraint.Projective", "points that slide on a line")
        .wasCalled("ProjectToLineConstraint")
        .addAll<LineProjectiveConstraint, type::Vec3Types, type::Vec2Types>();
}  // namespace

}  // namespace sofa::component::constraint
