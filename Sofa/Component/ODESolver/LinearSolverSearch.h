// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Simulation/Mechanics/MechanicalGraph.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::odesolver {

/// First valid T at or below `node` in scene order that the node's tags concern (docs/manual/solvers.md, "Finding a
/// linear solver").
template <class T>
T* findBelow(const core::Node& node) {
  std::vector<T*> found;
  node.collectDown(found);
  for (auto* solver : found)
    if (simulation::tagsMatch(node.d_tags.value(), solver->d_tags.value())) return solver;
  return nullptr;
}

/// Whether `first` stands before `second` in the same node.
inline bool declaredBefore(const core::Component& first, const core::Component& second) {
  if (first.context() != second.context()) return false;
  for (const auto& component : first.context()->components()) {
    if (component.get() == &first) return true;
    if (component.get() == &second) return false;
  }
  return false;
}

/// Warns of linear solvers beside the one used that no component of the scene refers to: a preconditioner that stands
/// before the solver it belongs to is taken for the solver.
inline void reportIdleSolvers(const core::Component& user, const core::LinearSolver& used) {
  const auto solvers = used.context()->allLocal<core::LinearSolver>();
  if (solvers.size() < 2) return;
  std::vector<const core::Base*> busy{&used};
  bool takesTheFirst = false;  // a component that looks for a solver by itself
  core::forEachNode(*used.context()->root(), [&](core::Node& node) {
    for (const auto& component : node.components())
      for (const auto* link : component->links()) {
        takesTheFirst |= link->name() == "linearSolver" && !link->isGiven() && component.get() != &user;
        for (std::size_t i = 0; i < link->size(); ++i) busy.push_back(link->target(i));
      }
  });
  if (takesTheFirst) return;
  for (const auto* solver : solvers)
    if (std::find(busy.begin(), busy.end(), solver) == busy.end())
      user.warning(
          "Several linear solvers stand in {}: {} is used, and nothing refers to {}. Say which one is meant by "
          "linearSolver, or remove the other; a preconditioner has to stand behind the solver that uses it.",
          used.context()->path(), used.name(), solver->name());
}

/// Fills an empty link to the linear solver; without one the component is invalid, with a message that says what to
/// add.
inline void requireLinearSolver(core::Component& solver, core::Link<core::LinearSolver>& link) {
  auto* first = findBelow<core::LinearSolver>(*solver.context());
  if (link && link.get() != first && declaredBefore(solver, *link) && core::reproducesSofa(solver)) {
    core::tellDefect(solver,
                     fmt::format("a link to a component that is declared later is not followed: {} is used instead of "
                                 "linearSolver={}",
                                 first->path(), link.text()),
                     "Move this component behind the linear solver it names");
    link.set(first);
  }
  if (!link) link.set(first);
  if (link) return reportIdleSolvers(solver, *link);
  solver.error(
      "A linear solver is required by this component but has not been found. Add one to this node, for example "
      "<CGLinearSolver iterations=\"25\" tolerance=\"1e-5\" threshold=\"1e-5\"/>.");
  solver.setInvalid();
}

}  // namespace sofa::component::odesolver
