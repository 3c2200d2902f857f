// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/PointProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
void PointProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  if (!this->mstate()) return;
  if (!this->isActive())
    this->tellOnce(
        "endTime has passed, but assembled systems keep the rows of these points: their increments are now the bare "
        "right-hand side. Use a matrix-free solver (CGLinearSolver template=\"GraphScattered\") to release them.");
  this->discardPoints(*matrix, d_fixAll.value());
}

namespace {
const auto registered =
    core::Register("PointProjectiveConstraint", "Sofa.Component.Constraint.Projective", "points held at one place")
        .wasCalled("ProjectToPointConstraint")
        .addAll<PointProjectiveConstraint, type::Vec3Types, type::Vec2Types, type::Vec1Types, type::Vec6Types>();
}  // namespace

}  // namespace sofa::component::constraint
