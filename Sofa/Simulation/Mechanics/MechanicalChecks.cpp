// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/MechanicalChecks.h"

#include <set>
#include <string_view>
#include <utility>

#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/PartialMass.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Simulation/Mechanics/SharedForces.h"

namespace sofa::simulation {
namespace {

using StateSet = std::set<const core::BaseState*>;

/// What acts on which state.
struct Mechanics {
  std::vector<const core::BaseState*> states;  ///< mechanical ones, in scene order
  std::map<const core::BaseState*, std::vector<const core::BaseMass*>> masses;
  StateSet forced;  ///< by other forces than weights
  std::vector<const core::BaseMapping*> mappings;
};

Mechanics collect(Node& root) {
  Mechanics all;
  for (const Node* node : root.order())
    for (const auto& component : node->components()) {
      if (const auto* state = dynamic_cast<const core::BaseState*>(component.get()); state && state->isMechanical())
        all.states.push_back(state);
      else if (const auto* mapping = dynamic_cast<const core::BaseMapping*>(component.get()))
        all.mappings.push_back(mapping);
      else if (const auto* mass = dynamic_cast<const core::BaseMass*>(component.get()))
        for (const auto* heavy : mass->states()) all.masses[heavy].push_back(mass);
      else if (const auto* force = dynamic_cast<const core::BaseForceField*>(component.get()))
        for (const auto* moved : force->states()) all.forced.insert(moved);
    }
  return all;
}

StateSet mappedStates(const Mechanics& all) {
  StateSet mapped;
  for (const auto* mapping : all.mappings)
    for (const auto* output : mapping->outputs()) mapped.insert(output);
  return mapped;
}

/// Adds the inputs of every mapping with an output among them: what acts on the output acts on the input.
StateSet withInputs(const Mechanics& all, StateSet states) {
  for (std::size_t before = 0; before != states.size();) {
    before = states.size();
    for (const auto* mapping : all.mappings) {
      const auto outputs = mapping->outputs();
      if (!std::ranges::any_of(outputs, [&](const auto* output) { return states.contains(output); })) continue;
      for (const auto* input : mapping->inputs()) states.insert(input);
    }
  }
  return states;
}

StateSet heavyStates(const Mechanics& all) {
  StateSet heavy;
  for (const auto& [state, masses] : all.masses) heavy.insert(state);
  return withInputs(all, std::move(heavy));
}

/// Equilibria know no inertia.
bool needsMass(const core::OdeSolver& solver) { return solver.className() != "StaticSolver"; }

/// Points that are placed by a link are there to be looked at.
bool followsData(const core::BaseState& state) {
  const auto* positions = state.findData("position");
  return positions && positions->parent();
}

void checkSolved(const Mechanics& all) {
  const StateSet mapped = mappedStates(all), heavy = heavyStates(all), forced = withInputs(all, all.forced);
  for (const auto* state : all.states) {
    if (mapped.contains(state)) continue;
    const auto* solver = core::upFrom<core::OdeSolver>(*state->context());
    const bool falls = !state->context()->gravity().isZero();
    if (!solver && all.masses.contains(state) && (falls || forced.contains(state)))
      state->warning(
          "This state has a mass and forces, but no ODE solver moves it. Add one to its node or above, for example "
          "<EulerImplicitSolver/> and <CGLinearSolver iterations=\"25\" tolerance=\"1e-5\" threshold=\"1e-5\"/>.");
    if (solver && needsMass(*solver) && !heavy.contains(state) && !followsData(*state))
      state->warning(
          "{} solves for the motion of this state, which has no mass: no weight acts on it, and its system may be "
          "singular. Add one to its node, for example <UniformMass totalMass=\"1\"/>.",
          solver->path());
  }
}

void checkMasses(const Mechanics& all) {
  for (const auto* state : all.states) {
    const auto found = all.masses.find(state);
    if (found == all.masses.end()) continue;
    const auto& masses = found->second;
    const auto isPartial = [](const core::BaseMass* mass) { return dynamic_cast<const core::PartialMass*>(mass); };
    for (std::size_t i = 1; i < masses.size(); ++i)
      if (masses[i]->context() == masses[0]->context() && !(isPartial(masses[0]) && isPartial(masses[i])))
        masses[i]->warning("{} gives {} a mass already: both act, weights and inertia add up. Remove one.",
                           masses[0]->path(), state->path());
  }
}

void tellOfBeginning(const core::BaseForceField& force) {
  constexpr std::string_view explicitly =
      "is that of the beginning of the step, as in an explicit scheme: where stiffness dt^2 is large for their mass it "
      "throws them apart";
  if (isBetweenSolvers(force))
    return core::tellDefect(force, fmt::format("a force between bodies with solvers of their own {}", explicitly),
                            "Put both under one ODE solver with one linear solver");
  core::tellDefect(force, fmt::format("a force that stands above the ODE solver of its bodies {}", explicitly),
                   "Move it into the node of that solver");
}

/// Contacts tell it themselves, where they act.
void checkInteractions(Node& root) {
  for (const Node* node : root.order())
    for (const auto* force : node->allLocal<core::BaseForceField>()) {
      if (!force->isInteraction() || !actsOnImplicit(*force)) continue;
      if (!core::upFrom<core::OdeSolver>(*node)) {
        if (core::reproducesSofa(*force) && !movesFreely(root)) return tellOfBeginning(*force);
      } else if (isBetweenSolvers(*force)) {
        return force->warning(
            "This force acts between bodies with solvers of their own, but stands below one of them: the other one "
            "does "
            "not know it. Move it above both, or put both under one ODE solver. This is said of the first such force.");
      }
    }
}

/// Forces and masses on one body in a node that no solver covers: the first of each.
void checkOutside(Node& root) {
  const auto isSolved = [](const core::BaseState* state) {
    return state && core::upFrom<core::OdeSolver>(*state->context()) != nullptr;
  };
  bool toldOfMass = false, toldOfForce = false;
  for (const Node* node : root.order())
    for (const auto* force : node->allLocal<core::BaseForceField>()) {
      if (force->isInteraction() || !std::ranges::any_of(force->states(), isSolved)) continue;
      if (core::upFrom<core::OdeSolver>(*node)) continue;
      if (dynamic_cast<const core::BaseMass*>(force)) {
        if (!std::exchange(toldOfMass, true))
          force->warning(
              "This mass stands in no ODE solver's node nor below: the solver of its state does not know it. Move it "
              "into the node of the state. This is said of the first such mass.");
      } else if (core::reproducesSofa(*force) && !std::exchange(toldOfForce, true)) {
        core::tellDefect(*force,
                         "a force on one body that stands in no ODE solver's node nor below does not act (said of the "
                         "first such force)",
                         "Move it into the node of the body");
      }
    }
}

/// What an empty list of points means to the component; empty if it is none that acts on points.
std::string meaningOfNoPoints(const core::Component& component) {
  if (dynamic_cast<const core::BaseProjectiveConstraint*>(&component) ||
      dynamic_cast<const core::BaseLagrangianConstraint*>(&component)) {
    const auto* all = component.findData("fixAll");
    return all && all->text() == "1" ? "" : "nothing is constrained";
  }
  return dynamic_cast<const core::BaseForceField*>(&component) ? "which stands for all points" : "";
}

void checkPointLists(const core::Component& component) {
  for (const char* name : {"indices", "points", "indices1", "indices2"}) {
    const auto* data = component.findData(name);
    if (!data || data->linkPath().empty() || !data->type().isNumeric()) continue;
    const std::string meaning = meaningOfNoPoints(component);
    if (meaning.empty()) continue;
    const bool empty = data->type().scalarCount(data->rawValue()) == 0;
    if (!data->parent() && !empty)
      component.warning("{}=\"{}\" names nothing, so that {} is \"{}\" as if it were not given. Correct the link.",
                        name, data->linkPath(), name, data->text());
    else if (empty)
      component.warning("{} is empty, as {} is: {}. Look at what selects these points.", name, data->linkPath(),
                        meaning);
  }
}

/// Whether the scene names components that could not be made: what else is missing follows from that.
bool isIncomplete(Node& root) {
  return std::ranges::any_of(root.order(),
                             [](const Node* node) { return node->local<core::InfoComponent>() != nullptr; });
}

}  // namespace

bool movesFreely(const core::Node& root) {
  const auto* loop = root.local<core::AnimationLoop>();
  return loop && (loop->className() == "FreeMotionAnimationLoop" || loop->className() == "ConstraintAnimationLoop");
}

void checkMechanics(Node& root) {
  const Mechanics all = collect(root);
  checkMasses(all);
  if (isIncomplete(root)) return;
  checkSolved(all);
  checkInteractions(root);
  checkOutside(root);
  for (const Node* node : root.order())
    for (const auto& component : node->components()) checkPointLists(*component);
}

}  // namespace sofa::simulation
