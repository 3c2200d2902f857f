// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/ContactConstraint.h"

namespace sofa::component::constraintlagrangian {

/// Contacts with friction whose multipliers follow their violations by the factor epsilon (Alart, Curnier, A mixed
/// formulation for frictional contact problems prone to Newton like solution methods, 1991). Without friction they are
/// those of UnilateralLagrangianConstraint; in exact scenes those with friction are too, with Coulomb's law. The
/// response AugmentedLagrangianResponseConstraint adds and fills it.
class AugmentedLagrangianConstraint final : public ContactConstraint {
 public:
  double* setting(std::string_view name) override {
    return name == "epsilon" ? &m_epsilon : ContactConstraint::setting(name);
  }

 protected:
  void setLaw(core::ConstraintBlock& block, const Contact& contact) const override;

 private:
  double m_epsilon = 0;
};

}  // namespace sofa::component::constraintlagrangian
