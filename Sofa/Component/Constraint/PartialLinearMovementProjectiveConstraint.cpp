// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/PartialLinearMovementProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {
namespace {

constexpr const char* macroNodes = "give the movement of each group of points a constraint of its own";

const auto registered =
    core::Register("PartialLinearMovementProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                   "points of which some components are moved by given displacements between key times")
        .wasCalled("PartialLinearMovementConstraint")
        .ignores("linearMovementBetweenNodesInIndices", macroNodes)
        .ignores("mainIndice", macroNodes)
        .ignores("minDepIndice", macroNodes)
        .ignores("maxDepIndice", macroNodes)
        .ignores("imposedDisplacmentOnMacroNodes", macroNodes)
        .ignores("X0", macroNodes)
        .ignores("Y0", macroNodes)
        .ignores("Z0", macroNodes)
        .addAll<PartialLinearMovementProjectiveConstraint, type::Vec3Types, type::Vec2Types, type::Vec1Types,
                type::Vec6Types, type::Rigid3Types>();

}  // namespace
}  // namespace sofa::component::constraint
