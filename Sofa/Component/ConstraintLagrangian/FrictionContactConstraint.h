#pragma once
#include "Sofa/Component/ConstraintLagrangian/DistinctContacts.h"
#include "Sofa/Component/ConstraintLagrangian/UnilateralLagrangianConstraint.h"
#include "Sofa/Core/Contract/CollisionResponse.h"

namespace sofa::component::constraintlagrangian {

/// Answers the contacts of two models with a UnilateralLagrangianConstraint: response="FrictionContactConstraint".
/// Settings in responseParams: mu, Coulomb's friction (0.8; 0: none), and tol, the error of a contact that is small
/// enough (0: the solver's).
class FrictionContactConstraint final : public core::Contact {
 public:
  /// Without `points2` both models are the same, and `points1` holds the points of both sides.
  FrictionContactConstraint(core::CollisionModel& first, core::CollisionModel& second,
                            const core::Intersection& intersection, std::unique_ptr<core::ContactPoints> points1,
                            std::unique_ptr<core::ContactPoints> points2);

  bool setParameter(const std::string& name, const std::string& value) override;
  void setOutputs(const std::vector<core::DetectionOutput>& outputs) override;
  bool owns(const core::Component& component) const override;

 private:
  const core::Intersection& m_intersection;
  std::unique_ptr<core::ContactPoints> m_points1, m_points2;
  std::shared_ptr<UnilateralLagrangianConstraint> m_constraint;
  double m_friction = 0.8, m_tolerance = 0;
  DistinctContacts m_distinct;
  bool m_toldOfStiffness = false;
};

}  // namespace sofa::component::constraintlagrangian
