// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/DivergenceCause.h"

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::simulation {
namespace {

/// Integrators that are stable for small time steps only.
constexpr std::string_view explicitSolvers[] = {"EulerExplicitSolver", "CentralDifferenceSolver", "RungeKutta2Solver",
                                                "RungeKutta4Solver"};

/// Material parameters that pull back if they are positive and push away if not.
constexpr std::string_view restoring[] = {"youngModulus",      "stiffness",    "damping",
                                          "rayleighStiffness", "rayleighMass", "vdamping"};

bool isNegative(const core::BaseData& data) {
  const auto& type = data.type();
  if (!type.isNumeric()) return false;
  const void* value = data.rawValue();
  for (std::size_t i = 0, n = type.scalarCount(value); i < n; ++i)
    if (type.get(value, i) < 0) return true;
  return false;
}

/// "stiffness of /body/spring is negative", or nothing.
std::string negativeParameter(const core::Component& component) {
  for (const auto name : restoring)
    if (const auto* data = component.findData(name); data && isNegative(*data))
      return fmt::format("{} of {} is negative, so that it pushes instead of holding.", name, component.path());
  return {};
}

std::string failedSolve(const core::LinearSolver& solver) {
  const auto& s = solver.statistics();
  if (s.solves == s.converged || !(s.lastResidual > 0.1)) return {};
  return fmt::format(
      "The linear solver {} did not converge: {} of {} solves stopped by the iteration limit, the last at a relative "
      "residual of {:.2g}. Raise its iterations or use a direct solver, for example SparseLDLSolver.",
      solver.path(), s.solves - s.converged, s.solves, s.lastResidual);
}

}  // namespace

std::string likelyCause(const core::BaseState& state) {
  const auto* solver = state.context()->up<core::OdeSolver>();
  if (!solver) return "Nothing integrates this state: look at what moves it.";
  if (auto negative = negativeParameter(*solver); !negative.empty()) return "Likely cause: " + negative;
  std::vector<core::BaseForceField*> forces;
  solver->context()->collectDown(forces);
  for (const auto* force : forces)
    if (auto negative = negativeParameter(*force); !negative.empty()) return "Likely cause: " + negative;
  if (std::ranges::find(explicitSolvers, solver->className()) != std::end(explicitSolvers))
    return fmt::format(
        "Likely cause: {} is explicit, and dt={:g} is too large a step for stiffness and mass. Try a smaller dt or an "
        "EulerImplicitSolver.",
        solver->path(), state.context()->dt());
  std::vector<core::LinearSolver*> linearSolvers;
  solver->context()->collectDown(linearSolvers);
  for (const auto* linear : linearSolvers)
    if (auto failed = failedSolve(*linear); !failed.empty()) return "Likely cause: " + failed;
  return "Try a smaller dt, more damping or an implicit solver, and look for masses, stiffnesses and loads that do not "
         "fit together.";
}

}  // namespace sofa::simulation
