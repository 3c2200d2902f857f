#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"

namespace sofa::component::collision {

/// Descends the hierarchies of boxes of two models to the elements that may touch (sheet 07 §4.2).
class BVHNarrowPhase : public core::NarrowPhase {
 public:
  bool needsDeepTrees() const override { return true; }
  void findContacts(std::span<const core::ModelPair> pairs, const core::Intersection& intersection) override;

 private:
  void findContacts(const core::ModelPair& pair, const core::Intersection& intersection);
  void reportUnsupported(const core::ModelPair& pair, const core::Intersection& intersection);

  geometry::BoxHierarchyStack m_stack;
  core::ElementIntersector::Candidates m_candidates;
  std::set<std::string> m_reported;
};

}  // namespace sofa::component::collision
