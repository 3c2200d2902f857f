// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "Sofa/Component/ODESolver/EulerImplicitSolver.h"
#include "Sofa/Component/ODESolver/TransposedStep.h"
#include "Sofa/Simulation/Adjoint/Retraction.h"

// The step of EulerImplicitSolver, transposed. With c = h (1 for first-order systems), the weight t of the trapezoidal
// rule and the matrix A, a step solves
//
//   u(s, x, v) = c (f + ((t h + rK) K - rM M) v) - A s = 0,   all at (x, v),
//
// and moves v' = v + s, x' = x + h v', v' then decaying. With gradients g' by (x', v'):
//
//   w = decay g'_v + h g'_x,   A^T l = w,   g_x = g'_x + d(l.u)/dx,   g_v = w + d(l.u)/dv.
//
// K depends on x, so that d(l.u)/dx has derivatives of products K w. For forces f = -dE/dx with their exact tangent
// all derivatives of E are symmetric: d(l.f)/dx = K l, and d(l.K w)/dx is the derivative of K l along w. WorkGradient
// tells whether that is so here, and differences serve where it is not.
namespace sofa::component::odesolver {

namespace vec = core::vec;
using core::VecDerivId;
using simulation::TemporaryDeriv;
using simulation::Variable;

/// u, as a function of x and v.
class EulerImplicitSolver::StepEquation final : public simulation::DifferentiableForces {
 public:
  StepEquation(EulerImplicitSolver& solver, double h)
      : m_solver(solver), m_ops(solver.m_ops), m_h(h), m_factor(solver.d_firstOrder.value() ? 1 : h) {}

  std::vector<core::BaseState*> states() override { return m_ops.graph().unmapped; }
  std::vector<core::BaseState*> measured() override { return m_ops.graph().solved.states; }
  std::string path() const override { return m_solver.path(); }
  simulation::PointGraph pointGraph() override { return pointGraphBelow(m_ops, m_solver); }

  void evaluate(VecDerivId u) override {
    rightHandSide(u);
    core::MechanicalParams matrix = m_solver.matrixFactors(m_h);
    matrix.mFactor = -matrix.mFactor;
    matrix.bFactor = -matrix.bFactor;
    matrix.kFactor = -matrix.kFactor;
    matrix.dx = m_solver.m_solution;
    m_ops.propagateDx(matrix.dx);
    m_ops.addMBKdx(matrix, u);
  }

  /// Also fixes the point of the tangents.
  void rightHandSide(VecDerivId u) {
    linearise();
    m_ops.copy(u, vec::force);
    if (m_solver.d_firstOrder.value()) return;
    m_ops.addMBKv(m_solver.velocityFactors(m_h), u, m_solver.forceScope());
    m_ops.scale(u, m_h);
  }

  void guess(simulation::WorkGradient& gradient, Variable variable, VecDerivId g) override {
    const core::MechanicalParams onVelocities = m_solver.velocityFactors(m_h);
    const bool firstOrder = m_solver.d_firstOrder.value();
    linearise();
    if (variable == Variable::velocities)
      return multiply(g, firstOrder ? 0 : m_factor * onVelocities.mFactor, m_factor,
                      firstOrder ? 0 : m_factor * onVelocities.kFactor);
    multiply(g, 0, 0, m_factor);
    const TemporaryDeriv w, change;
    m_ops.copy(w, m_solver.m_solution);
    m_ops.scale(w, -m_solver.matrixFactors(m_h).kFactor);
    if (!firstOrder) m_ops.addScaled(w, vec::velocity, m_factor * onVelocities.kFactor);
    gradient.along(Variable::positions, w, change, [this](VecDerivId product) {
      linearise();
      multiply(product, 0, 0, 1);
    });
    m_ops.addScaled(g, change, 1);
  }

 private:
  void linearise() {
    const core::MechanicalParams params{.dt = m_h, .implicit = true};
    m_ops.propagatePosition(vec::position);
    m_ops.propagateVelocity(vec::velocity);
    m_ops.beginStep(params);
    m_ops.computeForceAndLinearise(params, vec::force, core::Linearisation::exact, m_solver.forceScope());
  }
  /// out = (m M + b B + k K) l.
  void multiply(VecDerivId out, double m, double b, double k) {
    core::MechanicalParams params{.dx = m_solver.m_multiplier, .dt = m_h, .implicit = true};
    params.mFactor = m;
    params.bFactor = b;
    params.kFactor = k;
    m_ops.multiply(params, out);
  }

  EulerImplicitSolver& m_solver;
  simulation::MechanicalOperations& m_ops;
  double m_h, m_factor;
};

std::string EulerImplicitSolver::adjointObstacle() {
  if (d_solveConstraint.value()) return "solveConstraint is on, and constraint solvers are not followed";
  return obstacleBelow(m_ops, *this);
}

void EulerImplicitSolver::transposeStep(double h, VecDerivId position, VecDerivId velocity, VecDerivId force) {
  const bool firstOrder = d_firstOrder.value();
  StepEquation equation(*this, h);
  const TemporaryDeriv residual, rhs, over;
  equation.rightHandSide(rhs);
  equation.evaluate(residual);
  requireSolved(m_ops, *l_linearSolver, residual, rhs);

  const TemporaryDeriv increment;
  m_ops.copy(increment, m_solution);
  if (!firstOrder) m_ops.addScaled(increment, vec::velocity, 1);
  m_ops.scale(increment, h);
  m_ops.scale(velocity, std::exp(-h * d_velocityDamping.value()));
  m_ops.clear(over);
  for (auto* state : m_ops.graph().unmapped)
    simulation::transposeIncrement(*state, state->hostRead(increment), state->hostWrite(position),
                                   state->hostWrite(over));
  m_ops.addScaled(velocity, over, h);

  m_ops.copy(rhs, velocity);
  solveTransposed(m_ops, *l_linearSolver, matrixFactors(h), m_multiplier, rhs);
  if (firstOrder) m_ops.clear(velocity);
  {
    simulation::WorkGradient gradient(equation, m_multiplier);
    gradient.add(Variable::positions, position);
    gradient.add(Variable::velocities, velocity);
  }
  shareMultiplier(m_ops, m_multiplier, firstOrder ? 1 : h, force);
}

double EulerImplicitSolver::weightedResidual(double h) {
  const TemporaryDeriv u;
  StepEquation(*this, h).evaluate(u);
  return m_ops.dot(m_multiplier, u);
}

}  // namespace sofa::component::odesolver
