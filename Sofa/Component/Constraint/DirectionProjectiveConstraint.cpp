// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/DirectionProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
void DirectionProjectiveConstraint<DataTypes>::init() {
  IndexedConstraint<DataTypes>::init();
  if (d_direction.value().norm() > 0 || !this->isValid()) return;
  this->error("direction is zero: give the direction the points may move along.");
  this->setInvalid();
}

template <class DataTypes>
void DirectionProjectiveConstraint<DataTypes>::projectPosition(VecCoord& x) {
  if (m_start.empty()) m_start = x;
  const Coord n = d_direction.value().normalized();
  for (const type::Index i : this->points())
    if (i < m_start.size()) x[i] = m_start[i] + n * n.dot(x[i] - m_start[i]);
}

template <class DataTypes>
void DirectionProjectiveConstraint<DataTypes>::projectResponse(VecDeriv& d) {
  const Coord n = d_direction.value().normalized();
  for (const type::Index i : this->points()) d[i] = n * n.dot(d[i]);
}

template <class DataTypes>
void DirectionProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition*) {
  this->tellOnce(
      "An assembled system knows this constraint only by its right-hand side, so increments may leave the line until "
      "the next projection. Use a matrix-free solver (CGLinearSolver template=\"GraphScattered\") to hold it in the "
      "solve too.");
}

namespace {
const auto registered = core::Register("DirectionProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "points that slide along one direction")
                            .wasCalled("ProjectDirectionConstraint")
                            .addAll<DirectionProjectiveConstraint, type::Vec3Types, type::Vec2Types>();
}  // namespace

}  // namespace sofa::component::constraint
