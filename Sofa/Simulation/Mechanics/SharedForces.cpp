// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/SharedForces.h"

#include <set>

#include "Sofa/Core/Contract/ForceFieldAndMass.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::simulation {

using core::BaseForceField;
using core::BaseState;
using core::MechanicalParams;
using core::VecDerivId;
namespace vec = core::vec;

namespace {

using Forces = std::span<BaseForceField* const>;

std::vector<BaseState*> statesOf(Forces forces) {
  std::vector<BaseState*> all;
  for (const auto* force : forces)
    for (auto* state : force->states())
      if (state && std::ranges::find(all, state) == all.end()) all.push_back(state);
  return all;
}

/// Whether its forces are those of elements too, whose stiffness only the solver of the body knows.
bool hasElements(const core::BaseMass& mass) {
  return dynamic_cast<const core::ForceFieldAndMass<type::Vec3Types>*>(&mass) ||
         dynamic_cast<const core::ForceFieldAndMass<type::Rigid3Types>*>(&mass);
}

void makeZero(BaseState& state, VecDerivId v) {
  state.allocate(v);
  state.clear(v);
}

void addProducts(Forces forces, const MechanicalParams& params, VecDerivId df) {
  for (auto* force : forces) force->accumulateDForce(params, df);
}

}  // namespace

bool isBetweenSolvers(const BaseForceField& force) {
  std::set<const core::OdeSolver*> solvers;
  for (const auto* state : force.states()) {
    const auto* solver = state ? core::upFrom<core::OdeSolver>(*state->context()) : nullptr;
    if (!solver) return false;
    solvers.insert(solver);
  }
  return solvers.size() > 1 && std::ranges::any_of(solvers, [](const auto* solver) {
           return solver->context()->template local<core::LinearSolver>() != nullptr;
         });
}

void SharedForces::addLoads(Forces forces, double h) {
  if (forces.empty()) return;
  if (!m_vectors) m_vectors.emplace();
  MechanicalParams params;
  params.dt = h;
  params.implicit = true;
  findLoads(forces, params);
  findMotion(forces, params);
  MechanicalParams change = params;  // by the motion
  change.dx = m_vectors->motion;
  change.kFactor = h;
  change.bFactor = 1;
  m_ops.propagateDx(m_vectors->motion);
  addProducts(forces, change, m_vectors->load);
  for (auto* state : statesOf(forces)) {
    state->allocate(vec::externalForce);
    state->sum(vec::externalForce, vec::externalForce, m_vectors->load, 1);
  }
}

/// f + h K v.
void SharedForces::findLoads(Forces forces, const MechanicalParams& params) {
  for (auto* state : m_ops.graph().solved.states) makeZero(*state, m_vectors->load);
  for (auto* state : statesOf(forces)) makeZero(*state, m_vectors->load);
  MechanicalParams onVelocities = params;
  onVelocities.dx = vec::velocity;
  onVelocities.kFactor = params.dt;
  for (auto* force : forces) {
    force->beginStep(params);
    force->accumulateForceAndLinearise(params, m_vectors->load, core::Linearisation::positiveDefinite);
    force->accumulateDForce(onVelocities, m_vectors->load);
  }
}

void SharedForces::project(const MechanicalParams& params, VecDerivId v) {
  m_ops.projectResponse(params, v);
  for (auto* state : m_ops.graph().unmapped)
    if (!core::upFrom<core::OdeSolver>(*state->context())) state->clear(v);
}

void SharedForces::multiply(Forces forces, const MechanicalParams& params, VecDerivId df) {
  for (auto* state : m_ops.graph().solved.states) makeZero(*state, df);
  m_ops.propagateDx(params.dx);
  for (const auto& product : m_ops.graph().solved.products)
    if (product.mass) product.mass->accumulateMDx(params, df, 1);
  MechanicalParams stiffness = params;
  stiffness.bFactor = -params.dt;
  stiffness.kFactor = -params.dt * params.dt;
  addProducts(forces, stiffness, df);
  m_ops.pullForces(df);
}

void SharedForces::findMotion(Forces forces, const MechanicalParams& params) {
  constexpr int most = 1000;
  constexpr double rounding = 1e-12;  // of the right-hand side
  for (auto* state : m_ops.graph().solved.states) {
    state->allocate(m_vectors->residual);
    state->copy(m_vectors->residual, m_vectors->load);
  }
  for (const auto& product : m_ops.graph().solved.products)
    if (product.mass && !hasElements(*product.mass)) product.mass->accumulateForce(params, m_vectors->residual);
  m_ops.pullForces(m_vectors->residual);
  m_ops.scale(m_vectors->residual, params.dt);
  project(params, m_vectors->residual);
  m_ops.allocate(m_vectors->motion);
  m_ops.clear(m_vectors->motion);
  m_ops.copy(m_vectors->direction, m_vectors->residual);
  MechanicalParams along = params;
  along.dx = m_vectors->direction;
  double rho = m_ops.dot(m_vectors->residual, m_vectors->residual);
  const double enough = rounding * rounding * rho;
  for (int n = 0; n < most && rho > enough; ++n) {
    helper::checkInterrupt();
    multiply(forces, along, m_vectors->product);
    project(params, m_vectors->product);
    const double resistance = m_ops.dot(m_vectors->direction, m_vectors->product);
    if (!(resistance > 0)) return;  // nothing has a mass along the direction
    const double next = m_ops.stepAndResidual(m_vectors->motion, m_vectors->direction, m_vectors->residual,
                                              m_vectors->product, rho / resistance);
    m_ops.sum(m_vectors->direction, m_vectors->residual, m_vectors->direction, next / rho);
    rho = next;
  }
}

}  // namespace sofa::simulation
