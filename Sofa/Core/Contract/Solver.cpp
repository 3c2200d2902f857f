// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/Solver.h"

#include <algorithm>

#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::core {

void LinearSystem::gather(VecDerivId v, std::span<double> x) const {
  std::size_t offset = 0;
  for (const BaseState* state : states()) {
    const std::size_t size = state->size() * static_cast<std::size_t>(state->derivSize());
    const auto part = x.subspan(offset, size);
    if (!state->gather(v, part)) std::ranges::fill(part, 0.0);
    offset += size;
  }
}

void LinearSystem::scatter(std::span<const double> x, VecDerivId v) const {
  std::size_t offset = 0;
  for (BaseState* state : states()) {
    state->allocate(v);
    const std::size_t size = state->size() * static_cast<std::size_t>(state->derivSize());
    state->scatter(x.subspan(offset, size), v);
    offset += size;
  }
}

bool LinearSolver::addComplianceProduct(linearalgebra::DenseMatrix&, const linearalgebra::SparseRows&, double) {
  return false;
}

LinearSystem* findLinearSystem(const Node& node) {
  for (const Node* at = &node; at; at = at->parent()) {
    if (auto* system = at->local<LinearSystem>()) return system;
    for (const auto* solver : at->allLocal<LinearSolver>())
      if (solver->linearSystem()) return solver->linearSystem();
  }
  return nullptr;
}

double OdeSolver::solutionFactor(Quantity, double) const {
  error("{} gives no integration factor: constraints cannot correct its results. Use an EulerImplicitSolver.",
        className());
  return 0;
}

double OdeSolver::integrationFactor(Quantity, Quantity, double) const {
  error("{} gives no integration factor. Use an EulerImplicitSolver.", className());
  return 0;
}

double OdeSolver::choose(Quantity quantity, double position, double velocity, double acceleration) {
  if (quantity == Quantity::Position) return position;
  return quantity == Quantity::Velocity ? velocity : acceleration;
}

double OdeSolver::factorOf(Quantity start, Quantity result, double xFromV, double xFromA, double vFromA) {
  if (start == result) return 1;
  if (result == Quantity::Position) return start == Quantity::Velocity ? xFromV : xFromA;
  return result == Quantity::Velocity && start == Quantity::Acceleration ? vFromA : 0;
}

}  // namespace sofa::core
