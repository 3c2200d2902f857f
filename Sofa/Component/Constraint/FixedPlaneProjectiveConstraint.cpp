// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/FixedPlaneProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
auto FixedPlaneProjectiveConstraint<DataTypes>::direction() const -> Direction {
  if constexpr (DataTypes::isRigid)
    return d_direction.value().center;
  else
    return d_direction.value();
}

template <class DataTypes>
void FixedPlaneProjectiveConstraint<DataTypes>::init() {
  IndexedConstraint<DataTypes>::init();
  if (!this->isValid()) return;
  const double length = direction().norm();
  if (!(std::fabs(length - 1) <= 1e-6))
    this->warning("direction has length {}: only a unit vector fixes the points in its plane.", length);
  addPointsBetweenPlanes();
  this->trackData(d_dmin);
  this->trackData(d_dmax);
}

template <class DataTypes>
void FixedPlaneProjectiveConstraint<DataTypes>::addPointsBetweenPlanes() {
  if (!this->mstate()) return;
  const bool areStillThere = m_counter == this->d_indices.counter();
  const std::size_t before = areStillThere ? m_added : 0;
  m_added = 0;
  if (before == 0 && d_dmin.value() == d_dmax.value()) return;
  const Direction d = direction();
  const VecCoord& x = this->mstate()->positions();
  auto& indices = this->d_indices.edit();
  indices.resize(indices.size() - before);
  const std::size_t given = indices.size();
  for (std::size_t i = 0; i < x.size(); ++i) {
    double distance;
    if constexpr (DataTypes::isRigid)
      distance = d.dot(x[i].center);
    else
      distance = d.dot(x[i]);
    if (d_dmin.value() < distance && distance < d_dmax.value()) indices.push_back(static_cast<type::Index>(i));
  }
  m_added = indices.size() - given;
  m_counter = this->d_indices.counter();
}

template <class DataTypes>
void FixedPlaneProjectiveConstraint<DataTypes>::projectResponse(VecDeriv& values) {
  const Direction d = direction();
  for (const type::Index i : this->points()) {
    auto value = values[i].template head<dimension>();
    value -= d * value.dot(d);
  }
}

template <class DataTypes>
void FixedPlaneProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  if (!this->mstate() || !this->isActive()) return;
  const Direction d = direction();
  if ((d.array() != 0).count() > 1)
    this->tellOnce(
        "The direction is not along an axis: an assembled system holds each component it has a part in. Use a "
        "matrix-free solver (CGLinearSolver template=\"GraphScattered\") to hold the direction alone.");
  this->discardPoints(*matrix, false, [&](int c) { return c < dimension && d[c] != 0; });
}

namespace {
const auto registered =
    core::Register("FixedPlaneProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                   "points that no force moves along one direction")
        .wasCalled("FixedPlaneConstraint")
        .addAll<FixedPlaneProjectiveConstraint, type::Vec3Types, type::Vec6Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::constraint
