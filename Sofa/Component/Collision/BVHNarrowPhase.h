#pragma once
#include "Sofa/Component/Collision/ModelPairMap.h"

namespace sofa::component::collision {

/// Descends the hierarchies of boxes of two models to the elements that may touch.
class BVHNarrowPhase : public core::NarrowPhase {
 public:
  bool needsDeepTrees() const override { return true; }
  void findContacts(std::span<const core::ModelPair> pairs, const core::Intersection& intersection) override;
  std::span<const core::PairContacts> contacts() const override { return {m_contacts.begin(), m_contacts.end()}; }
  void archive(core::Archive& archive) override { m_contacts.archive(archive, core::allCollisionModels(*this)); }

 private:
  void findContacts(const core::ModelPair& pair, const core::Intersection& intersection);
  void reportUnsupported(const core::ModelPair& pair, const core::Intersection& intersection);

  geometry::BoxHierarchyStack m_stack;
  core::ElementPairs m_candidates;
  ModelPairMap<core::PairContacts> m_contacts{ModelPairMap<core::PairContacts>::Insertion::afterLast};
  std::set<std::string> m_reported;
};

}  // namespace sofa::component::collision
