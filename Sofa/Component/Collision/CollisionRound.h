// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionResponse.h"

namespace sofa::component::collision {

/// Models, what finds their contacts, and what answers these: detection and response once per step.
///
/// A response stays in its node as long as its pair touches, so that the graph is flattened again only when a pair
/// comes or goes, and then for that pair alone.
class CollisionRound {
 public:
  /// Kept alive, so that what is removed from the scene meanwhile is only skipped.
  std::vector<std::shared_ptr<core::CollisionModel>> models;
  std::shared_ptr<core::Intersection> intersection;
  std::shared_ptr<core::BroadPhase> broadPhase;
  std::shared_ptr<core::NarrowPhase> narrowPhase;
  std::shared_ptr<core::ContactManager> response;

  /// Whether nothing is missing; `owner` warns of what is, with `where` it is to be given. Else the functions below do
  /// nothing.
  bool check(const core::Component& owner, std::string_view where);
  void detect(int depth);
  /// Responses between two bodies are added to `node`.
  void respond(core::Node& node);
  /// Brings responses back when a run is resumed; those between two bodies to `node`.
  void resume(core::Node& node);
  /// The response has removed the contacts.
  void forgetPlacements() { m_placements.clear(); }

  std::size_t pairsFound() const { return m_pairs.size(); }
  std::size_t pairsInContact() const { return m_wanted.size(); }

 private:
  struct Placement {
    std::size_t serial;  ///< of the contact
    core::Contact* contact;
    core::Node* node;
    bool operator==(const Placement&) const = default;
  };
  void findPlacements(core::Node& node);
  void place(core::Node& node);
  void placeResponses();
  static void placeResponses(core::Node& node, std::span<core::Contact* const> ordered);

  bool m_complete = false;
  std::vector<core::CollisionModel*> m_present;  // models of this step
  std::vector<core::ModelPair> m_pairs;
  std::vector<Placement> m_placements, m_wanted;  // where responses are, and where they belong
};

/// Shared ownership of a component of the scene; null for null.
template <class T>
std::shared_ptr<T> shared(T* component) {
  return component ? std::static_pointer_cast<T>(component->shared_from_this()) : nullptr;
}

}  // namespace sofa::component::collision
