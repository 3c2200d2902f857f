// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/SolverCircle.h"

#include <unordered_set>

#include "Sofa/Core/Contract/Solver.h"

namespace sofa::core {
namespace {

bool solvesOrBuilds(const Base* object) {
  return dynamic_cast<const LinearSystem*>(object) || dynamic_cast<const LinearSolver*>(object);
}

/// Depth first; `way` leads from the start to `at`.
bool findBack(const Base& start, const Base& at, std::unordered_set<const Base*>& visited,
              std::vector<const Base*>& way) {
  for (const auto* link : at.links())
    for (std::size_t i = 0; i < link->size(); ++i) {
      const Base* next = link->target(i);
      if (!solvesOrBuilds(next)) continue;
      way.push_back(next);
      if (next == &start || (visited.insert(next).second && findBack(start, *next, visited, way))) return true;
      way.pop_back();
    }
  return false;
}

}  // namespace

std::string solverCircle(const Component& component) {
  std::unordered_set<const Base*> visited;
  std::vector<const Base*> way{&component};
  if (!findBack(component, component, visited, way)) return "";
  std::string text;
  for (const auto* object : way) text += (text.empty() ? "" : ", ") + object->path();
  return text;
}

}  // namespace sofa::core
