// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/IncrementalPotentialSolver.h"

#include <algorithm>
#include <iterator>

#include "Sofa/Component/ODESolver/LinearSolverSearch.h"
#include "Sofa/Component/ODESolver/PrescribedMotion.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Profiler.h"
#include "Sofa/Mechanics/Newton/BacktrackingSearch.h"

namespace sofa::component::odesolver {

namespace vec = core::vec;

void IncrementalPotentialSolver::init() {
  m_ops.bind(*context(), context()->d_tags.value());
  setValid();
  requireLinearSolver(*this, l_linearSolver);
}

/// Names what has no energy to be minimised; the solver then does nothing.
bool IncrementalPotentialSolver::checkEnergies() {
  const std::pair versions{m_ops.plan().structureVersion(), m_ops.plan().contactsVersion()};
  if (!isValid() || std::exchange(m_checked, versions) == versions) return isValid();
  const auto refuse = [this](const core::BaseForceField& force, const std::string& why) {
    error("{} {}: this solver minimises energies and cannot take it in. Remove it, or use an EulerImplicitSolver.",
          force.path(), why);
    setInvalid();
  };
  const auto check = [&](core::BaseForceField& force) {
    if (!force.potentialEnergy({}))
      refuse(force, "has no potential energy");
    else if (!force.isConservative())
      refuse(force, "has a force that is not the gradient of its energy (it damps, or turns with some of its nodes)");
    else if (force.d_rayleighStiffness.value() != 0)
      refuse(force, "has rayleighStiffness, a force without energy");
  };
  for (const auto& node : m_ops.graph().nodes) {
    for (auto* force : node.forceFields) check(*force);
    for (auto* force : node.interactions) check(*force);
    if (node.mass && node.mass->d_rayleighMass.value() != 0)
      refuse(*node.mass, "has rayleighMass, which belongs to this solver here");
  }
  return isValid();
}

void IncrementalPotentialSolver::solve(double dt, core::VecCoordId x, core::VecDerivId vResult) {
  if (!checkEnergies()) return;
  const double begin = context()->time();
  m_ops.copy(m_start, vec::position);
  m_ops.copy(m_startVelocity, vec::velocity);
  d_iterations.set(0);
  d_backtracking.set(0);
  setTime(m_ops, begin + dt);
  prescribe();
  const double shortest = d_shortestStep.value() > 0 ? d_shortestStep.value() : dt / 32768;
  unsigned parts = 0;
  for (double left = dt, h = dt; left > 0;) {
    h = std::min(h, left);
    if (left < dt || h < dt) setTime(m_ops, begin + (dt - left) + h);
    beginStep(m_start, m_startVelocity, h);
    if (const char* failure = minimise(h, dt, x)) {
      h /= 2;
      if (h >= shortest) continue;
      error(
          "The step from {} s stops {} s before its end: {} even over {} s. Check the forces, or allow more "
          "iterations.",
          begin, left, failure, 2 * h);
      m_ops.copy(x, m_start);
      m_ops.propagatePosition(x);
      break;
    }
    ++parts;
    left = left - h > 1e-12 * dt ? left - h : 0;
    m_ops.copy(m_startVelocity, m_displacement);
    m_ops.scale(m_startVelocity, 1 / h);
    m_ops.copy(m_start, x);
  }
  setTime(m_ops, begin + dt);
  d_subSteps.set(parts);
  m_ops.copy(vResult, m_startVelocity);
}

/// The nodes have the time of the end; what begins a step reads that of its beginning.
void IncrementalPotentialSolver::beginStep(core::VecCoordId start, core::VecDerivId startVelocity, double h) {
  const double end = context()->time();
  setTime(m_ops, end - h);
  m_ops.propagatePosition(start);
  m_ops.beginStep({.x = start, .v = startVelocity, .dt = h});
  setTime(m_ops, end);
}

/// m_prescribedMove = what the constraints move until the time of the nodes; zero for all that is free.
void IncrementalPotentialSolver::prescribe() {
  m_ops.copy(m_prescribed, m_start);
  prescribePositions(m_ops, m_prescribed);
  for (auto* state : m_ops.graph().unmapped) difference(*state, m_prescribedMove, m_prescribed, m_start);
}

const char* IncrementalPotentialSolver::minimise(double h, double dt, core::VecCoordId x) {
  Progress progress = begin(h, dt, x);
  if (!std::isfinite(m_energy.total)) return "the energy is not finite where it begins";
  const unsigned least = std::max(1u, d_minIterations.value());
  for (unsigned i = 0;; ++i) {
    const bool projected = d_projection.value().is("ProjectedNewton") || m_projections > 0;
    computeGradient(h, x, projected ? core::Linearisation::positiveDefinite : core::Linearisation::exact);
    const double residual = m_residual.largest();
    if (!std::isfinite(residual)) return "the forces are not finite";
    if (i == 0) progress.firstResidual = residual;
    if (residual == 0 || (i >= least && isBalanced(progress))) return nullptr;
    if (i == d_maxIterations.value()) return "Newton's method does not converge";
    if (!findDirection(h, x)) return i > 0 && isNegligible() ? nullptr : "no direction descends";
    if (m_projections > 0) --m_projections;
    ++d_iterations.edit();
    const double factor = searchLine(h, x);
    const bool last = wasLastMove(h, factor, progress);
    if (last && i + 1 >= least) return nullptr;
    if (factor == 0 && !last) return "the line search finds no lower energy";
  }
}

auto IncrementalPotentialSolver::begin(double h, double dt, core::VecCoordId x) -> Progress {
  // Newton's method ends with a movement below 1e-10 of the body, since the next is as much smaller again, or, where it
  // converges by less, at 1e-7; and where coordinates have no more digits.
  constexpr double small = 1e-10, standstill = 1e-7, digits = 16 * std::numeric_limits<double>::epsilon();
  const auto& states = m_ops.graph().unmapped;
  const StateMagnitudes size = StateMagnitudes::extents(states, m_start);
  const StateMagnitudes places = StateMagnitudes::places(states, m_start);
  Progress progress{.floor = size, .negligible = size};
  progress.floor.scale(small).add(digits, places);
  progress.negligible.scale(standstill).add(digits, places);
  m_inertia.begin(m_ops, h, d_rayleighMass.value(), m_start, m_startVelocity);
  m_pushed.clear();
  std::ranges::copy_if(m_ops.graph().solved.mappedStates, std::back_inserter(m_pushed), [](const auto* state) {
    return state->has(vec::externalForce) && state->largestMagnitude(vec::externalForce) != 0;
  });
  m_ops.copy(m_displacement, m_prescribedMove);
  if (h != dt) m_ops.scale(m_displacement, h / dt);
  m_energy = energy(h, x, m_displacement);
  m_projections = 0;
  return progress;
}

/// g = M ((1 / h^2 + rM / h) d - v0 / h) - f.
void IncrementalPotentialSolver::computeGradient(double h, core::VecCoordId x, core::Linearisation kind) {
  const auto& states = m_ops.graph().unmapped;
  core::MechanicalParams params{.x = x, .v = m_startVelocity, .dt = h, .implicit = true};
  m_ops.computeForceAndLinearise(params, vec::force, kind);
  m_inertia.gradient(m_ops, m_gradient, x, m_displacement);
  m_ops.copy(m_work, m_gradient);
  m_ops.projectResponse(params, m_work);
  m_inertiaForces = StateMagnitudes(states, m_work);
  m_ops.addScaled(m_gradient, vec::force, -1.0);
  m_ops.projectResponse(params, m_gradient);
  m_residual = StateMagnitudes(states, m_gradient);
}

bool IncrementalPotentialSolver::hasOwnTolerance() const {
  return d_residualTolerance.value() > 0 || d_relativeTolerance.value() > 0 || d_stepTolerance.value() > 0;
}

bool IncrementalPotentialSolver::isBalanced(const Progress& progress) const {
  if (!hasOwnTolerance()) return m_residual.areWithin(d_tolerance.value(), m_inertiaForces);
  const double residual = m_residual.largest();
  return residual < d_residualTolerance.value() || residual < d_relativeTolerance.value() * progress.firstResidual;
}

/// What the direction promises is lost in the rounding of energies.
bool IncrementalPotentialSolver::isNegligible() const {
  return m_slope != 0 && std::isfinite(m_energy.parts) &&
         std::abs(m_slope) <= std::numeric_limits<double>::epsilon() * m_energy.parts;
}

bool IncrementalPotentialSolver::wasLastMove(double h, double factor, Progress& progress) {
  const auto& states = m_ops.graph().unmapped;
  const StateMagnitudes move(states, m_direction);
  const double before = std::exchange(progress.lastMove, move.largest());
  if (isNegligible() || move.areWithin(1, progress.floor)) return true;
  const bool standsStill = factor == 0 || (before > 0 && progress.lastMove > before / 2);
  if (standsStill && move.areWithin(1, progress.negligible)) return true;
  if (factor == 0) return false;
  if (hasOwnTolerance()) return progress.lastMove < d_stepTolerance.value();
  m_ops.sum(m_work, m_displacement, m_startVelocity, -h);
  return factor == 1 && move.areWithin(d_tolerance.value(), StateMagnitudes(states, m_work));
}

bool IncrementalPotentialSolver::findDirection(double h, core::VecCoordId x) {
  constexpr unsigned countdown = 4;
  core::MechanicalParams matrix{.x = x, .v = m_startVelocity, .dt = h, .implicit = true};
  matrix.mFactor = m_inertia.massFactor();
  matrix.kFactor = -1;
  m_ops.copy(m_work, m_gradient);
  m_ops.scale(m_work, -1.0);
  for (bool again = d_projection.value().is("ProjectOnDemand") && m_projections == 0;; again = false) {
    m_ops.clear(m_direction);
    const helper::ProfileScope scope("MBKSolve");
    l_linearSolver->build(matrix);
    l_linearSolver->solve(m_direction, m_work);
    m_slope = m_ops.dot(m_gradient, m_direction);
    if (m_slope < 0) return true;
    if (!again) return false;
    m_projections = countdown;
    m_ops.linearise(matrix, core::Linearisation::positiveDefinite);
  }
}

double IncrementalPotentialSolver::searchLine(double h, core::VecCoordId x) {
  constexpr double rounding = 1e-13;  // of the energies, where a step changes them by no more
  m_ops.propagateDx(m_direction);
  const double largest = StateMagnitudes(m_ops.graph().unmapped, m_direction).largest();
  double factor = std::min(1.0, d_stepCap.value() / largest);
  factor = std::min(factor, m_ops.longestStep({.x = x, .v = m_startVelocity, .dx = m_direction, .dt = h}));
  Energy now;
  const mechanics::BacktrackingSearch line{
      .decrease = d_armijo.value(), .mostHalvings = d_maxBacktracking.value(), .noise = rounding * m_energy.parts};
  const auto [step, halvings] = line.search(factor, m_energy.total, m_slope, [&](double length) {
    m_ops.sum(m_trial, m_displacement, m_direction, length);
    now = energy(h, x, m_trial);
    return now.total;
  });
  d_backtracking.edit() += halvings;
  if (step > 0) {
    m_energy = now;
    m_ops.copy(m_displacement, m_trial);
    return step;
  }
  m_ops.integrate(x, m_start, m_displacement, 1.0);
  m_ops.propagatePosition(x);
  return 0;
}

/// Of the forces that other solvers' nodes act with: they stay as they are during the step.
void IncrementalPotentialSolver::addExternalWork(Energy& sum, core::VecCoordId x, core::VecDerivId displacement) {
  const auto work = [&](const core::BaseState& state, core::VecDerivId movement) {
    const auto force = state.hostRead(vec::externalForce), d = state.hostRead(movement);
    double total = 0;
    for (std::size_t i = 0; i < std::min(force.size(), d.size()); ++i) total += force[i] * d[i];
    return total;
  };
  for (auto* state : m_ops.graph().unmapped) sum.add(-work(*state, displacement));
  for (auto* state : m_pushed) {
    difference(*state, m_work, x, m_start);
    sum.add(-work(*state, m_work));
  }
}

auto IncrementalPotentialSolver::energy(double h, core::VecCoordId x, core::VecDerivId displacement) -> Energy {
  m_ops.integrate(x, m_start, displacement, 1.0);
  m_ops.propagatePosition(x);
  Energy sum;
  sum.add(m_inertia.energy(m_ops, x, displacement));
  addExternalWork(sum, x, displacement);
  const core::MechanicalParams params{.x = x, .v = m_startVelocity, .dt = h};
  for (auto* force : m_ops.graph().solved.forceFields) {
    const core::ComponentScope scope(*force);
    if (const auto energy = force->potentialEnergy(params)) sum.add(*energy);
  }
  return sum;
}

double IncrementalPotentialSolver::solutionFactor(Quantity result, double h) const {
  return choose(result, 1, 1 / h, 1 / (h * h));
}

double IncrementalPotentialSolver::integrationFactor(Quantity start, Quantity result, double h) const {
  return factorOf(start, result, h, 0, 0);
}

namespace {
const auto registered = core::Register("IncrementalPotentialSolver", "Sofa.Component.ODESolver.Backward",
                                       "backward Euler as a minimisation of energies, by Newton's method")
                            .add<IncrementalPotentialSolver>();
}  // namespace

}  // namespace sofa::component::odesolver
