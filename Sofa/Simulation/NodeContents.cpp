// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/NodeContents.h"

#include <algorithm>
#include <atomic>

#include "Sofa/Simulation/Scene/LateEdits.h"

namespace sofa::simulation {
namespace {

using Part = NodeContents::Part;

template <class Contract>
void cast(core::Component& component, Contract*& to) {
  to = dynamic_cast<Contract*>(&component);
}

Part partOf(core::Component& component) {
  Part part{.component = &component, .alive = component.weak_from_this()};
  cast(component, part.state);
  if (part.state) {
    part.mechanical = part.state->isMechanical();
    return part;
  }
  cast(component, part.force);
  if (part.force) {
    part.mechanical = true;
    cast(component, part.mass);
    part.contact = dynamic_cast<const core::ContactForce*>(&component) != nullptr;
    return part;
  }
  cast(component, part.mapping);
  cast(component, part.constraint);
  cast(component, part.lagrangian);
  cast(component, part.correction);
  cast(component, part.solver);
  cast(component, part.behavior);
  cast(component, part.pipeline);
  cast(component, part.projection);
  part.mechanical = part.mapping || part.constraint || part.lagrangian || part.correction;
  return part;
}

/// Whether the chosen parts are the same ones in the same order. What ended is none of them, and must not be asked
/// whether it would be.
template <class Choose>
bool same(std::span<const Part> before, std::span<const Part> now, const Choose& choose) {
  auto b = before.begin();
  for (const Part& part : now) {
    if (!choose(part)) continue;
    while (b != before.end() && !choose(*b)) ++b;
    if (b == before.end() || b->component != part.component || b->alive.expired()) return false;
    ++b;
  }
  return std::none_of(b, before.end(), choose);
}

std::size_t newVersion() {
  static std::atomic<std::size_t> versions = 0;
  return ++versions;
}

}  // namespace

bool NodeContents::isUpToDate(const std::vector<std::shared_ptr<core::Component>>& components) const {
  if (components.size() != m_parts.size()) return false;
  for (std::size_t i = 0; i < m_parts.size(); ++i)
    if (m_parts[i].component != components[i].get() || m_parts[i].alive.expired()) return false;
  return true;
}

void NodeContents::update(const std::vector<std::shared_ptr<core::Component>>& components) {
  if (isUpToDate(components)) return;
  std::vector<Part> parts;
  parts.reserve(components.size());
  auto next = m_parts.begin();  // where the component stands if the order is the old one
  for (const auto& component : components) {
    if (awaitsInit(*component)) continue;
    auto known = std::ranges::find(next, m_parts.end(), component.get(), &Part::component);
    if (known == m_parts.end()) known = std::ranges::find(m_parts, component.get(), &Part::component);
    const bool old = known != m_parts.end() && !known->alive.expired();
    parts.push_back(old ? *known : partOf(*component));
    if (old) next = known + 1;
  }
  if (!same(m_parts, parts, [](const Part& part) { return part.mechanical && !part.contact; }))
    m_mechanicsVersion = newVersion();
  if (!same(m_parts, parts, [](const Part& part) { return part.contact; })) m_contactsVersion = newVersion();
  m_parts = std::move(parts);
  m_mapping = nullptr;
  m_mass = nullptr;
  m_state = nullptr;
  for (const Part& part : m_parts) {
    if (part.mapping) m_mapping = part.mapping;
    if (part.mass) m_mass = part.mass;
    if (part.state && part.mechanical) m_state = part.state;
  }
}

}  // namespace sofa::simulation
