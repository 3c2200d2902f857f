// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/FixedProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
void FixedProjectiveConstraint<DataTypes>::projectResponse(VecDeriv& d) {
  if (d_fixAll.value())
    for (auto& value : d) value.setZero();
  else
    for (const type::Index i : this->points()) d[i].setZero();
}

template <class DataTypes>
void FixedProjectiveConstraint<DataTypes>::projectVelocity(VecDeriv& v) {
  if (d_activateProjectVelocity.value()) projectResponse(v);
}

template <class DataTypes>
void FixedProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  if (!this->mstate()) return;
  if (!this->isActive()) this->tellHeld();
  this->discardPoints(*matrix, d_fixAll.value());
}

namespace {
const auto registered =
    core::Register("FixedProjectiveConstraint", "Sofa.Component.Constraint.Projective", "points that no force moves")
        .wasCalled("FixedConstraint")
        .wasCalled("PointConstraint", "SOFA v24.12")
        .addAll<FixedProjectiveConstraint, type::Vec3Types, type::Vec2Types, type::Vec1Types, type::Vec6Types,
                type::Rigid3Types, type::Rigid2Types>();
}  // namespace

}  // namespace sofa::component::constraint
