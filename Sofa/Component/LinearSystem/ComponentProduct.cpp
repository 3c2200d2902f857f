// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSystem/ComponentProduct.h"

#include <algorithm>

#include "Sofa/Core/ObjectModel/ComponentScope.h"

namespace sofa::component::linearsystem {

void ComponentProduct::plan(const simulation::MatrixAssembly& assembly, const core::MechanicalParams& params) {
  forget();
  const auto* summands = assembly.summands();
  if (!summands || assembly.states().size() != 1) return;
  m_state = assembly.states()[0];
  m_params = params;
  if (!takeAll(*summands) || !takeConstrained(assembly.discarded())) forget();
}

template <class Component>
bool ComponentProduct::take(std::vector<Part<Component>>& parts, Component& component,
                            const core::BlockTable& table) const {
  const auto slots = table.slots();
  if (slots.size() != 1 || slots[0].row != m_state) return false;
  const auto* light = dynamic_cast<const core::LightProduct*>(&component);
  const std::size_t version = light ? light->lightProduct() : 0;
  if (version != 0) parts.push_back({&component, light, version, factorOf(component)});
  return version != 0;
}

bool ComponentProduct::takeAll(const simulation::MatrixPart& summands) {
  m_forces.clear();
  m_masses.clear();
  for (const auto& force : summands.forces)
    if (!take(m_forces, *force.component, force.stiffness)) return false;
  for (const auto& mass : summands.masses)
    if (!take(m_masses, *mass.component, mass.matrix)) return false;
  return true;
}

bool ComponentProduct::takeConstrained(std::span<const std::pair<int, int>> discarded) {
  m_constrained.clear();
  for (const auto& [row, column] : discarded) {
    if (row != column) return false;
    m_constrained.push_back(row);
  }
  std::ranges::sort(m_constrained);
  const auto repeated = std::ranges::unique(m_constrained);
  m_constrained.erase(repeated.begin(), repeated.end());
  m_aside.resize(m_constrained.size());
  return true;
}

bool ComponentProduct::isReady() const {
  const auto isCurrent = [this](const auto& part) {
    return part.light->lightProduct() == part.version && factorOf(*part.component) == part.factor;
  };
  return m_state && std::ranges::all_of(m_forces, isCurrent) && std::ranges::all_of(m_masses, isCurrent);
}

void ComponentProduct::multiply(core::VecDerivId q, core::VecDerivId p) {
  const auto in = m_state->hostWrite(p);
  for (std::size_t i = 0; i < m_constrained.size(); ++i) m_aside[i] = std::exchange(in[m_constrained[i]], 0);
  m_state->allocate(q);
  m_params.dx = p;
  m_params.df = q;
  if (m_masses.empty()) m_state->clear(q);
  for (const auto& mass : m_masses) {
    const core::ComponentScope scope(*mass.component);
    if (&mass == &m_masses.front())
      mass.component->assignMDx(m_params, q, mass.factor);
    else
      mass.component->accumulateMDx(m_params, q, mass.factor);
  }
  for (const auto& force : m_forces) {
    const core::ComponentScope scope(*force.component);
    force.component->accumulateDForce(m_params, q);
  }
  const auto back = m_state->hostWrite(p), out = m_state->hostWrite(q);
  for (std::size_t i = 0; i < m_constrained.size(); ++i) back[m_constrained[i]] = out[m_constrained[i]] = m_aside[i];
}

}  // namespace sofa::component::linearsystem
