// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/StepInertia.h"

#include "Sofa/Component/ODESolver/MassQueries.h"
#include "Sofa/Component/ODESolver/PrescribedMotion.h"

namespace sofa::component::odesolver {
void StepInertia::begin(Operations& ops, double h, double rayleighMass, core::VecCoordId start,
                        core::VecDerivId velocity) {
  m_step = h;
  m_rayleigh = rayleighMass;
  m_start = start;
  ops.copy(m_expected, velocity);
  ops.scale(m_expected, h);
  m_mapped = mappedStatesWithMass(ops);
  if (m_mapped.empty()) return;
  ops.integrate(m_before, start, velocity, -h);
  ops.propagatePosition(m_before);
  ops.propagatePosition(start);
  for (auto* state : m_mapped) difference(*state, m_expected, start, m_before);
}

void StepInertia::findMotion(Operations& ops, core::VecCoordId x, core::VecDerivId d, double part) {
  ops.sum(m_motion, d, m_expected, -part);
  for (auto* state : m_mapped) {
    difference(*state, m_motion, x, m_start);
    state->sum(m_motion, m_motion, m_expected, -part);
  }
}

double StepInertia::product(Operations& ops) {
  core::MechanicalParams params;
  params.dx = m_motion;
  const auto& solved = ops.graph().solved;
  ops.clear(m_product);
  for (auto* state : m_mapped) {
    state->allocate(m_product);
    state->clear(m_product);
  }
  for (const auto& each : solved.products)
    if (each.mass) each.mass->accumulateMDx(params, m_product, 1.0);
  double total = ops.dot(m_motion, m_product);
  for (const auto* state : m_mapped) total += state->dot(m_motion, m_product);
  return total;
}

double StepInertia::energy(Operations& ops, core::VecCoordId x, core::VecDerivId d) {
  findMotion(ops, x, d, 1);
  double total = product(ops) / (2 * m_step * m_step);
  if (m_rayleigh != 0) {
    findMotion(ops, x, d, 0);
    total += m_rayleigh * product(ops) / (2 * m_step);
  }
  return total;
}

void StepInertia::gradient(Operations& ops, core::VecDerivId out, core::VecCoordId x, core::VecDerivId d) {
  // M ((1/h^2 + rM/h) dX - V0/h): the part of h V0 in the motion is 1/h^2 over the factor.
  core::MechanicalParams params;
  params.dx = m_motion;
  params.mFactor = massFactor();
  findMotion(ops, x, d, 1 / (m_step * m_step) / massFactor());
  ops.clear(out);
  ops.addMBKdx(params, out);
}

}  // namespace sofa::component::odesolver
