// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/PlaneProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
auto PlaneProjectiveConstraint<DataTypes>::normal() const -> Coord {
  const Coord& normal = d_normal.value();
  const double length = normal.norm();
  return length > std::numeric_limits<double>::epsilon() ? Coord(normal / length) : Coord(Coord::Zero());
}

template <class DataTypes>
void PlaneProjectiveConstraint<DataTypes>::init() {
  IndexedConstraint<DataTypes>::init();
  if (normal().isZero(0))
    this->warning("normal is zero, so the points stay free: set normal to say which plane is meant.");
}

template <class DataTypes>
void PlaneProjectiveConstraint<DataTypes>::projectPosition(VecCoord& x) {
  const Coord n = normal();
  const Coord& o = d_origin.value();
  for (const type::Index i : this->points()) x[i] -= n * n.dot(x[i] - o);
}

template <class DataTypes>
void PlaneProjectiveConstraint<DataTypes>::projectResponse(VecDeriv& d) {
  const Coord n = normal();
  for (const type::Index i : this->points()) d[i] -= n * n.dot(d[i]);
}

template <class DataTypes>
void PlaneProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition*) {
  this->tellOnce(
      "An assembled system knows this constraint only by its right-hand side, so increments may leave the plane until "
      "the next projection. Use a matrix-free solver (CGLinearSolver template=\"GraphScattered\") to hold it in the "
      "solve too.");
}

namespace {
const auto registered =
    core::Register("PlaneProjectiveConstraint", "Sofa.Component.Constraint.Projective", "points that slide in a plane")
        .wasCalled("ProjectToPlaneConstraint")
        .addAll<PlaneProjectiveConstraint, type::Vec3Types, type::Vec2Types>();
}  // namespace

}  // namespace sofa::component::constraint
