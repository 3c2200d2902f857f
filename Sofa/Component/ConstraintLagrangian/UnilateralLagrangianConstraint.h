// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/ContactConstraint.h"

namespace sofa::component::constraintlagrangian {

/// Contacts that push, with Coulomb friction. The response FrictionContactConstraint adds and fills it.
class UnilateralLagrangianConstraint final : public ContactConstraint {
 protected:
  void setLaw(core::ConstraintBlock& block, const Contact& contact) const override;
};

}  // namespace sofa::component::constraintlagrangian
