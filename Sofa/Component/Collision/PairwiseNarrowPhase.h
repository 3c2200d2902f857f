// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/ModelPairMap.h"

namespace sofa::component::collision {

/// Finds the contacts of each pair of models by itself: candidates are pairs of elements whose boxes overlap, and what
/// is registered for the two kinds of models computes their contacts. How candidates are found is left to derived
/// classes.
class PairwiseNarrowPhase : public core::NarrowPhase {
 public:
  void check(std::span<core::CollisionModel* const> models, const core::Intersection& intersection) override;
  void findContacts(std::span<const core::ModelPair> pairs, const core::Intersection& intersection) override;
  std::span<const core::PairContacts> contacts() const override { return {m_contacts.begin(), m_contacts.end()}; }
  void reset() override { m_contacts.reset(); }
  void archive(core::Archive& archive) override { m_contacts.archive(archive, core::allCollisionModels(*this)); }

 protected:
  using Candidates = core::ElementPairs;
  /// Appends the pairs of elements whose boxes are at most `margin` apart, in an order that follows from the scene.
  virtual void findCandidates(const core::CollisionModel& a, const core::CollisionModel& b, double margin,
                              Candidates& candidates) = 0;

 private:
  void findContacts(const core::ModelPair& pair, const core::Intersection& intersection);
  void reportUnsupported(const core::ModelPair& pair, const core::Intersection& intersection);

  Candidates m_candidates;
  ModelPairMap<core::PairContacts> m_contacts{ModelPairMap<core::PairContacts>::Insertion::afterLast};
  std::set<std::string> m_reported;
};

}  // namespace sofa::component::collision
