// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_set>

#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Who takes part in the mechanics of a scene, decided here for all plans, animation loops and collision pipelines
/// (docs/manual/scenes.md, "Nodes that take no part"). Nodes that are switched off, asleep or not initialised do not.
/// What acts on one of their states takes no part either: to it that state is as one that was removed. So a mapping
/// from such a state does not act, and what it drives takes no part in its turn.
class Participation {
 public:
  bool takesPart(const Node& node) const { return m_everything || m_present.contains(&node); }
  bool takesPart(const core::Component& component) const;
  /// Whether the component takes part and the state that is visible from its node does.
  bool takesPartWithState(const core::Component& component) const;

  /// Takes in the graph below the root of a scene; tells each component that is kept from acting, once.
  void update(Node& root);

 private:
  void findPresent(Node& root);
  bool leaveOut(Node& node);
  const core::Base* partnerAway(const core::Component& component) const;

  bool m_everything = true;
  std::unordered_set<const Node*> m_present;
  std::unordered_set<const core::Component*> m_out;  ///< components in m_present that take no part
};

/// That of the scene a node belongs to, up to date with its graph.
const Participation& participation(const Node& node);

}  // namespace sofa::simulation
