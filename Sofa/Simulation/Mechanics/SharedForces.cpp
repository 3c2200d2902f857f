// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/SharedForces.h"

#include <cmath>
#include <utility>

#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
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

const core::OdeSolver* solverOf(const BaseState* state) {
  return state ? core::upFrom<core::OdeSolver>(*state->context()) : nullptr;
}

bool asksForStiffness(const core::OdeSolver* solver) {
  return solver && solver->context()->down<core::LinearSolver>() != nullptr;
}

std::vector<BaseState*> statesOf(Forces forces) {
  std::vector<BaseState*> all;
  for (const auto* force : forces)
    for (auto* state : force->states())
      if (state && std::ranges::find(all, state) == all.end()) all.push_back(state);
  return all;
}

/// Masses that stand above the solver of their state are unknown to it.
bool isKnownToSolver(const core::Component& component) {
  return core::upFrom<core::OdeSolver>(*component.context()) != nullptr;
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
    const auto* solver = solverOf(state);
    if (!solver) return false;
    solvers.insert(solver);
  }
  return solvers.size() > 1 && std::ranges::any_of(solvers, asksForStiffness);
}

bool actsOnImplicit(const BaseForceField& force) {
  return std::ranges::any_of(force.states(), [](const auto* state) { return asksForStiffness(solverOf(state)); });
}

void SharedForces::findSolvers(const BaseState& state, std::set<const core::OdeSolver*>& solvers,
                               std::set<const BaseState*>& seen) {
  if (!seen.insert(&state).second) return;
  if (const auto* solver = solverOf(&state)) {
    solvers.insert(solver);
    return;
  }
  for (const auto* mapping : m_ops.graph().solved.mappings) {
    const auto outputs = mapping->outputs();
    if (std::ranges::find(outputs, &state) == outputs.end()) continue;
    for (const auto* input : mapping->inputs())
      if (input) findSolvers(*input, solvers, seen);
  }
}

void SharedForces::divide(Forces forces) {
  const auto& nodes = m_ops.graph().nodes;
  const std::size_t version = nodes.empty() ? 0 : nodes.front().node->graphVersion();
  if (version == m_dividedVersion && std::ranges::equal(forces, m_divided)) return;
  m_dividedVersion = version;
  m_divided.assign(forces.begin(), forces.end());
  m_implicit.clear();
  m_explicit.clear();
  for (auto* force : forces) {
    std::set<const core::OdeSolver*> solvers;
    std::set<const BaseState*> seen;
    for (const auto* state : force->states())
      if (state) findSolvers(*state, solvers, seen);
    if (!solvers.empty()) (std::ranges::any_of(solvers, asksForStiffness) ? m_implicit : m_explicit).push_back(force);
  }
}

void SharedForces::addLoads(Forces forces, double h) {
  divide(forces);
  if (!m_vectors && !(m_implicit.empty() && m_explicit.empty())) m_vectors.emplace();
  if (!m_explicit.empty()) addExplicitLoads(h);
  if (!m_implicit.empty()) addImplicitLoads(h);
}

void SharedForces::tellOfExplicit(const BaseForceField& force) {
  if (m_toldOfExplicit) return;
  m_toldOfExplicit = true;
  force.warning(
      "No implicit solver moves what this force acts on, and it stands above their solvers: it is that of the "
      "beginning of the step, as in explicit Euler, which bears it only where stiffness dt^2 is small for their mass. "
      "For longer steps give one of the bodies an EulerImplicitSolver and a CGLinearSolver, or put both under one "
      "solver. This is said of the first such force.");
}

void SharedForces::addExplicitLoads(double h) {
  for (const auto* force : m_explicit)
    if (force->isInteraction()) tellOfExplicit(*force);
  MechanicalParams params;
  params.dt = h;
  clear(m_explicit, m_vectors->load);
  for (auto* force : m_explicit) {
    force->beginStep(params);
    force->accumulateForce(params, m_vectors->load);
  }
  handOver(m_explicit);
}

void SharedForces::addImplicitLoads(double h) {
  MechanicalParams params;
  params.dt = h;
  params.implicit = true;
  findLoads(m_implicit, params);
  findMotion(m_implicit, params);
  MechanicalParams change = params;  // by the motion
  change.dx = m_vectors->motion;
  change.kFactor = h;
  change.bFactor = 1;
  m_ops.propagateDx(m_vectors->motion);
  addProducts(m_implicit, change, m_vectors->load);
  handOver(m_implicit);
}

void SharedForces::clear(Forces forces, VecDerivId v) {
  for (auto* state : m_ops.graph().solved.states) makeZero(*state, v);
  for (auto* state : statesOf(forces)) makeZero(*state, v);
}

/// A solver knows the mapped states below its node: loads of those that stand elsewhere go to what drives them.
void SharedForces::handOver(Forces forces) {
  const auto& unmapped = m_ops.graph().unmapped;
  const auto add = [&](BaseState& state) {
    state.allocate(vec::externalForce);
    state.sum(vec::externalForce, vec::externalForce, m_vectors->load, 1);
  };
  bool remains = false;
  for (auto* state : statesOf(forces))
    if (solverOf(state) || std::ranges::find(unmapped, state) != unmapped.end()) {
      add(*state);
      state->clear(m_vectors->load);
    } else {
      remains = true;
    }
  if (!remains) return;
  m_ops.pullForces(m_vectors->load);
  for (auto* state : unmapped) add(*state);
}

/// f + h K v.
void SharedForces::findLoads(Forces forces, const MechanicalParams& params) {
  clear(forces, m_vectors->load);
  clear(forces, m_vectors->direction);  // the velocities, until there is a direction
  for (auto* state : m_ops.graph().unmapped)
    if (solverOf(state)) state->copy(m_vectors->direction, vec::velocity);
  m_ops.propagateDx(m_vectors->direction);
  MechanicalParams atStart = params;
  atStart.v = m_vectors->direction;  // states that no solver moves have no velocity
  MechanicalParams onVelocities = params;
  onVelocities.dx = m_vectors->direction;
  onVelocities.kFactor = params.dt;
  for (auto* force : forces) {
    force->beginStep(params);
    force->accumulateForceAndLinearise(atStart, m_vectors->load, core::Linearisation::positiveDefinite);
    force->accumulateDForce(onVelocities, m_vectors->load);
  }
}

void SharedForces::addOwnForces(const MechanicalParams& params, VecDerivId f) {
  MechanicalParams onVelocities = params;
  onVelocities.dx = m_vectors->direction;
  onVelocities.kFactor = params.dt;
  for (auto* force : m_ops.graph().solved.forceFields) {
    if (!isKnownToSolver(*force)) continue;
    const core::ComponentScope timed(*force);
    force->accumulateForceAndLinearise(params, f, core::Linearisation::exact);
    force->accumulateDForce(onVelocities, f);
  }
  for (auto* state : m_ops.graph().solved.states) state->addExternalForce(f);
}

void SharedForces::project(const MechanicalParams& params, VecDerivId v) {
  m_ops.projectResponse(params, v);
  for (auto* state : m_ops.graph().unmapped)
    if (!solverOf(state)) state->clear(v);
}

void SharedForces::multiply(Forces forces, const MechanicalParams& params, VecDerivId df) {
  clear(forces, df);
  m_ops.propagateDx(params.dx);
  for (const auto& product : m_ops.graph().solved.products)
    if (product.mass && isKnownToSolver(*product.mass)) product.mass->accumulateMDx(params, df, 1);
  MechanicalParams stiffness = params;
  stiffness.bFactor = -params.dt;
  stiffness.kFactor = -params.dt * params.dt;
  addProducts(forces, stiffness, df);
  m_ops.pullForces(df);
}

void SharedForces::findMotion(Forces forces, const MechanicalParams& params) {
  constexpr int most = 1000;
  constexpr double rounding = 1e-12, wrong = 1e-4;  // of the right-hand side
  for (auto* state : m_ops.graph().solved.states) {
    state->allocate(m_vectors->residual);
    state->copy(m_vectors->residual, m_vectors->load);
  }
  addOwnForces(params, m_vectors->residual);
  m_ops.pullForces(m_vectors->residual);
  m_ops.scale(m_vectors->residual, params.dt);
  project(params, m_vectors->residual);
  clear(forces, m_vectors->motion);
  m_ops.copy(m_vectors->direction, m_vectors->residual);
  MechanicalParams along = params;
  along.dx = m_vectors->direction;
  double rho = m_ops.dot(m_vectors->residual, m_vectors->residual);
  const double start = rho, enough = rounding * rounding * start;
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
  if (rho > wrong * wrong * start && !std::exchange(m_toldOfMotion, true))
    forces.front()->warning(
        "The loads of forces outside the ODE solvers are found to {:.1g} of their size only, after {} iterations: the "
        "motion may be wrong. Put the bodies under one ODE solver, or take shorter steps or softer forces. This is "
        "said once.",
        std::sqrt(rho / start), most);
}

}  // namespace sofa::simulation
