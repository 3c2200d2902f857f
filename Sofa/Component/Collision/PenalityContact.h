// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/DeepestContacts.h"
#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Core/Contract/ContactSides.h"

namespace sofa::component::collision {

/// Answers the contacts of two models with a PenalityContactForceField.
class PenalityContact final : public core::Contact {
 public:
  PenalityContact(core::CollisionModel& first, core::CollisionModel& second, const core::Intersection& intersection,
                  core::ContactSides sides);

  bool setParameter(const std::string& name, const std::string& value) override;
  void setOutputs(const std::vector<core::DetectionOutput>& outputs) override;
  bool listActing(std::vector<core::ActingContact>& list) const override;
  void archive(core::Archive& archive) override;
  bool owns(const core::Component& component) const override {
    return Contact::owns(component) || m_sides.owns(component);
  }

 private:
  /// How often in a row a contact was found, by its identity at every detection.
  struct Age {
    std::int64_t id;
    int age;
  };

  void countAges(const std::vector<core::DetectionOutput>& outputs);
  int ageOf(std::int64_t id) const;

  const core::Intersection& m_intersection;
  core::ContactSides m_sides;
  std::shared_ptr<PenalityContactForceField> m_force;
  double m_stiffness = -1;  ///< of each contact (N/m); negative: what the models say
  DeepestContacts m_deepest;
  std::vector<Age> m_ages, m_formerAges;  // by increasing id
};

}  // namespace sofa::component::collision
