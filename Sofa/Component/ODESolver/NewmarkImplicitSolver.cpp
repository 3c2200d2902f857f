// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ODESolver/NewmarkImplicitSolver.h"

#include "Sofa/Component/ODESolver/LinearSolverSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Profiler.h"
#include "Sofa/Simulation/Mechanics/RestingVectors.h"

namespace sofa::component::odesolver {

namespace vec = core::vec;

void NewmarkImplicitSolver::init() {
  m_ops.bind(*context(), context()->d_tags.value());
  setValid();
  requireLinearSolver(*this, l_linearSolver);
}

core::MechanicalParams NewmarkImplicitSolver::accelerationFactors(double h) const {
  const double late = h * (1 - d_gamma.value());
  core::MechanicalParams params{.dt = h, .implicit = true};
  if (d_rayleighMass.value() == 0 && d_rayleighStiffness.value() == 0 && d_beta.value() == 0.5)
    return params;  // SOFA's
  params.mFactor = -late * d_rayleighMass.value();
  params.bFactor = late;
  params.kFactor = late * d_rayleighStiffness.value() + h * h * (1 - 2 * d_beta.value()) / 2;
  return params;
}

core::MechanicalParams NewmarkImplicitSolver::velocityFactors(double h) const {
  core::MechanicalParams params{.dt = h, .implicit = true};
  params.mFactor = -d_rayleighMass.value();
  params.bFactor = 1;
  params.kFactor = d_rayleighStiffness.value() + h;
  return params;
}

void NewmarkImplicitSolver::computeRightHandSide(double h) {
  const core::MechanicalParams params{.dt = h, .implicit = true};
  m_ops.computeForceAndLinearise(params, vec::force);  // where mappings look for it, for their geometric stiffness
  m_ops.copy(m_rhs, vec::force);
  core::MechanicalParams term = accelerationFactors(h);
  if (term.mFactor != 0 || term.bFactor != 0 || term.kFactor != 0) {
    term.dx = m_acceleration;
    m_ops.propagateDx(m_acceleration);
    m_ops.addMBKdx(term, m_rhs);
  }
  m_ops.addMBKv(velocityFactors(h), m_rhs);
  m_ops.projectResponse(params, m_rhs);
}

core::MechanicalParams NewmarkImplicitSolver::matrixFactors(double h) const {
  const double gamma = d_gamma.value();
  core::MechanicalParams matrix;
  matrix.dt = h;
  matrix.implicit = true;
  matrix.mFactor = 1 + h * gamma * d_rayleighMass.value();
  matrix.bFactor = -h * gamma;
  matrix.kFactor = -h * h * d_beta.value() - h * gamma * d_rayleighStiffness.value();
  return matrix;
}

void NewmarkImplicitSolver::solve(double h, core::VecCoordId xResult, core::VecDerivId vResult) {
  const double gamma = d_gamma.value(), beta = d_beta.value();
  m_ops.beginStep({.dt = h});
  m_ops.allocate(m_acceleration);
  if (m_adjoint) m_adjoint->wasFound = !m_hasAcceleration;
  if (!m_hasAcceleration) {
    core::MechanicalParams params;
    params.dt = h;
    m_ops.clear(m_acceleration);
    m_ops.computeAcceleration(params, m_acceleration, vec::position, vec::velocity);
    m_hasAcceleration = true;
  }
  if (m_adjoint) m_ops.copy(m_adjoint->start, m_acceleration);
  computeRightHandSide(h);
  m_ops.clear(m_newAcceleration);
  {
    const helper::ProfileScope scope("MBKSolve");
    l_linearSolver->build(matrixFactors(h));
    l_linearSolver->solve(m_newAcceleration, m_rhs);
  }
  m_ops.integrate(xResult, vec::position, vec::velocity, h);
  m_ops.integrate(xResult, xResult, m_acceleration, h * h * (0.5 - beta));
  m_ops.integrate(xResult, xResult, m_newAcceleration, h * h * beta);
  m_ops.sum(vResult, vec::velocity, m_acceleration, h * (1 - gamma));
  m_ops.addScaled(vResult, m_newAcceleration, h * gamma);
  m_constraints.endStep(*this, h, xResult, vResult);
  m_ops.addSeparateGravity(h, vResult);
  if (d_velocityDamping.value() != 0) m_ops.scale(vResult, std::exp(-h * d_velocityDamping.value()));
  m_ops.copy(m_acceleration, m_newAcceleration);
}

void NewmarkImplicitSolver::archive(core::Archive& archive) {
  archive.io(m_hasAcceleration);
  m_ops.archive(archive, m_acceleration);
  simulation::archiveResting(archive, *context(), m_acceleration);
}

namespace {
const auto registered =
    core::Register("NewmarkImplicitSolver", "Sofa.Component.ODESolver.Backward",
                   "Newmark's method, implicit, with one linear solve per step")
        .ignores("threadSafeVisitor", "visits of components run in parallel where they can (--threads)")
        .add<NewmarkImplicitSolver>();
}

}  // namespace sofa::component::odesolver
