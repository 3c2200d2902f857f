// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/ContactConstraint.h"
#include "Sofa/Component/ConstraintLagrangian/DistinctContacts.h"
#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Core/Contract/ContactSides.h"

namespace sofa::component::constraintlagrangian {

/// Answers the contacts of two models with a ContactConstraint. Settings in responseParams: mu, Coulomb's friction (0:
/// none), tol, the error of a contact that is small enough (0: the solver's), and those of the constraint.
class LagrangianContact final : public core::Contact {
 public:
  LagrangianContact(core::CollisionModel& first, core::CollisionModel& second, const core::Intersection& intersection,
                    core::ContactSides sides, std::shared_ptr<ContactConstraint> constraint, double friction);

  bool setParameter(const std::string& name, const std::string& value) override;
  void setOutputs(const std::vector<core::DetectionOutput>& outputs) override;
  bool listActing(std::vector<core::ActingContact>& list) const override;
  bool owns(const core::Component& component) const override {
    return Contact::owns(component) || m_sides.owns(component);
  }

 private:
  const core::Intersection& m_intersection;
  core::ContactSides m_sides;
  std::shared_ptr<ContactConstraint> m_constraint;
  double m_friction, m_tolerance = 0;
  DistinctContacts m_distinct;
  bool m_toldOfStiffness = false;
};

/// Makes LagrangianContact with a Constraint, which scenes know as `component`, the response `name`.
template <class Constraint>
core::RegisterContact registerLagrangianContact(const std::string& name, const std::string& component,
                                                double friction) {
  return {name,
          [=](core::CollisionModel& a, core::CollisionModel& b,
              const core::ContactMaking& how) -> std::unique_ptr<core::Contact> {
            auto sides = core::ContactSides::shared(a, b, how.points);
            if (!sides) return nullptr;
            auto constraint = std::make_shared<Constraint>();
            constraint->setClass(component, Constraint::staticTemplateName());
            return std::make_unique<LagrangianContact>(a, b, how.intersection, std::move(*sides), constraint, friction);
          }};
}

}  // namespace sofa::component::constraintlagrangian
