#include "Sofa/Core/Contract/Solver.h"

#include <algorithm>

#include "Sofa/Core/ObjectModel/Context.h"

namespace sofa::core {

void LinearSystem::gather(VecDerivId v, std::span<double> x) const {
  auto out = x.begin();
  for (const BaseState* state : states()) {
    const auto values = state->flat(v);
    const std::size_t size = state->size() * static_cast<std::size_t>(state->derivSize());
    if (values.size() == size)
      std::copy(values.begin(), values.end(), out);
    else
      std::fill_n(out, size, 0.0);
    out += static_cast<std::ptrdiff_t>(size);
  }
}

void LinearSystem::scatter(std::span<const double> x, VecDerivId v) const {
  auto in = x.begin();
  for (BaseState* state : states()) {
    state->allocate(v);
    const auto values = state->flatWrite(v);
    std::copy_n(in, values.size(), values.begin());
    in += static_cast<std::ptrdiff_t>(values.size());
  }
}

bool LinearSolver::addComplianceProduct(linearalgebra::DenseMatrix&, const linearalgebra::SparseRows&, double) {
  return false;
}

LinearSystem* findLinearSystem(const Context& node) {
  for (const Context* at = &node; at; at = at->parent()) {
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
