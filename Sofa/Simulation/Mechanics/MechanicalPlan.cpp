// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/MechanicalPlan.h"

#include <utility>

#include "Sofa/Helper/Profiler.h"

namespace sofa::simulation {

void MechanicalPlan::update() {
  const helper::ProfileScope scope("MechanicalPlan");
  m_next.flatten(m_node, m_tags);
  m_graphVersion = m_node.graphVersion();
  if (!m_known || !m_next.sameBodies(m_graph)) {
    ++m_structure;
    m_sizes.clear();
  }
  if (!m_known || !m_next.sameContacts(m_graph)) ++m_contacts;
  m_known = true;
  std::swap(m_graph, m_next);
}

std::size_t MechanicalPlan::unknownsVersion() {
  const auto& states = graph().subtree.states;
  bool changed = m_unknowns == 0 || m_sizes.size() != states.size();
  m_sizes.resize(states.size());
  for (std::size_t i = 0; i < states.size(); ++i)
    changed |= std::exchange(m_sizes[i], states[i]->size()) != states[i]->size();
  return m_unknowns += changed;
}

}  // namespace sofa::simulation
