// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "Sofa/Component/ODESolver/IncrementalPotentialSolver.h"
#include "Sofa/Component/ODESolver/PrescribedMotion.h"
#include "Sofa/Component/ODESolver/TransposedStep.h"
#include "Sofa/Simulation/Adjoint/Retraction.h"

// The step of IncrementalPotentialSolver, transposed. It ends with u(x', x, v) = f(x') - G(x', x, v) = 0 where
// coordinates are free, with the derivative G of its inertia, and with v' = (x' - x) / h. With w = g'_x + g'_v / h and
// (du/dx')^T l = -w at free coordinates,
//
//   g_x = -g'_v / h + d(l.u)/dx + (w + (du/dx')^T l, at held coordinates),   g_v = d(l.u)/dv.
//
// f depends on x and v too, where forces keep the beginning of the step (BaseForceField::beginStep): viscous ones, and
// lagged friction.
namespace sofa::component::odesolver {

namespace vec = core::vec;
using core::VecDerivId;
using simulation::TemporaryCoord;
using simulation::TemporaryDeriv;
using simulation::Variable;

/// u as a function of x', which the states hold, with the velocities of the beginning. The nodes have the time of the
/// end, as in a step.
class IncrementalPotentialSolver::EndBalance final : public simulation::DifferentiableForces {
 public:
  EndBalance(IncrementalPotentialSolver& solver, double h, core::VecCoordId start, VecDerivId startVelocity)
      : m_solver(solver), m_ops(solver.m_ops), m_h(h), m_start(start) {
    solver.beginStep(start, startVelocity, h);
    m_inertia.begin(m_ops, h, solver.d_rayleighMass.value(), start, startVelocity);
  }

  std::vector<core::BaseState*> states() override { return m_ops.graph().unmapped; }
  std::vector<core::BaseState*> measured() override { return m_ops.graph().solved.states; }
  std::string path() const override { return m_solver.path(); }
  simulation::PointGraph pointGraph() override { return pointGraphBelow(m_ops, m_solver); }
  void evaluate(VecDerivId u) override {
    m_ops.propagatePosition(vec::position);
    m_ops.difference(m_displacement, vec::position, m_start);
    m_ops.computeForceAndLinearise({.dt = m_h, .implicit = true}, vec::force);
    m_ops.copy(u, vec::force);
    m_inertia.gradient(m_ops, m_gradient, vec::position, m_displacement);
    m_ops.addScaled(u, m_gradient, -1);
  }
  void guess(simulation::WorkGradient&, Variable, VecDerivId g) override {
    evaluate(g);
    core::MechanicalParams params{.dx = m_solver.m_multiplier, .dt = m_h, .implicit = true};
    params.mFactor = -m_inertia.massFactor();
    params.kFactor = 1;
    m_ops.multiply(params, g);
  }
  core::MechanicalParams matrix() const {
    core::MechanicalParams params{.dt = m_h, .implicit = true};
    params.mFactor = m_inertia.massFactor();
    params.kFactor = -1;
    return params;
  }

 private:
  IncrementalPotentialSolver& m_solver;
  simulation::MechanicalOperations& m_ops;
  double m_h;
  core::VecCoordId m_start;
  StepInertia m_inertia;
  TemporaryDeriv m_displacement, m_gradient;
};

/// u as a function of x and v, which the states hold: through inertia, and through what forces keep of them.
class IncrementalPotentialSolver::StartBalance final : public simulation::DifferentiableForces {
 public:
  StartBalance(IncrementalPotentialSolver& solver, double h) : m_solver(solver), m_ops(solver.m_ops), m_h(h) {}

  std::vector<core::BaseState*> states() override { return m_ops.graph().unmapped; }
  std::vector<core::BaseState*> measured() override { return m_ops.graph().solved.states; }
  std::string path() const override { return m_solver.path(); }
  simulation::PointGraph pointGraph() override { return pointGraphBelow(m_ops, m_solver); }
  void evaluate(VecDerivId u) override {
    goToEnd();
    m_ops.computeForce({.dt = m_h, .implicit = true}, vec::force);
    m_inertia.gradient(m_ops, u, vec::position, m_displacement);
    m_ops.scale(u, -1);
    m_ops.addScaled(u, vec::force, 1);
    m_ops.copy(vec::position, m_start);
  }
  void guess(simulation::WorkGradient&, Variable variable, VecDerivId g) override {
    goToEnd();
    core::MechanicalParams params{.dx = m_solver.m_multiplier, .dt = m_h, .implicit = true};
    params.mFactor = variable == Variable::positions ? m_inertia.massFactor() : 1 / m_h;
    m_ops.multiply(params, g);
    m_ops.copy(vec::position, m_start);
  }

 private:
  /// Begins a step at x, and holds x'.
  void goToEnd() {
    m_ops.copy(m_start, vec::position);
    m_solver.beginStep(m_start, vec::velocity, m_h);
    m_inertia.begin(m_ops, m_h, m_solver.d_rayleighMass.value(), m_start, vec::velocity);
    m_ops.copy(vec::position, m_solver.m_end);
    m_ops.propagatePosition(vec::position);
    m_ops.difference(m_displacement, vec::position, m_start);
  }

  IncrementalPotentialSolver& m_solver;
  simulation::MechanicalOperations& m_ops;
  double m_h;
  StepInertia m_inertia;
  TemporaryCoord m_start;
  TemporaryDeriv m_displacement;
};

std::string IncrementalPotentialSolver::adjointObstacle() {
  for (const auto* state : m_ops.graph().unmapped)
    for (int k = 0; k < state->derivSize(); ++k)
      if (simulation::isAngle(*state, k)) return state->path() + " has rotations, which this solver's gradients lack";
  return obstacleBelow(m_ops, *this);
}

void IncrementalPotentialSolver::transposeStep(double h, VecDerivId position, VecDerivId velocity, VecDerivId force) {
  const double time = context()->time();
  requireNoPrescribedMotion(m_ops, *this, time + h);
  const TemporaryCoord start;
  const TemporaryDeriv startVelocity;
  m_ops.copy(start, vec::position);
  m_ops.copy(startVelocity, vec::velocity);
  solve(h, vec::position, vec::velocity);
  if (d_subSteps.value() != 1)
    throw std::invalid_argument(fmt::format(
        "{}: the step from {} s is divided, which gradients do not follow. Take shorter steps.", path(), time));
  m_ops.copy(m_end, vec::position);
  m_ops.copy(vec::velocity, startVelocity);
  m_ops.addScaled(position, velocity, 1 / h);
  {
    EndBalance balance(*this, h, start, startVelocity);
    requireConverged(m_ops, *l_linearSolver, balance.matrix(), balance,
                     "Set residual_tolerance_rel, to 1e-10 for instance.");
    transposeEquilibrium(m_ops, *l_linearSolver, balance.matrix(), balance, m_multiplier, position);
  }
  m_ops.propagatePosition(vec::position);
  shareMultiplier(m_ops, m_multiplier, 1, force);
  m_ops.copy(vec::position, start);
  m_ops.addScaled(position, velocity, -1 / h);
  m_ops.clear(velocity);
  StartBalance balance(*this, h);
  {
    simulation::WorkGradient gradient(balance, m_multiplier);
    gradient.add(Variable::positions, position);
    gradient.add(Variable::velocities, velocity);
  }
  m_ops.propagatePosition(vec::position);
  setTime(m_ops, time);
}

double IncrementalPotentialSolver::weightedResidual(double h) {
  const double time = context()->time();
  const TemporaryCoord start;
  const TemporaryDeriv u;
  m_ops.copy(start, vec::position);
  setTime(m_ops, time + h);
  EndBalance balance(*this, h, start, vec::velocity);
  m_ops.copy(vec::position, m_end);
  balance.evaluate(u);
  m_ops.copy(vec::position, start);
  m_ops.propagatePosition(vec::position);
  setTime(m_ops, time);
  return m_ops.dot(m_multiplier, u);
}

}  // namespace sofa::component::odesolver
