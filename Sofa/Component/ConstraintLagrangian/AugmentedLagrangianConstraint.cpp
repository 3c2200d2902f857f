// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/AugmentedLagrangianConstraint.h"

#include "Sofa/Component/ConstraintLagrangian/LagrangianContact.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

void AugmentedLagrangianConstraint::setLaw(core::ConstraintBlock& block, const Contact& contact) const {
  using enum core::ConstraintKind;
  block.kind = contact.friction <= 0 ? unilateral : core::reproducesSofa(*this) ? augmentedCone : frictionCone;
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
