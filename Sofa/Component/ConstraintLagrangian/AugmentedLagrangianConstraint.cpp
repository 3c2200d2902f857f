// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/AugmentedLagrangianConstraint.h"

#include "Sofa/Component/ConstraintLagrangian/LagrangianContact.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

void AugmentedLagrangianConstraint::setLaw(core::ConstraintBlock& block, const Contact& contact) const {
  block.kind = contact.friction > 0 ? core::ConstraintKind::augmentedCone : core::ConstraintKind::unilateral;
  block.friction = contact.friction;
  block.epsilon = m_epsilon;
}

namespace {
const auto registered = core::Register("AugmentedLagrangianConstraint", "Sofa.Component.Constraint.Lagrangian.Model",
                                       "keeps bodies in contact apart by multipliers that follow the violation")
                            .add<AugmentedLagrangianConstraint>();
const auto response = registerLagrangianContact<AugmentedLagrangianConstraint>("AugmentedLagrangianResponseConstraint",
                                                                               "AugmentedLagrangianConstraint", 0);
}  // namespace

}  // namespace sofa::component::constraintlagrangian
