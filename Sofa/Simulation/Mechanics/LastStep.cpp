// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/LastStep.h"

#include <algorithm>

namespace sofa::simulation {
namespace {

void copy(std::span<const double> from, std::vector<double>& to) { to.assign(from.begin(), from.end()); }

/// Copies a vector of a state, unless it is known to be what was copied before.
template <class VecId>
void copy(const core::BaseState& state, const core::VectorChanges* counting, VecId id, std::optional<int>& copied,
          std::vector<double>& to) {
  const auto changes = counting ? counting->changes(id) : std::nullopt;
  if (!changes || changes != copied) copy(state.hostRead(id), to);
  copied = changes;
}

void copy(const std::vector<double>& from, std::span<double> to) {
  if (from.size() == to.size()) std::copy(from.begin(), from.end(), to.begin());
}

/// Whether there are exporters that write the end.
bool isWrittenAtEnd(Node& root) {
  const auto asks = [](const auto& component) {
    const auto* data = dynamic_cast<const core::Data<bool>*>(component->findData("exportAtEnd"));
    return data && data->value();
  };
  bool found = false;
  core::forEachNode(root, [&](core::Node& node) { found = found || std::ranges::any_of(node.components(), asks); });
  return found;
}

}  // namespace

void LastStep::keep(Node& root, bool always) {
  m_time.reset();
  if (!always && !m_isWritten) m_isWritten = isWrittenAtEnd(root);
  if (!always && !*m_isWritten) return;
  m_time = root.time();
  std::size_t count = 0;
  for (Node* node : root.order())
    for (const auto& component : node->components()) {
      auto* state = dynamic_cast<core::BaseState*>(component.get());
      if (!state) continue;
      if (count == m_states.size()) m_states.emplace_back();
      Kept& kept = m_states[count++];
      if (kept.state != state || kept.alive.expired()) {
        kept.alive = state->weak_from_this();
        kept.state = state;
        kept.counting = dynamic_cast<const core::VectorChanges*>(state);
        kept.positions.reset();
        kept.velocities.reset();
      }
      copy(*state, kept.counting, core::vec::position, kept.positions, kept.position);
      copy(*state, kept.counting, core::vec::velocity, kept.velocities, kept.velocity);
    }
  m_states.resize(count);
}

void LastStep::restore(Node& root) const {
  if (!m_time) return;
  for (const Kept& kept : m_states) {
    if (kept.alive.expired()) continue;
    copy(kept.position, kept.state->hostWrite(core::vec::position));
    copy(kept.velocity, kept.state->hostWrite(core::vec::velocity));
    // What was left in the middle did not clear the forces that it had handed to other solvers.
    if (kept.state->has(core::vec::externalForce)) kept.state->release(core::vec::externalForce);
  }
  root.d_time.set(*m_time);
  for (Node* node : root.order()) node->inheritContext();
}

}  // namespace sofa::simulation
