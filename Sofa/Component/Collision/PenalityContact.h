#pragma once
#include "Sofa/Component/Collision/PenalityContactForceField.h"
#include "Sofa/Core/Contract/CollisionResponse.h"

namespace sofa::component::collision {

/// Answers the contacts of two models with a PenalityContactForceField.
class PenalityContact final : public core::Contact {
 public:
  PenalityContact(core::CollisionModel& first, core::CollisionModel& second, const core::Intersection& intersection,
                  std::unique_ptr<core::ContactPoints> points1, std::unique_ptr<core::ContactPoints> points2);

  void setOutputs(const std::vector<core::DetectionOutput>& outputs) override;
  bool owns(const core::Component& component) const override {
    return Contact::owns(component) || m_points1->owns(component) || m_points2->owns(component);
  }

 private:
  /// How often in a row a contact was found, by its identity at every detection.
  struct Age {
    std::int64_t id;
    int age;
  };

  static bool isObstacle(const core::CollisionModel& model, core::ContactPoints& partner);
  void selectOutputs(const std::vector<core::DetectionOutput>& outputs);
  void countAges(const std::vector<core::DetectionOutput>& outputs);
  int ageOf(std::int64_t id) const;

  const core::Intersection& m_intersection;
  std::unique_ptr<core::ContactPoints> m_points1, m_points2;
  std::shared_ptr<PenalityContactForceField> m_force;
  std::vector<type::Index> m_byId, m_selected;  // indices of outputs
  std::vector<Age> m_ages, m_formerAges;        // by increasing id
};

}  // namespace sofa::component::collision
