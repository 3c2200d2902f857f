// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/RungeKuttaSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::odesolver {

namespace vec = core::vec;

void RungeKutta2Solver::init() {
  m_ops.bind(*context(), context()->d_tags.value());
  setValid();
}

void RungeKutta2Solver::solve(double h, core::VecCoordId xResult, core::VecDerivId vResult) {
  core::MechanicalParams params;
  params.dt = h;
  m_ops.beginStep(params);
  m_ops.addSeparateGravity(h, vResult);
  m_ops.computeAcceleration(params, m_acceleration, vec::position, vec::velocity);
  m_ops.integrate(m_midPosition, vec::position, vec::velocity, h / 2);
  m_ops.sum(m_midVelocity, vec::velocity, m_acceleration, h / 2);
  m_ops.computeAcceleration(params, m_acceleration, m_midPosition, m_midVelocity);
  m_ops.integrate(xResult, vec::position, m_midVelocity, h);
  m_ops.sum(vResult, vec::velocity, m_acceleration, h);
  m_constraints.endStep(*this, h, xResult, vResult);
}

void RungeKutta4Solver::init() {
  m_ops.bind(*context(), context()->d_tags.value());
  setValid();
}

void RungeKutta4Solver::solve(double h, core::VecCoordId xResult, core::VecDerivId vResult) {
  core::MechanicalParams params;
  params.dt = h;
  m_ops.beginStep(params);
  m_ops.addSeparateGravity(h, vResult);
  m_ops.computeAcceleration(params, m_a1, vec::position, vec::velocity);

  m_ops.integrate(m_x, vec::position, vec::velocity, h / 2);
  m_ops.sum(m_v2, vec::velocity, m_a1, h / 2);
  m_ops.computeAcceleration(params, m_a2, m_x, m_v2);

  m_ops.integrate(m_x, vec::position, m_v2, h / 2);
  m_ops.sum(m_v3, vec::velocity, m_a2, h / 2);
  m_ops.computeAcceleration(params, m_a3, m_x, m_v3);

  m_ops.integrate(m_x, vec::position, m_v3, h);
  m_ops.sum(m_v4, vec::velocity, m_a3, h);
  m_ops.computeAcceleration(params, m_a4, m_x, m_v4);

  // The increments are added one after the other, positions before the velocities they use.
  m_ops.integrate(xResult, vec::position, vec::velocity, h / 6);
  m_ops.integrate(xResult, xResult, m_v2, h / 3);
  m_ops.integrate(xResult, xResult, m_v3, h / 3);
  m_ops.integrate(xResult, xResult, m_v4, h / 6);
  m_ops.sum(vResult, vec::velocity, m_a1, h / 6);
  m_ops.addScaled(vResult, m_a2, h / 3);
  m_ops.addScaled(vResult, m_a3, h / 3);
  m_ops.addScaled(vResult, m_a4, h / 6);
}

double RungeKutta2Solver::solutionFactor(Quantity result, double h) const { return choose(result, 0, h / 2, 1); }

double RungeKutta2Solver::integrationFactor(Quantity start, Quantity result, double h) const {
  return factorOf(start, result, h / 2, 0, h / 2);
}

double RungeKutta4Solver::solutionFactor(Quantity result, double h) const { return choose(result, 0, h / 2, 1); }

double RungeKutta4Solver::integrationFactor(Quantity start, Quantity result, double h) const {
  return factorOf(start, result, h / 2, 0, h / 2);
}

namespace {
const auto registered2 =
    core::Register("RungeKutta2Solver", "Sofa.Component.ODESolver.Forward", "midpoint rule, explicit, second order")
        .wasCalled("RungeKutta2", "SOFA v24.12")
        .add<RungeKutta2Solver>();
const auto registered4 = core::Register("RungeKutta4Solver", "Sofa.Component.ODESolver.Forward",
                                        "classical Runge-Kutta method, explicit, fourth order")
                             .wasCalled("RungeKutta4", "SOFA v24.12")
                             .add<RungeKutta4Solver>();
}  // namespace

}  // namespace sofa::component::odesolver
