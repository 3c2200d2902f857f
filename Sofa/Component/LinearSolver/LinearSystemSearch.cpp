// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/LinearSolver/LinearSystemSearch.h"

#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::component::linearsolver {

namespace {

bool isUsed(const core::LinearSolver& solver, const core::LinearSystem& system) {
  for (const auto* node = solver.context(); node; node = node->parent())
    for (const auto* other : core::allLocalOf<core::LinearSolver>(*node))
      if (other != &solver && other->linearSystem() == &system) return true;
  return false;
}

void search(core::LinearSolver& solver, core::Link<core::LinearSystem>& link, std::string_view defaultClass,
            const std::string& matrixType) {
  std::size_t fitting = 0, others = 0, free = 0;
  core::LinearSystem* other = nullptr;
  for (const auto* node = solver.context(); node; node = node->parent())
    for (auto* system : core::allLocalOf<core::LinearSystem>(*node)) {
      if (system->templateName() != matrixType) {
        // One that serves another solver was not meant for this one.
        if (isUsed(solver, *system)) continue;
        ++others;
        other = system;
        continue;
      }
      ++fitting;
      if (isUsed(solver, *system)) continue;
      if (free++ == 0) link.set(system);
    }
  if (free > 1)
    solver.warning("Several linear systems have been found; {} is taken. Say which one by linearSystem.", link->path());
  if (link) return;
  if (fitting > 0)
    solver.warning(
        "A linear system has been found, but it is already associated to another linear solver: another one is added.");
  else if (others > 0)
    solver.warning(
        "A linear system has been found, but not the expected type: {} is of type {}, this solver works on {}. A {} of "
        "that type is added; give the linear system template=\"{}\" or set linearSystem.",
        other->path(), other->templateName(), matrixType, defaultClass, matrixType);
  auto created = solver.context()->add(std::string(defaultClass), {{"template", matrixType}});
  link.set(dynamic_cast<core::LinearSystem*>(created.get()));
}

}  // namespace

void connectLinearSystem(core::LinearSolver& solver, core::Link<core::LinearSystem>& link,
                         std::string_view defaultClass, const std::string& matrixType) {
  if (!link) search(solver, link, defaultClass, matrixType);
  if (link) link->bind(*solver.context(), solver.d_tags.value());
}

}  // namespace sofa::component::linearsolver
