// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/PrescribedMotion.h"
#include "Sofa/Component/ODESolver/StaticSolver.h"
#include "Sofa/Component/ODESolver/TransposedStep.h"

// The step of StaticSolver, transposed. It ends with f(x', v, p) = 0 where coordinates are free; those that projective
// constraints hold, and velocities, stay. With K^T l = -g_x' at free coordinates the gradient by parameters is l.df/dp,
// and that by held coordinates (g_x' + K^T l) there. It does not matter where free coordinates begin, x, but for forces
// that keep the beginning of the step (viscous ones; BaseForceField::beginStep): d(l.f)/dx is added.
namespace sofa::component::odesolver {

namespace vec = core::vec;
using core::VecDerivId;
using simulation::Variable;

/// f as a function of the end x', which the states hold, with the velocities, of a step that has begun.
class StaticSolver::Balance final : public simulation::DifferentiableForces {
 public:
  explicit Balance(StaticSolver& solver) : m_solver(solver), m_ops(solver.m_ops) {}

  std::vector<core::BaseState*> states() override { return m_ops.graph().unmapped; }
  std::vector<core::BaseState*> measured() override { return m_ops.graph().solved.states; }
  std::string path() const override { return m_solver.path(); }
  simulation::PointGraph pointGraph() override { return pointGraphBelow(m_ops, m_solver); }
  void evaluate(VecDerivId u) override {
    m_ops.propagatePosition(vec::position);
    m_ops.propagateVelocity(vec::velocity);
    m_ops.computeForceAndLinearise({.implicit = true}, vec::force);
    m_ops.copy(u, vec::force);
  }
  void guess(simulation::WorkGradient&, Variable variable, VecDerivId g) override {
    evaluate(g);
    core::MechanicalParams params{.dx = m_solver.m_multiplier, .implicit = true};
    (variable == Variable::positions ? params.kFactor : params.bFactor) = 1;
    m_ops.multiply(params, g);
  }

 private:
  StaticSolver& m_solver;
  simulation::MechanicalOperations& m_ops;
};

/// f at m_end as a function of the beginning x, which the states hold, with the velocities.
class StaticSolver::StartBalance final : public simulation::DifferentiableForces {
 public:
  StartBalance(StaticSolver& solver, double time, double h)
      : m_solver(solver), m_ops(solver.m_ops), m_end(solver), m_time(time), m_h(h) {}

  std::vector<core::BaseState*> states() override { return m_end.states(); }
  std::vector<core::BaseState*> measured() override { return m_end.measured(); }
  std::string path() const override { return m_end.path(); }
  simulation::PointGraph pointGraph() override { return m_end.pointGraph(); }
  /// Begins a step at x, and holds x'.
  void goToEnd() {
    m_ops.copy(m_start, vec::position);
    m_ops.propagatePosition(vec::position);
    m_ops.propagateVelocity(vec::velocity);
    setTime(m_ops, m_time);
    m_ops.beginStep({.dt = m_h});
    setTime(m_ops, m_solver.loadTime(m_time, m_h));
    m_ops.copy(vec::position, m_solver.m_end);
  }
  void evaluate(VecDerivId u) override {
    goToEnd();
    m_end.evaluate(u);
    m_ops.copy(vec::position, m_start);
  }
  void guess(simulation::WorkGradient& gradient, Variable variable, VecDerivId g) override {
    if (variable == Variable::positions) return m_ops.clear(g);
    goToEnd();
    m_end.guess(gradient, variable, g);
    m_ops.copy(vec::position, m_start);
  }

 private:
  StaticSolver& m_solver;
  simulation::MechanicalOperations& m_ops;
  Balance m_end;
  double m_time, m_h;
  simulation::TemporaryCoord m_start;
};

std::string StaticSolver::adjointObstacle() { return obstacleBelow(m_ops, *this); }

void StaticSolver::transposeStep(double h, VecDerivId position, VecDerivId velocity, VecDerivId force) {
  const double time = context()->time();
  requireNoPrescribedMotion(m_ops, *this, time + h);
  const simulation::TemporaryCoord start;
  m_ops.copy(start, vec::position);
  solve(h, vec::position, vec::velocity);
  m_ops.copy(m_end, vec::position);
  setTime(m_ops, loadTime(time, h));
  Balance balance(*this);
  core::MechanicalParams matrix{.implicit = true};
  matrix.kFactor = -1;
  requireConverged(m_ops, *l_linearSolver, matrix, balance,
                   "Allow more iterations of " + l_newtonSolver->path() + ", and lower its thresholds.");
  transposeEquilibrium(m_ops, *l_linearSolver, matrix, balance, m_multiplier, position);
  m_ops.propagatePosition(vec::position);
  shareMultiplier(m_ops, m_multiplier, 1, force);
  m_ops.copy(vec::position, start);
  StartBalance first(*this, time, h);
  {
    simulation::WorkGradient gradient(first, m_multiplier);
    gradient.add(Variable::positions, position);
    gradient.add(Variable::velocities, velocity);
  }
  m_ops.propagatePosition(vec::position);
  setTime(m_ops, time);
}

double StaticSolver::weightedResidual(double h) {
  const double time = context()->time();
  const simulation::TemporaryDeriv u;
  StartBalance(*this, time, h).evaluate(u);
  m_ops.propagatePosition(vec::position);
  setTime(m_ops, time);
  return m_ops.dot(m_multiplier, u);
}

}  // namespace sofa::component::odesolver
