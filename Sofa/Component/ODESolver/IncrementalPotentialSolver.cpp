#include "Sofa/Component/ODESolver/IncrementalPotentialSolver.h"

#include "Sofa/Component/ODESolver/LinearSolverSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Profiler.h"

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
  m_ops.copy(m_start, vec::position);
  m_ops.copy(m_startVelocity, vec::velocity);
  d_iterations.set(0);
  d_backtracking.set(0);
  unsigned parts = 0;
  for (double left = dt, h = dt; left > 0;) {
    h = std::min(h, left);
    m_ops.beginStep({.x = m_start, .v = m_startVelocity, .dt = h});
    if (const char* failure = minimise(h, x)) {
      h /= 2;
      if (h >= d_shortestStep.value()) continue;
      error(
          "The step from {} s stops {} s before its end: {} even over {} s. Check the forces, or allow more "
          "iterations.",
          context()->time(), left, failure, 2 * h);
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
  d_subSteps.set(parts);
  m_ops.copy(vResult, m_startVelocity);
}

const char* IncrementalPotentialSolver::minimise(double h, core::VecCoordId x) {
  m_ops.clear(m_displacement);
  m_energy = energy(h, x, m_displacement);
  m_projections = 0;
  double first = 0;
  for (unsigned i = 0;; ++i) {
    const bool mayEnd = i >= d_minIterations.value();
    const bool projected = d_projection.value().is("ProjectedNewton") || m_projections > 0;
    computeGradient(h, x, projected ? core::Linearisation::positiveDefinite : core::Linearisation::exact);
    const double residual = largest(m_gradient);
    if (!std::isfinite(residual)) return "the forces are not finite";
    if (i == 0) first = residual;
    if (residual == 0 || (mayEnd && (residual < d_residualTolerance.value() ||
                                     (i > 0 && residual < d_relativeTolerance.value() * first))))
      return nullptr;
    if (i == d_maxIterations.value()) return "Newton's method does not converge";
    if (!findDirection(h, x)) return "no direction descends";
    if (m_projections > 0) --m_projections;
    if (mayEnd && largest(m_direction) < d_stepTolerance.value()) return nullptr;
    ++d_iterations.edit();
    if (!searchLine(h, x)) return "the line search finds no lower energy";
  }
}

/// g = M ((1 / h^2 + rM / h) d - v0 / h) - f.
void IncrementalPotentialSolver::computeGradient(double h, core::VecCoordId x, core::Linearisation kind) {
  core::MechanicalParams params{.x = x, .v = m_startVelocity, .dt = h, .implicit = true};
  m_ops.computeForceAndLinearise(params, vec::force, kind);
  m_ops.copy(m_work, m_startVelocity);
  m_ops.scale(m_work, -1 / h);
  m_ops.addScaled(m_work, m_displacement, 1 / (h * h) + d_rayleighMass.value() / h);
  m_ops.clear(m_gradient);
  params.dx = m_work;
  m_ops.addMdx(params, m_gradient, 1.0);
  m_ops.addScaled(m_gradient, vec::force, -1.0);
  m_ops.projectResponse(params, m_gradient);
}

bool IncrementalPotentialSolver::findDirection(double h, core::VecCoordId x) {
  constexpr unsigned countdown = 4;
  core::MechanicalParams matrix{.x = x, .v = m_startVelocity, .dt = h, .implicit = true};
  matrix.mFactor = 1 / (h * h) + d_rayleighMass.value() / h;
  matrix.kFactor = -1;
  m_ops.copy(m_work, m_gradient);
  m_ops.scale(m_work, -1.0);
  for (bool again = d_projection.value().is("ProjectOnDemand") && m_projections == 0;; again = false) {
    m_ops.clear(m_direction);
    const helper::ProfileScope scope("MBKSolve");
    l_linearSolver->build(matrix);
    l_linearSolver->solve(m_direction, m_work);
    if (m_ops.dot(m_gradient, m_direction) < 0) return true;
    if (!again) return false;
    m_projections = countdown;
    m_ops.linearise(matrix, core::Linearisation::positiveDefinite);
  }
}

bool IncrementalPotentialSolver::searchLine(double h, core::VecCoordId x) {
  constexpr double rounding = 1e-13;  // of the energies, where a step changes them by no more
  m_ops.propagateDx(m_direction);
  const double slope = m_ops.dot(m_gradient, m_direction);
  double factor = std::min(1.0, d_stepCap.value() / largest(m_direction));
  factor = std::min(factor, m_ops.longestStep({.x = x, .v = m_startVelocity, .dx = m_direction, .dt = h}));
  for (unsigned trial = 0; trial <= d_maxBacktracking.value(); ++trial, factor /= 2) {
    m_ops.sum(m_trial, m_displacement, m_direction, factor);
    const double now = energy(h, x, m_trial);
    if (now <= m_energy + d_armijo.value() * factor * slope + rounding * std::abs(m_energy)) {
      m_energy = now;
      m_ops.copy(m_displacement, m_trial);
      return true;
    }
    ++d_backtracking.edit();
  }
  return false;
}

/// factor d.M d / 2.
double IncrementalPotentialSolver::inertia(core::VecDerivId d, double factor) {
  core::MechanicalParams params;
  params.dx = d;
  m_ops.clear(m_product);
  m_ops.addMdx(params, m_product, 1.0);
  return 0.5 * factor * m_ops.dot(d, m_product);
}

/// Of the forces that other solvers' nodes act with: they stay as they are during the step.
double IncrementalPotentialSolver::externalWork(core::VecDerivId displacement) {
  double work = 0;
  for (auto* state : m_ops.graph().unmapped) {
    const auto force = state->hostRead(vec::externalForce), d = state->hostRead(displacement);
    for (std::size_t i = 0; i < std::min(force.size(), d.size()); ++i) work += force[i] * d[i];
  }
  return work;
}

double IncrementalPotentialSolver::energy(double h, core::VecCoordId x, core::VecDerivId displacement) {
  m_ops.integrate(x, m_start, displacement, 1.0);
  m_ops.propagatePosition(x);
  m_ops.sum(m_work, displacement, m_startVelocity, -h);
  double total = inertia(m_work, 1 / (h * h)) - externalWork(displacement);
  if (d_rayleighMass.value() != 0) total += inertia(displacement, d_rayleighMass.value() / h);
  return total + m_ops.potentialEnergy({.x = x, .v = m_startVelocity, .dt = h}).known;
}

double IncrementalPotentialSolver::largest(core::VecDerivId v) {
  double result = 0;
  for (auto* state : m_ops.graph().unmapped)
    for (const double value : state->hostRead(v))
      result = std::isnan(value) ? value : std::max(result, std::abs(value));
  return result;
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
