// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Simulation/Mechanics/MechanicalGraph.h"

namespace sofa::simulation {

/// The mechanics of a subtree, restricted to tags, as all that work on it share it: solvers, linear systems, constraint
/// solvers and animation loops. mechanicalPlan(node, tags) gives it.
///
/// Reading takes in changes of the graph. Three versions tell what else has to be made anew: what is derived from a
/// part that has the version it had is as good as before. A change of the graph that does not concern the mechanics
/// (visual models, empty nodes) leaves all three.
class MechanicalPlan {
 public:
  MechanicalPlan(Node& node, type::TagSet tags) : m_node(node), m_tags(std::move(tags)) {}

  const type::TagSet& tags() const { return m_tags; }
  const MechanicalGraph& graph() {
    if (m_graphVersion != m_node.graphVersion()) update();
    return m_graph;
  }

  /// Which states, mappings, masses, forces and constraints take part, in which order; contacts left out. Never 0.
  std::size_t structureVersion() {
    graph();
    return m_structure;
  }
  /// The sizes of the states, and with them the places of their unknowns; compares them. Rises with the structure too.
  std::size_t unknownsVersion();
  /// Which contacts (core::ContactForce) take part, and the states they act on.
  std::size_t contactsVersion() {
    graph();
    return m_contacts;
  }
  /// Raises all versions at the next reading.
  void planAnew() { m_graphVersion = ~std::size_t{0}, m_known = false, ++m_anew; }
  /// How often planAnew() was called: what components add to a matrix may have become something else.
  std::size_t timesAnew() const { return m_anew; }

 private:
  void update();

  Node& m_node;
  type::TagSet m_tags;
  MechanicalGraph m_graph, m_next;  ///< the latter keeps its memory between updates
  bool m_known = false;
  std::size_t m_graphVersion = ~std::size_t{0};
  std::size_t m_structure = 0, m_unknowns = 0, m_contacts = 0, m_anew = 0;
  std::vector<std::size_t> m_sizes;  ///< of flat.states
};

}  // namespace sofa::simulation
