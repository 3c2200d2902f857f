// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/PartialFixedProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
void PartialFixedProjectiveConstraint<DataTypes>::init() {
  IndexedConstraint<DataTypes>::init();
  if (d_activateProjectVelocity.value())
    this->warning(
        "activate_projectVelocity has no effect on a partial constraint: set projectVelocity to true instead.");
}

template <class DataTypes>
void PartialFixedProjectiveConstraint<DataTypes>::projectResponse(VecDeriv& d) {
  const Directions& fixed = d_fixedDirections.value();
  const auto filter = [&](auto& value) {
    for (int c = 0; c < DataTypes::derivSize; ++c)
      if (fixed[c]) value[c] = 0;
  };
  if (d_fixAll.value())
    for (auto& value : d) filter(value);
  else
    for (const type::Index i : this->points()) filter(d[i]);
}

template <class DataTypes>
void PartialFixedProjectiveConstraint<DataTypes>::projectVelocity(VecDeriv& v) {
  if (d_projectVelocity.value()) projectResponse(v);
}

template <class DataTypes>
void PartialFixedProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  const Directions& fixed = d_fixedDirections.value();
  if (!this->mstate()) return;
  if (!this->isActive()) this->tellHeld();
  this->discardPoints(*matrix, d_fixAll.value(), [&](int c) { return fixed[c]; });
}

namespace {
const auto registered = core::Register("PartialFixedProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "points that no force moves along some directions")
                            .wasCalled("PartialFixedConstraint")
                            .addAll<PartialFixedProjectiveConstraint, type::Vec3Types, type::Vec2Types, type::Vec1Types,
                                    type::Vec6Types, type::Rigid3Types, type::Rigid2Types>();
}  // namespace

}  // namespace sofa::component::constraint
