// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/MultiplierForces.h"

#include <algorithm>
#include <ranges>
#include <unordered_set>

#include "Sofa/Core/ObjectModel/IsA.h"

namespace sofa::simulation {

using core::BaseState;
namespace vec = core::vec;

namespace {

/// Calls f with all mappings, those of nodes that are switched off included.
template <class F>
void forEachMapping(core::Node& root, const F& f) {
  core::forEachNode(root, [&](core::Node& node) {
    for (const auto& component : node.components())
      if (core::isA<core::BaseMapping>(*component)) f(dynamic_cast<core::BaseMapping&>(*component));
  });
}

}  // namespace

void MultiplierForces::plan(core::Node& node, const MechanicalGraph::Subtree& subtree) {
  const std::unordered_set<const core::BaseMapping*> planned(subtree.mappings.begin(), subtree.mappings.end());
  forEachMapping(node, [&](auto& mapping) {
    if (!planned.contains(&mapping)) mapping.forgetMultipliers();
  });
  std::unordered_set<const BaseState*> kept;
  m_mappings.clear();
  m_states.clear();
  m_pulls.clear();
  const auto isKept = [&](const BaseState* state) { return kept.contains(state); };
  for (auto* mapping : subtree.mappings) {
    const auto inputs = mapping->inputs();
    const bool carries = std::ranges::any_of(inputs, isKept);
    if (mapping->hasGeometricStiffness())
      m_mappings.push_back(mapping);
    else if (!carries)
      continue;
    // One that other states drive too would pull on what has no such vector.
    if (carries && std::ranges::all_of(inputs, isKept)) m_pulls.push_back(mapping);
    for (auto* state : mapping->outputs())
      if (state && kept.insert(state).second) m_states.push_back(state);
  }
  std::ranges::reverse(m_pulls);
}

bool MultiplierForces::isOutdated(const MechanicalGraph::Subtree& subtree) const {
  const auto isCurved = [](const core::BaseMapping* mapping) { return mapping->hasGeometricStiffness(); };
  return std::ranges::count_if(subtree.mappings, isCurved) != std::ssize(m_mappings);
}

void MultiplierForces::keep(const core::ConstraintProblem& problem) {
  const double h = problem.params.dt;
  for (auto* state : m_states) {
    state->allocate(vec::multiplierForce);
    state->clear(vec::multiplierForce);
    if (h == 0 || problem.jacobian.blocks(state).empty()) continue;
    problem.jacobian.addTransposedProduct(state, problem.lambda, state->hostWrite(vec::multiplierForce));
    state->scale(vec::multiplierForce, 1 / h);
  }
  for (auto* mapping : m_pulls) mapping->accumulateForces(vec::multiplierForce, vec::multiplierForce);
  tellMappings();
}

void MultiplierForces::tellMappings() {
  const auto pulls = [](const BaseState* state) {
    return state && state->has(vec::multiplierForce) &&
           std::ranges::any_of(state->hostRead(vec::multiplierForce), [](double f) { return f != 0; });
  };
  for (auto* mapping : m_mappings) mapping->setPulledByMultipliers(std::ranges::any_of(mapping->outputs(), pulls));
}

void MultiplierForces::forget(core::Node& node) {
  forEachMapping(node, [](auto& mapping) { mapping.forgetMultipliers(); });
}

core::VecDerivId childForce(const core::BaseMapping& mapping, core::VecDerivId f) {
  if (!mapping.isPulledByMultipliers()) return f;
  for (auto* state : mapping.outputs())
    if (state) state->sum(vec::totalForce, f, vec::multiplierForce, 1);
  return vec::totalForce;
}

}  // namespace sofa::simulation
