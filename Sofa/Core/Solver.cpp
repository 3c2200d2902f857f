#include "Sofa/Core/Solver.h"

#include "Sofa/Core/Context.h"

namespace sofa::core {

double OdeSolver::solutionFactor(Quantity, double) const {
  error("{} gives no integration factor: constraints cannot correct its results. Use an EulerImplicitSolver.",
        className());
  return 0;
}

double OdeSolver::integrationFactor(Quantity, Quantity, double) const {
  error("{} gives no integration factor. Use an EulerImplicitSolver.", className());
  return 0;
}

double OdeSolver::positionIntegrationFactor() const { return solutionFactor(Quantity::Position, context()->dt()); }

double OdeSolver::velocityIntegrationFactor() const { return solutionFactor(Quantity::Velocity, context()->dt()); }

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
