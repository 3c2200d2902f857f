// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/EulerImplicitSolver.h"

#include "Sofa/Component/ODESolver/LinearSolverSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::component::odesolver {

namespace vec = core::vec;
using simulation::Scope;

void EulerImplicitSolver::init() {
  m_ops.bind(*context(), context()->d_tags.value());
  setValid();
  requireLinearSolver(*this, l_linearSolver);
  if (d_solveConstraint.value() && !core::localOf<core::ConstraintSolver>(*context()))
    warning("solveConstraint has no effect: there is no constraint solver in this node.");
}

core::MechanicalParams EulerImplicitSolver::velocityFactors(double h) const {
  const double tr = d_trapezoidalScheme.value() ? 0.5 : 1.0;
  core::MechanicalParams params{.dt = h, .implicit = true};
  params.mFactor = -d_rayleighMass.value();
  params.kFactor = tr * h + d_rayleighStiffness.value();
  return params;
}

core::MechanicalParams EulerImplicitSolver::matrixFactors(double h) const {
  const bool firstOrder = d_firstOrder.value();
  const double tr = d_trapezoidalScheme.value() ? 0.5 : 1.0;
  core::MechanicalParams matrix{.dt = h, .implicit = true};
  matrix.mFactor = firstOrder ? 1.0 : 1.0 + tr * h * d_rayleighMass.value();
  matrix.bFactor = firstOrder ? 0.0 : -tr * h;
  matrix.kFactor = firstOrder ? -tr * h : -tr * h * (tr * h + d_rayleighStiffness.value());
  return matrix;
}

/// SOFA v26.06 sums all forces below, also those that mapForces="0" keeps from the input.
Scope EulerImplicitSolver::forceScope() const { return core::reproducesSofa(*this) ? Scope::subtree : Scope::solved; }

void EulerImplicitSolver::solve(double h, core::VecCoordId xResult, core::VecDerivId vResult) {
  const bool firstOrder = d_firstOrder.value();
  const core::MechanicalParams params{.dt = h, .implicit = true};
  const Scope scope = forceScope();
  if (scope == Scope::subtree) {
    m_unstopped.tell(*this, m_ops);
    for (auto* force : m_ops.graph().subtree.forceFields) force->beginStep(params);
  } else {
    m_ops.beginStep(params);
  }
  m_ops.computeForceAndLinearise(params, vec::force, core::Linearisation::exact, scope);
  m_ops.copy(m_rhs, vec::force);
  if (!firstOrder) {
    m_ops.addMBKv(velocityFactors(h), m_rhs, scope);
    m_ops.scale(m_rhs, h);
  }
  m_ops.projectResponse(params, m_rhs, scope);

  m_ops.allocate(m_solution);
  // Solvers that start from the last solution would keep what it has along a constraint that came since.
  const bool isOther = planChanged();
  // A reset leaves the last solution, but not that of a simulation that diverged.
  const bool wasReset = std::exchange(m_wasReset, false);
  if (isOther || (wasReset && !std::isfinite(m_ops.dot(m_solution, m_solution)))) m_ops.clear(m_solution);
  {
    const helper::ProfileScope profile("MBKSolve");
    l_linearSolver->build(matrixFactors(h));
    l_linearSolver->solve(m_solution, m_rhs);
  }

  move(h, xResult, vResult);
  m_ops.addSeparateGravity(h, vResult);
  if (d_velocityDamping.value() != 0) m_ops.scale(vResult, std::exp(-h * d_velocityDamping.value()));
  if (d_computeResidual.value()) computeResidual(h, vResult);
}

bool EulerImplicitSolver::planChanged() {
  auto& plan = m_ops.plan();
  const PlanVersions now{plan.structureVersion(), plan.contactsVersion()}, before = std::exchange(m_plan, now);
  const auto timesAnew = plan.timesAnew(), timesBefore = std::exchange(m_timesAnew, timesAnew);
  // Contacts that a checkpoint brings back raise versions, but are those of the last step.
  return before == PlanVersions{} ? timesBefore != timesAnew : before != now;
}

void EulerImplicitSolver::archive(core::Archive& archive) {
  m_ops.archive(archive, m_solution);
  if (!archive.isLoading()) return;
  m_plan = {};
  m_timesAnew = m_ops.plan().timesAnew();
}

void EulerImplicitSolver::move(double h, core::VecCoordId xResult, core::VecDerivId vResult) {
  const bool constrained = d_solveConstraint.value();
  if (!d_firstOrder.value() && !constrained)
    return m_ops.advance(vResult, vec::velocity, m_solution, 1.0, xResult, vec::position, h);
  if (d_firstOrder.value())
    m_ops.copy(vResult, m_solution);
  else
    m_ops.sum(vResult, vec::velocity, m_solution, 1.0);
  if (constrained) m_constraints.correct(*this, h, vResult, vResult);
  m_ops.integrate(xResult, vec::position, vResult, h);
  if (constrained) m_constraints.correct(*this, h, xResult, xResult);
}

void EulerImplicitSolver::computeResidual(double h, core::VecDerivId v) {
  const Scope scope = forceScope();
  core::MechanicalParams params{.dt = h, .implicit = true};
  m_ops.computeForce(params, vec::force, scope);
  m_ops.sum(m_rhs, v, vec::velocity, -1.0);  // zero unless v is the free velocity
  params.dx = m_rhs;
  simulation::TemporaryDeriv residual;
  m_ops.clear(residual);
  m_ops.addMdx(params, residual, 1.0);
  m_ops.addScaled(residual, vec::force, -h);
  m_ops.projectResponse(params, residual, scope);
  d_residual.set(m_ops.dot(residual, residual));
}

double EulerImplicitSolver::solutionFactor(Quantity result, double h) const { return choose(result, h, 1, 1 / h); }

double EulerImplicitSolver::integrationFactor(Quantity start, Quantity result, double h) const {
  return factorOf(start, result, h, 0, 0);
}

namespace {
const auto registered =
    core::Register("EulerImplicitSolver", "Sofa.Component.ODESolver.Backward",
                   "backward Euler with one linear solve per step")
        .ignores("threadSafeVisitor", "visits of components run in parallel where they can (--threads)")
        .wasCalled("EulerImplicit", "SOFA v24.12")
        .wasCalled("ImplicitEuler", "SOFA v24.12")
        .wasCalled("ImplicitEulerSolver", "SOFA v24.12")
        .add<EulerImplicitSolver>();
}

}  // namespace sofa::component::odesolver
