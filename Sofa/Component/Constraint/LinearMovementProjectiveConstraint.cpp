// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/LinearMovementProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {
namespace {
const auto registered = core::Register("LinearMovementProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "points moved by given displacements between key times")
                            .wasCalled("LinearMovementConstraint")
                            .addAll<LinearMovementProjectiveConstraint, type::Vec3Types, type::Vec2Types,
                                    type::Vec1Types, type::Vec6Types, type::Rigid3Types>();
}  // namespace
}  // namespace sofa::component::constraint
