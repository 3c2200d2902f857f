// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/AdjointStep.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::odesolver {

/// Static equilibrium f(x) = 0 by Newton iterations; time and velocities are not touched (docs/manual/solvers.md,
/// "Static equilibrium").
class StaticSolver : public core::OdeSolver, public core::AdjointStep {
 public:
  core::Link<core::NewtonSolver> l_newtonSolver{this, "newtonSolver",
                                                "Newton solver; default: the first at or below this node"};
  core::Link<core::LinearSolver> l_linearSolver{this, "linearSolver",
                                                "linear solver; default: the first at or below this node"};

  void init() override;
  void solve(double dt, core::VecCoordId xResult, core::VecDerivId vResult) override;
  double solutionFactor(Quantity result, double h) const override;
  double integrationFactor(Quantity start, Quantity result, double h) const override;

  std::string adjointObstacle() override;
  void transposeStep(double h, core::VecDerivId position, core::VecDerivId velocity, core::VecDerivId force) override;
  double weightedResidual(double h) override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;

 private:
  class Equilibrium;
  class Balance;
  class StartBalance;
  /// The time whose loads act in a step from `start` to start + h (s).
  double loadTime(double start, double h) const;
  void prescribe(double time, core::VecCoordId x);

  std::vector<std::pair<std::string, std::string>> m_forwarded;  // legacy attributes for a Newton solver made here
  simulation::MechanicalOperations m_ops;
  simulation::TemporaryCoord m_before, m_end;  ///< the latter of the last transposeStep()
  simulation::TemporaryDeriv m_multiplier;     ///< and its multipliers
};

}  // namespace sofa::component::odesolver
