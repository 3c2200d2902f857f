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
                            .add<PartialFixedProjectiveConstraint<type::Vec3Types>>()
                            .add<PartialFixedProjectiveConstraint<type::Vec2Types>>()
                            .add<PartialFixedProjectiveConstraint<type::Vec1Types>>()
                            .add<PartialFixedProjectiveConstraint<type::Vec6Types>>()
                            .add<PartialFixedProjectiveConstraint<type::Rigid3Types>>()
                            .add<PartialFixedProjectiveConstraint<type::Rigid2Types>>();
}  // namespace

template class PartialFixedProjectiveConstraint<type::Vec1Types>;
template class PartialFixedProjectiveConstraint<type::Vec2Types>;
template class PartialFixedProjectiveConstraint<type::Vec3Types>;
template class PartialFixedProjectiveConstraint<type::Vec6Types>;
template class PartialFixedProjectiveConstraint<type::Rigid2Types>;
template class PartialFixedProjectiveConstraint<type::Rigid3Types>;

}  // namespace sofa::component::constraint
