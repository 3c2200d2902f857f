// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/ModelPairMap.h"
#include "Sofa/Component/Collision/TriangleOctreeCollisionModel.h"

namespace sofa::component::collision {

/// Contacts of closed surfaces that go into each other: from each point inside the other's box a ray goes inwards;
/// where it leaves the other surface before its own, the point lies within, and the two ends touch (Hermann, Faure,
/// Raffin, Ray-traced collision detection for deformable bodies, GRAPP 2008). Models are TriangleOctreeCollisionModel.
class RayTraceNarrowPhase : public core::NarrowPhase {
 public:
  bool needsDeepTrees() const override { return true; }
  void check(std::span<core::CollisionModel* const> models, const core::Intersection& intersection) override;
  void findContacts(std::span<const core::ModelPair> pairs, const core::Intersection& intersection) override;
  std::span<const core::PairContacts> contacts() const override { return {m_contacts.begin(), m_contacts.end()}; }
  void reset() override { m_contacts.reset(); }
  void archive(core::Archive& archive) override { m_contacts.archive(archive, core::allCollisionModels(*this)); }

 private:
  void reportOther(const core::CollisionModel& model);
  /// Points of `a` within `b`.
  void findContacts(TriangleOctreeCollisionModel& a, TriangleOctreeCollisionModel& b);

  ModelPairMap<core::PairContacts> m_contacts{ModelPairMap<core::PairContacts>::Insertion::afterLast};
  std::set<std::string> m_reported;
};

}  // namespace sofa::component::collision
