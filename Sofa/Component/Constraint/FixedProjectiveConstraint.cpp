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
        .add<FixedProjectiveConstraint<type::Vec3Types>>()
        .add<FixedProjectiveConstraint<type::Vec2Types>>()
        .add<FixedProjectiveConstraint<type::Vec1Types>>()
        .add<FixedProjectiveConstraint<type::Vec6Types>>()
        .add<FixedProjectiveConstraint<type::Rigid3Types>>()
        .add<FixedProjectiveConstraint<type::Rigid2Types>>();
}  // namespace

template class FixedProjectiveConstraint<type::Vec1Types>;
template class FixedProjectiveConstraint<type::Vec2Types>;
template class FixedProjectiveConstraint<type::Vec3Types>;
template class FixedProjectiveConstraint<type::Vec6Types>;
template class FixedProjectiveConstraint<type::Rigid2Types>;
template class FixedProjectiveConstraint<type::Rigid3Types>;

}  // namespace sofa::component::constraint
