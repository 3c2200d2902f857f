// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/FixedTranslationProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
void FixedTranslationProjectiveConstraint<DataTypes>::projectResponse(VecDeriv& d) {
  if (d_fixAll.value())
    for (auto& value : d) value.setZero();
  else
    for (const type::Index i : this->points()) d[i].setZero();
}

template <class DataTypes>
void FixedTranslationProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  if (this->mstate() && this->isActive()) this->discardPoints(*matrix, d_fixAll.value());
}

namespace {
const auto registered =
    core::Register("FixedTranslationProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                   "bodies that no force moves")
        .ignores("coordinates", "every component is fixed; PartialFixedProjectiveConstraint fixes single ones")
        .wasCalled("FixedTranslationConstraint")
        .addAll<FixedTranslationProjectiveConstraint, type::Vec6Types, type::Rigid3Types, type::Rigid2Types>();
}  // namespace

}  // namespace sofa::component::constraint
