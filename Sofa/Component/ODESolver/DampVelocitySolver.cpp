// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/DampVelocitySolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::odesolver {

void DampVelocitySolver::init() {
  m_ops.bind(*context(), context()->d_tags.value());
  setValid();
}

void DampVelocitySolver::solve(double h, core::VecCoordId, core::VecDerivId vResult) {
  m_ops.allocate(vResult);
  m_ops.scale(vResult, std::exp(-d_rate.value() * h));
  if (d_threshold.value() != 0) m_ops.threshold(vResult, d_threshold.value());
}

double DampVelocitySolver::integrationFactor(Quantity start, Quantity result, double h) const {
  if (start == Quantity::Velocity && result == Quantity::Velocity) return std::exp(-d_rate.value() * h);
  return factorOf(start, result, 0, 0, 0);
}

namespace {
const auto registered = core::Register("DampVelocitySolver", "Sofa.Component.ODESolver.Forward",
                                       "exponential decay of velocities, beside another solver")
                            .wasCalled("DampVelocity", "SOFA v24.12")
                            .add<DampVelocitySolver>();
}

}  // namespace sofa::component::odesolver
