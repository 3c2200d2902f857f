#include "Sofa/Component/Constraint/FixedTranslationProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
void FixedTranslationProjectiveConstraint<DataTypes>::init() {
  IndexedConstraint<DataTypes>::init();
  if (!d_coordinates.value().empty())
    this->warning(
        "coordinates has no effect, every component is fixed: use PartialFixedProjectiveConstraint to fix some.");
}

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
const auto registered = core::Register("FixedTranslationProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "bodies that no force moves")
                            .add<FixedTranslationProjectiveConstraint<type::Vec6Types>>()
                            .add<FixedTranslationProjectiveConstraint<type::Rigid3Types>>()
                            .add<FixedTranslationProjectiveConstraint<type::Rigid2Types>>();
}  // namespace

template class FixedTranslationProjectiveConstraint<type::Vec6Types>;
template class FixedTranslationProjectiveConstraint<type::Rigid2Types>;
template class FixedTranslationProjectiveConstraint<type::Rigid3Types>;

}  // namespace sofa::component::constraint
