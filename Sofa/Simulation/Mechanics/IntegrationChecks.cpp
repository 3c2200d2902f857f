// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/IntegrationChecks.h"

#include <unordered_set>

#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Simulation/Mechanics/MechanicalPlan.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"

namespace sofa::simulation {
namespace {

using core::BaseState;
using core::Component;

/// Of several mechanical states in one node the last counts. One that was taken out of its node is in none.
bool isHidden(const BaseState& state) {
  return state.isMechanical() && state.context() && core::localMechanicalState(*state.context()) != &state;
}

/// What all solvers of a scene do with what stands below them.
class Integration {
 public:
  void add(const core::OdeSolver& solver) {
    const auto& graph = mechanicalPlan(*solver.context(), solver.context()->d_tags.value()).graph();
    const std::unordered_set<const BaseState*> outside(graph.outside.begin(), graph.outside.end());
    for (const auto& node : graph.nodes) {
      if (node.stopped) continue;
      for (const auto* force : node.forceFields) look(*force, force->states(), solver, outside);
      for (const auto* force : node.interactions) look(*force, force->states(), solver, outside);
      for (const auto* constraint : node.constraints) {
        look(*constraint, constraint->states(), solver, outside);
        lookForMapped(*constraint, graph);
      }
      if (node.mapping) lookForHidden(*node.mapping, solver);
    }
  }

  void tell() const {
    std::unordered_set<const Component*> told;
    for (const auto& found : m_outside)
      if (!m_effective.contains(found.component) && told.insert(found.component).second) tellOutside(found);
    for (const auto& [constraint, state, mapping] : m_onMapped)
      constraint->warning(
          "{} is driven by {}: a projective constraint there holds nothing. Constrain the points of {} that drive it, "
          "or attach it by a force field such as RestShapeSpringsForceField.",
          state->path(), mapping->path(), mapping->inputs().empty() ? "the input" : mapping->inputs()[0]->path());
  }

 private:
  struct Found {
    const Component* component;
    const BaseState* state;
    const core::OdeSolver* solver;
  };
  struct OnMapped {
    const Component* constraint;
    const BaseState* state;
    const core::BaseMapping* mapping;
  };

  void look(const Component& component, const std::vector<BaseState*>& states, const core::OdeSolver& solver,
            const std::unordered_set<const BaseState*>& outside) {
    if (!component.isValid()) return;
    const BaseState* first = nullptr;
    bool all = true;
    for (const auto* state : states) {
      if (!state) continue;
      const bool hidden = outside.contains(state);
      if (hidden && !first) first = state;
      // One that shares its node is never integrated, whatever stands on the other side.
      if (hidden && isHidden(*state)) {
        m_outside.push_back({&component, state, &solver});
        return;
      }
      all = all && hidden;
    }
    if (first && all)
      m_outside.push_back({&component, first, &solver});
    else
      m_effective.insert(&component);
  }

  void lookForHidden(const core::BaseMapping& mapping, const core::OdeSolver& solver) {
    for (const auto& states : {mapping.inputs(), mapping.outputs()})
      for (const auto* state : states)
        if (state && isHidden(*state)) m_outside.push_back({&mapping, state, &solver});
  }

  void lookForMapped(const core::BaseProjectiveConstraint& constraint, const MechanicalGraph& graph) {
    if (!constraint.isValid() || !m_checked.insert(&constraint).second) return;
    for (const auto* state : constraint.states())
      for (const auto* mapping : graph.subtree.mappings)
        if (const auto outputs = mapping->outputs(); state && std::ranges::count(outputs, state) > 0)
          m_onMapped.push_back({&constraint, state, mapping});
  }

  void tellOutside(const Found& found) const {
    if (isHidden(*found.state))
      found.component->warning(
          "It acts on {}, which no solver integrates: of several mechanical states in one node the last counts, {}. "
          "Give "
          "each a node of its own.",
          found.state->path(), core::localMechanicalState(*found.state->context())->path());
    else
      found.component->warning(
          "It has no effect: it acts on {}, but {} integrates the states of its own node and below only. Move this "
          "component beside that state, and a solver there or above.",
          found.state->path(), found.solver->path());
  }

  std::unordered_set<const Component*> m_effective, m_checked;
  std::vector<Found> m_outside;
  std::vector<OnMapped> m_onMapped;
};

}  // namespace

void checkIntegratedStates(Node& root) {
  std::vector<core::OdeSolver*> solvers;
  core::collectBelow(root, solvers);
  Integration integration;
  for (const auto* solver : solvers)
    if (solver->isValid()) integration.add(*solver);
  integration.tell();
}

}  // namespace sofa::simulation
