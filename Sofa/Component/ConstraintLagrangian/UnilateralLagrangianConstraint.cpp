// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/UnilateralLagrangianConstraint.h"

#include "Sofa/Component/ConstraintLagrangian/LagrangianContact.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

void UnilateralLagrangianConstraint::setLaw(core::ConstraintBlock& block, const Contact& contact) const {
  block.kind = contact.friction > 0 ? core::ConstraintKind::frictionCone : core::ConstraintKind::unilateral;
  block.friction = contact.friction;
}

namespace {
constexpr double friction = 0.8;
const auto registered = core::Register("UnilateralLagrangianConstraint", "Sofa.Component.Constraint.Lagrangian.Model",
                                       "keeps bodies in contact apart by multipliers, with friction")
                            .wasCalled("UnilateralInteractionConstraint")
                            .add<UnilateralLagrangianConstraint>();
const auto response = registerLagrangianContact<UnilateralLagrangianConstraint>(
    "FrictionContactConstraint", "UnilateralLagrangianConstraint", friction);
}  // namespace

}  // namespace sofa::component::constraintlagrangian
