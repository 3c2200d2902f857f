// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/EulerExplicitSolver.h"

#include "Sofa/Component/ODESolver/MassQueries.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::odesolver {

namespace vec = core::vec;
using simulation::Scope;

void EulerExplicitSolver::init() {
  m_ops.bind(*context(), context()->d_tags.value());
  if (!l_linearSolver) l_linearSolver.set(context()->up<core::LinearSolver>());
  setValid();
}

void EulerExplicitSolver::solve(double h, core::VecCoordId xResult, core::VecDerivId vResult) {
  core::MechanicalParams params;
  params.dt = h;
  m_ops.addSeparateGravity(h, vResult);
  // SOFA v26.06 sums all forces below, also those that mapForces="0" keeps from the input.
  const Scope scope = core::reproducesSofa(*this) ? Scope::subtree : Scope::solved;
  if (scope == Scope::subtree) {
    m_unstopped.tell(*this, m_ops);
    for (auto* force : m_ops.graph().subtree.forceFields) force->beginStep(params);
  } else {
    m_ops.beginStep(params);
  }
  m_ops.computeForce(params, vec::force, scope);
  m_ops.allocate(vec::dx);
  if (massesAreDiagonal(m_ops)) {
    m_ops.accFromF(params, vec::dx, vec::force);
    m_ops.projectResponse(params, vec::dx, scope);
  } else if (l_linearSolver) {
    m_ops.projectResponse(params, vec::force, scope);
    core::MechanicalParams matrix = params;
    matrix.mFactor = 1.0;
    l_linearSolver->build(matrix);
    l_linearSolver->solve(vec::dx, vec::force);
  } else {
    error(
        "Due to the presence of non-diagonal masses, the solver requires a linear solver. Add one to this node or lump "
        "the masses.");
    setInvalid();
    return;
  }
  if (d_symplectic.value()) {
    m_ops.advance(vResult, vec::velocity, vec::dx, h, xResult, vec::position, h);
  } else {
    m_ops.integrate(xResult, vec::position, vec::velocity, h);
    m_ops.sum(vResult, vec::velocity, vec::dx, h);
  }
  m_constraints.endStep(*this, h, xResult, vResult);
}

double EulerExplicitSolver::solutionFactor(Quantity result, double h) const {
  return choose(result, d_symplectic.value() ? h * h : 0, h, 1);
}

double EulerExplicitSolver::integrationFactor(Quantity start, Quantity result, double h) const {
  return factorOf(start, result, h, d_symplectic.value() ? h * h : 0, h);
}

namespace {
const auto registered =
    core::Register("EulerExplicitSolver", "Sofa.Component.ODESolver.Forward", "explicit Euler, symplectic by default")
        .ignores("threadSafeVisitor", "visits of components run in parallel where they can (--threads)")
        .wasCalled("Euler", "SOFA v24.12")
        .wasCalled("EulerExplicit", "SOFA v24.12")
        .wasCalled("EulerSolver", "SOFA v24.12")
        .wasCalled("ExplicitEuler", "SOFA v24.12")
        .wasCalled("ExplicitEulerSolver", "SOFA v24.12")
        .add<EulerExplicitSolver>();
}

}  // namespace sofa::component::odesolver
