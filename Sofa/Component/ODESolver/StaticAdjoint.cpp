// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/PrescribedMotion.h"
#include "Sofa/Component/ODESolver/StaticSolver.h"
#include "Sofa/Component/ODESolver/TransposedStep.h"

// The step of StaticSolver, transposed. It ends with f(x', p) = 0 where coordinates are free, whatever it began with;
// those that projective constraints hold, and velocities, stay. With K^T l = -g_x' at free coordinates the gradient by
// parameters is l.df/dp, and that by held coordinates (g_x' + K^T l) there.
namespace sofa::component::odesolver {

namespace vec = core::vec;
using core::VecDerivId;
using simulation::Variable;

/// f, as a function of x and v.
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
  simulation::WorkGradient(balance, m_multiplier).add(Variable::velocities, velocity);
  m_ops.propagatePosition(vec::position);
  shareMultiplier(m_ops, m_multiplier, 1, force);
  m_ops.copy(vec::position, start);
  m_ops.propagatePosition(vec::position);
  setTime(m_ops, time);
}

double StaticSolver::weightedResidual(double h) {
  const double time = context()->time();
  const simulation::TemporaryCoord start;
  const simulation::TemporaryDeriv u;
  m_ops.copy(start, vec::position);
  m_ops.copy(vec::position, m_end);
  setTime(m_ops, loadTime(time, h));
  Balance(*this).evaluate(u);
  m_ops.copy(vec::position, start);
  m_ops.propagatePosition(vec::position);
  setTime(m_ops, time);
  return m_ops.dot(m_multiplier, u);
}

}  // namespace sofa::component::odesolver
