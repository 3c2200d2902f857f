#include "Sofa/Component/Constraint/PointProjectiveConstraint.h"

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::constraint {
namespace {
const auto registered =
    core::Register("PointProjectiveConstraint", "Sofa.Component.Constraint.Projective", "points held at one place")
        .add<PointProjectiveConstraint<type::Vec3Types>>()
        .add<PointProjectiveConstraint<type::Vec2Types>>()
        .add<PointProjectiveConstraint<type::Vec1Types>>()
        .add<PointProjectiveConstraint<type::Vec6Types>>();
}  // namespace

template class PointProjectiveConstraint<type::Vec1Types>;
template class PointProjectiveConstraint<type::Vec2Types>;
template class PointProjectiveConstraint<type::Vec3Types>;
template class PointProjectiveConstraint<type::Vec6Types>;

}  // namespace sofa::component::constraint
