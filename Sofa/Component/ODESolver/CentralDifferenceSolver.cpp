// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/CentralDifferenceSolver.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::odesolver {

namespace vec = core::vec;

void CentralDifferenceSolver::init() {
  m_ops.bind(*context(), context()->d_tags.value());
  setValid();
}

void CentralDifferenceSolver::solve(double h, core::VecCoordId xResult, core::VecDerivId vResult) {
  core::MechanicalParams params;
  params.dt = h;
  m_ops.addSeparateGravity(h, vResult);
  m_ops.beginStep(params);
  m_ops.computeForce(params, vec::force);
  m_ops.allocate(vec::dx);
  m_ops.accFromF(params, vec::dx, vec::force);
  m_ops.projectResponse(params, vec::dx);
  const double r = d_rayleighMass.value();
  if (r == 0) {
    m_ops.advance(vResult, vec::velocity, vec::dx, h, xResult, vec::position, h);
  } else {
    // (v' - v) / h + r (v' + v) / 2 = a
    m_ops.copy(vResult, vec::velocity);
    m_ops.scale(vResult, (1 / h - r / 2) / (1 / h + r / 2));
    m_ops.advance(vResult, vResult, vec::dx, 1 / (1 / h + r / 2), xResult, vec::position, h);
  }
  m_constraints.endStep(*this, h, xResult, vResult);
}

double CentralDifferenceSolver::solutionFactor(Quantity result, double h) const { return choose(result, h * h, h, 1); }

double CentralDifferenceSolver::integrationFactor(Quantity start, Quantity result, double h) const {
  return factorOf(start, result, h, h * h, h);
}

namespace {
const auto registered =
    core::Register("CentralDifferenceSolver", "Sofa.Component.ODESolver.Forward",
                   "central differences, explicit, velocities half a step before the positions")
        .ignores("threadSafeVisitor", "visits of components run in parallel where they can (--threads)")
        .wasCalled("CentralDifference", "SOFA v24.12")
        .add<CentralDifferenceSolver>();
}

}  // namespace sofa::component::odesolver
