// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "Sofa/Component/ODESolver/NewmarkImplicitSolver.h"
#include "Sofa/Component/ODESolver/TransposedStep.h"
#include "Sofa/Simulation/Adjoint/ProjectionGradient.h"
#include "Sofa/Simulation/Adjoint/Retraction.h"

// The step of NewmarkImplicitSolver, transposed. With C_a, C_v, A = m M + b B + k K of the factors in the solver, it
// solves
//
//   u(a', x, v, a) = f + C_a a + C_v v - A a' = 0,   all at (x, v),
//   x' = x + h v + h^2 (1/2 - beta) a + h^2 beta a',   v' = v + h (1 - gamma) a + h gamma a',
//
// and v' decays. With gradients g' by (x', v', a') and w = g'_a + h^2 beta g'_x + h gamma g'_v:
//
//   A^T l = w,   g_x = g'_x + d(l.u)/dx,   g_v = g'_v + h g'_x + d(l.u)/dv,
//   g_a = h^2 (1/2 - beta) g'_x + h (1 - gamma) g'_v + C_a^T l.
//
// In the first step a is a function of (x, v), the acceleration at the start, whose gradient g_a goes on to these; and
// projective constraints correct (x, v) before.
namespace sofa::component::odesolver {

namespace vec = core::vec;
using core::VecDerivId;
using simulation::TemporaryDeriv;
using simulation::Variable;

/// u as a function of x and v.
class NewmarkImplicitSolver::StepEquation final : public simulation::DifferentiableForces {
 public:
  StepEquation(NewmarkImplicitSolver& solver, double h) : m_solver(solver), m_ops(solver.m_ops), m_h(h) {}

  std::vector<core::BaseState*> states() override { return m_ops.graph().unmapped; }
  std::vector<core::BaseState*> measured() override { return m_ops.graph().solved.states; }
  std::string path() const override { return m_solver.path(); }
  simulation::PointGraph pointGraph() override { return pointGraphBelow(m_ops, m_solver); }

  void evaluate(VecDerivId u) override {
    rightHandSide(u);
    addProduct(u, m_solver.matrixFactors(m_h), m_solver.m_newAcceleration, -1);
  }
  void rightHandSide(VecDerivId u) {
    linearise();
    m_ops.copy(u, vec::force);
    m_ops.addMBKv(m_solver.velocityFactors(m_h), u);
    addProduct(u, m_solver.accelerationFactors(m_h), m_solver.m_adjoint->start, 1);
  }
  void guess(simulation::WorkGradient& gradient, Variable variable, VecDerivId g) override {
    linearise();
    core::MechanicalParams onVelocities = m_solver.velocityFactors(m_h);
    if (variable == Variable::velocities) {
      onVelocities.bFactor = onVelocities.bFactor + 1;  // that of df/dv
      return multiply(g, onVelocities);
    }
    core::MechanicalParams stiffness{.dt = m_h, .implicit = true};
    stiffness.kFactor = 1;
    multiply(g, stiffness);
    const TemporaryDeriv w, change;
    m_ops.copy(w, m_solver.m_newAcceleration);
    m_ops.scale(w, -m_solver.matrixFactors(m_h).kFactor);
    m_ops.addScaled(w, m_solver.m_adjoint->start, m_solver.accelerationFactors(m_h).kFactor);
    m_ops.addScaled(w, vec::velocity, onVelocities.kFactor);
    gradient.along(Variable::positions, w, change, [&](VecDerivId product) {
      linearise();
      multiply(product, stiffness);
    });
    m_ops.addScaled(g, change, 1);
  }
  /// g += C_a^T l.
  void addAccelerationGradient(VecDerivId g) {
    const TemporaryDeriv product;
    linearise();
    multiply(product, m_solver.accelerationFactors(m_h));
    requireSymmetric(m_ops, m_solver, m_solver.accelerationFactors(m_h), m_solver.m_adjoint->multiplier, product);
    m_ops.addScaled(g, product, 1);
  }

 private:
  void linearise() {
    m_ops.propagatePosition(vec::position);
    m_ops.propagateVelocity(vec::velocity);
    m_ops.beginStep({.dt = m_h});
    m_ops.computeForceAndLinearise({.dt = m_h, .implicit = true}, vec::force);
  }
  void addProduct(VecDerivId u, core::MechanicalParams params, VecDerivId with, double factor) {
    params.mFactor = factor * params.mFactor;
    params.bFactor = factor * params.bFactor;
    params.kFactor = factor * params.kFactor;
    params.dx = with;
    m_ops.propagateDx(with);
    m_ops.addMBKdx(params, u);
  }
  /// out = (m M + b B + k K) l.
  void multiply(VecDerivId out, core::MechanicalParams params) {
    params.dx = m_solver.m_adjoint->multiplier;
    m_ops.multiply(params, out);
  }

  NewmarkImplicitSolver& m_solver;
  simulation::MechanicalOperations& m_ops;
  double m_h;
};

/// The acceleration at the start of a run as a function of x and v.
class NewmarkImplicitSolver::StartAcceleration final : public simulation::DifferentiableForces {
 public:
  StartAcceleration(NewmarkImplicitSolver& solver, double h) : m_solver(solver), m_ops(solver.m_ops), m_h(h) {}

  std::vector<core::BaseState*> states() override { return m_ops.graph().unmapped; }
  std::vector<core::BaseState*> measured() override { return m_ops.graph().solved.states; }
  std::string path() const override { return m_solver.path(); }
  simulation::PointGraph pointGraph() override { return pointGraphBelow(m_ops, m_solver); }
  void evaluate(VecDerivId u) override {
    begin();
    m_ops.clear(u);
    m_ops.computeAcceleration({.dt = m_h}, u, vec::position, vec::velocity);
  }
  /// K M^-1 g, or B M^-1 g.
  void guess(simulation::WorkGradient&, Variable variable, VecDerivId g) override {
    const TemporaryDeriv divided;
    divide(divided);
    core::MechanicalParams params{.dx = divided, .dt = m_h, .implicit = true};
    (variable == Variable::positions ? params.kFactor : params.bFactor) = 1;
    m_ops.multiply(params, g);
  }
  /// out = M^-1 g, projected; forces are linearised.
  void divide(VecDerivId out) {
    const TemporaryDeriv projected;
    const core::MechanicalParams params{.dt = m_h, .implicit = true};
    begin();
    m_ops.computeForceAndLinearise(params, vec::force);
    m_ops.copy(projected, m_solver.m_adjoint->atStart);
    m_ops.projectResponse(params, projected);
    m_ops.clear(out);
    m_ops.accFromF(params, out, projected);
    m_ops.projectResponse(params, out);
  }

 private:
  void begin() {
    m_ops.propagatePosition(vec::position);
    m_ops.propagateVelocity(vec::velocity);
    m_ops.beginStep({.dt = m_h});
  }

  NewmarkImplicitSolver& m_solver;
  simulation::MechanicalOperations& m_ops;
  double m_h;
};

std::string NewmarkImplicitSolver::adjointObstacle() {
  if (!context()->allLocal<core::ConstraintSolver>().empty()) return "constraint solvers are not followed";
  return obstacleBelow(m_ops, *this);
}

void NewmarkImplicitSolver::beginAdjoint() {
  m_adjoint = std::make_shared<AdjointVectors>();
  m_ops.clear(m_adjoint->over);
}

void NewmarkImplicitSolver::transposeStep(double h, VecDerivId position, VecDerivId velocity, VecDerivId force) {
  const double gamma = d_gamma.value(), beta = d_beta.value();
  AdjointVectors& adjoint = *m_adjoint;
  const simulation::TemporaryCoord start;
  const TemporaryDeriv startVelocity;
  m_ops.copy(start, vec::position);
  m_ops.copy(startVelocity, vec::velocity);
  if (adjoint.wasFound) m_ops.projectPositionAndVelocity({.dt = h}, vec::position, vec::velocity);
  StepEquation equation(*this, h);
  const TemporaryDeriv residual, rhs, w, over, increment;
  equation.rightHandSide(rhs);
  equation.evaluate(residual);
  requireSolved(m_ops, *l_linearSolver, residual, rhs);

  m_ops.scale(velocity, std::exp(-h * d_velocityDamping.value()));
  const auto takeBack = [&](VecDerivId moved, double factor, VecDerivId sum) {
    m_ops.copy(increment, moved);
    m_ops.scale(increment, factor);
    m_ops.clear(over);
    for (auto* state : m_ops.graph().unmapped)
      simulation::transposeIncrement(*state, state->hostRead(increment), state->hostWrite(position),
                                     state->hostWrite(over));
    m_ops.addScaled(sum, over, factor);
  };
  m_ops.sum(w, adjoint.over, velocity, h * gamma);
  takeBack(m_newAcceleration, h * h * beta, w);
  m_ops.copy(adjoint.over, velocity);
  m_ops.scale(adjoint.over, h * (1 - gamma));
  takeBack(adjoint.start, h * h * (0.5 - beta), adjoint.over);
  takeBack(vec::velocity, h, velocity);

  solveTransposed(m_ops, *l_linearSolver, matrixFactors(h), adjoint.multiplier, w);
  {
    simulation::WorkGradient gradient(equation, adjoint.multiplier);
    gradient.add(Variable::positions, position);
    gradient.add(Variable::velocities, velocity);
  }
  equation.addAccelerationGradient(adjoint.over);
  shareMultiplier(m_ops, adjoint.multiplier, 1, force);
  if (!adjoint.wasFound) return;
  m_ops.copy(adjoint.atStart, adjoint.over);
  StartAcceleration first(*this, h);
  {
    simulation::WorkGradient gradient(first, adjoint.atStart);
    gradient.add(Variable::positions, position);
    gradient.add(Variable::velocities, velocity);
  }
  const TemporaryDeriv divided, firstForce;
  first.divide(divided);
  shareMultiplier(m_ops, divided, 1, firstForce);
  for (auto* state : m_ops.graph().solved.states)
    if (state->has(force) && state->has(firstForce)) state->sum(force, force, firstForce, 1);
  m_ops.copy(vec::position, start);
  m_ops.copy(vec::velocity, startVelocity);
  simulation::transposeProjection(m_ops, position, velocity, path());
}

double NewmarkImplicitSolver::weightedResidual(double h) {
  const simulation::TemporaryCoord start;
  const TemporaryDeriv u, startVelocity;
  m_ops.copy(start, vec::position);
  m_ops.copy(startVelocity, vec::velocity);
  double sum = 0;
  if (m_adjoint->wasFound) {
    StartAcceleration(*this, h).evaluate(u);  // which projects positions and velocities
    sum = m_ops.dot(m_adjoint->atStart, u);
  }
  StepEquation(*this, h).evaluate(u);
  m_ops.copy(vec::position, start);
  m_ops.copy(vec::velocity, startVelocity);
  return sum + m_ops.dot(m_adjoint->multiplier, u);
}

}  // namespace sofa::component::odesolver
