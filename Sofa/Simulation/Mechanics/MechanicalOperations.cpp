// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

#include <ranges>

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Simulation/Mechanics/MultiplierForces.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"
#include "Sofa/Simulation/Mechanics/StateSizes.h"

namespace sofa::simulation {

using core::BaseState;
using core::ComponentScope;
using core::MechanicalParams;
using core::VecCoordId;
using core::VecDerivId;
namespace vec = core::vec;

namespace {

// What components do in operations, timed one by one when times are taken.

/// As an AddForce of the operations below.
auto forceAt(const MechanicalParams& params, VecDerivId f) {
  return [&params, f](core::BaseForceField& force) {
    helper::checkInterrupt();  // between the stages of explicit solvers too
    const ComponentScope scope(force);
    force.accumulateForce(params, f);
  };
}
auto forceAndTangentAt(const MechanicalParams& params, VecDerivId f, core::Linearisation kind) {
  return [&params, f, kind](core::BaseForceField& force) {
    helper::checkInterrupt();
    const ComponentScope scope(force);
    force.accumulateForceAndLinearise(params, f, kind);
  };
}

void clearVector(BaseState& state, VecDerivId v) {
  state.allocate(v);
  state.clear(v);
}

/// Until the end of the first step every state has external forces: zeros, mostly.
bool isPushed(const BaseState* state) {
  return state->has(vec::externalForce) && state->largestMagnitude(vec::externalForce) != 0;
}

void pullThrough(core::BaseMapping& mapping, VecDerivId d) {
  const ComponentScope scope(mapping);
  mapping.accumulateForces(d, d);
}

}  // namespace

void MechanicalOperations::bind(core::Node& node, const type::TagSet& tags) { m_plan = &mechanicalPlan(node, tags); }

namespace {

/// Looks at states that components made smaller or larger since the last operation.
void takeInSizes(MechanicalPlan& plan) {
  if (!areSizesNoted()) [[likely]]
    return;
  if (const auto& nodes = plan.graph().nodes; !nodes.empty()) checkNotedSizes(*nodes.front().node->root());
}

}  // namespace

template <class AddForce>
void MechanicalOperations::sumForces(VecDerivId f, Scope scope, const AddForce& addForce) {
  const helper::ProfileScope timed("ComputeForce");
  takeInSizes(*m_plan);
  const auto& operands = graph().operands(scope);
  for (auto* state : operands.states) {
    clearVector(*state, f);
    state->addExternalForce(f);
  }
  // The lists stay what they are until the plan is read again.
  const auto* root = graph().nodes.empty() ? nullptr : graph().nodes.front().node->root();
  bool resized = false;
  for (auto* force : operands.forceFields) {
    if (resized && !takesPart(*force)) continue;
    addForce(*force);
    resized |= areSizesNoted() && checkNotedSizes(*root, Moment::inForces);
  }
  for (auto* mapping : workingMappings(scope) | std::views::reverse) pullThrough(*mapping, f);
}

void MechanicalOperations::pullForces(VecDerivId f) {
  for (auto* mapping : workingMappings(Scope::solved) | std::views::reverse) pullThrough(*mapping, f);
}

bool MechanicalOperations::arePushed(Scope scope) {
  const auto& operands = graph().operands(scope);
  return operands.loaded.mappings.size() != operands.mappings.size() &&
         (std::ranges::any_of(operands.mappings, &core::BaseMapping::isPulledByMultipliers) ||
          std::ranges::any_of(operands.mappedStates, isPushed));
}

const std::vector<core::BaseMapping*>& MechanicalOperations::workingMappings(Scope scope) {
  const auto& operands = graph().operands(scope);
  return arePushed(scope) ? operands.mappings : operands.loaded.mappings;
}

void MechanicalOperations::computeForce(const MechanicalParams& params, VecDerivId f, Scope scope) {
  sumForces(f, scope, forceAt(params, f));
}

void MechanicalOperations::computeForceAndLinearise(const MechanicalParams& params, VecDerivId f, Linearisation kind,
                                                    Scope scope) {
  sumForces(f, scope, forceAndTangentAt(params, f, kind));
}

void MechanicalOperations::linearise(const MechanicalParams& params, Linearisation kind) {
  const helper::ProfileScope timed("Linearise");
  takeInSizes(*m_plan);
  for (auto* force : graph().solved.forceFields) {
    helper::checkInterrupt();
    const ComponentScope scope(*force);
    force->lineariseAt(params, kind);
  }
}

void MechanicalOperations::beginStep(const MechanicalParams& params) {
  for (auto* force : graph().solved.forceFields) force->beginStep(params);
}

namespace {
void addMassProduct(const MechanicalParams& params, core::BaseMass& mass, bool starts, VecDerivId df) {
  const double factor = mass.massFactor(params);
  if (starts)
    mass.assignMDx(params, df, factor);
  else if (factor != 0)
    mass.accumulateMDx(params, df, factor);
}
}  // namespace

void MechanicalOperations::addMBKdx(const MechanicalParams& params, VecDerivId df, Scope scope) {
  clearMapped(df, scope);
  addProducts(params, df, scope, false);
}

void MechanicalOperations::multiply(const MechanicalParams& params, VecDerivId df) {
  propagateAndAllocate(params.dx, df);
  addProducts(params, df, Scope::solved, true);
}

void MechanicalOperations::addProducts(const MechanicalParams& params, VecDerivId df, Scope scope, bool mayStart) {
  const helper::ProfileScope timed("AddMBKdx");
  takeInSizes(*m_plan);
  const auto& operands = graph().operands(scope);
  MechanicalParams p = params;
  p.df = df;
  const bool stiff = p.kFactor != 0 || p.bFactor != 0;
  for (const auto& product : operands.products) {
    const ComponentScope timedProduct(product.force ? *product.force : *product.mass);
    if (product.mass) addMassProduct(p, *product.mass, mayStart && product.starts, df);
    if (product.force && stiff) product.force->accumulateDForce(p, df);
  }
  for (auto* mapping : workingMappings(scope) | std::views::reverse) {
    const ComponentScope timedMapping(*mapping);
    mapping->accumulateForces(df, df);
    if (p.kFactor != 0) mapping->applyDJT(p, df, childForce(*mapping, p.f));
  }
}

void MechanicalOperations::addMBKv(const MechanicalParams& params, VecDerivId df, Scope scope) {
  MechanicalParams p = params;
  p.dx = params.v;
  addMBKdx(p, df, scope);
}

void MechanicalOperations::clearMapped(VecDerivId v, Scope scope) {
  const auto& operands = graph().operands(scope);
  for (auto* state : arePushed(scope) ? operands.mappedStates : operands.loaded.states) clearVector(*state, v);
}

void MechanicalOperations::propagateDx(VecDerivId dx) {
  const helper::ProfileScope timed("PropagateDx");
  takeInSizes(*m_plan);
  const bool all = arePushed(Scope::solved);
  for (const auto& node : graph().nodes) {
    if (!node.mapping || node.stopped || !(all || node.loaded)) continue;
    const ComponentScope scope(*node.mapping);
    for (auto* state : node.outputs) state->allocate(dx);
    node.mapping->mapVelocities(dx, dx);
  }
}

void MechanicalOperations::propagateAndAllocate(VecDerivId dx, VecDerivId df) {
  const helper::ProfileScope timed("PropagateDx");
  takeInSizes(*m_plan);
  const bool all = arePushed(Scope::solved);
  for (const auto& node : graph().nodes) {
    if (node.stopped || (node.mapping && !(all || node.loaded))) continue;
    if (node.mapping) {
      const ComponentScope scope(*node.mapping);
      for (auto* state : node.outputs)
        if (state->isMechanical()) state->allocate(dx);
      node.mapping->mapVelocities(dx, dx);
    }
    if (!node.state) continue;
    node.state->allocate(df);
    if (!node.started) node.state->clear(df);
  }
}

void MechanicalOperations::propagatePosition(VecCoordId x) {
  const helper::ProfileScope timed("PropagatePosition");
  takeInSizes(*m_plan);
  if (x != vec::position)
    for (auto* state : graph().outside) state->copy(x, vec::position);
  for (const auto& node : graph().nodes) {
    if (!node.mapping) continue;
    const ComponentScope scope(*node.mapping);
    if (x != vec::position)
      for (auto* state : node.outputs) state->allocate(x);
    node.mapping->mapPositions(x, x);
  }
}

void MechanicalOperations::propagateVelocity(VecDerivId v) {
  const helper::ProfileScope timed("PropagateVelocity");
  takeInSizes(*m_plan);
  if (v != vec::velocity)
    for (auto* state : graph().outside) state->copy(v, vec::velocity);
  for (const auto& node : graph().nodes) {
    if (!node.mapping) continue;
    const ComponentScope scope(*node.mapping);
    if (v != vec::velocity)
      for (auto* state : node.outputs)
        if (state->isMechanical()) state->allocate(v);
    node.mapping->mapVelocities(v, v);
  }
}

void MechanicalOperations::projectResponse(const MechanicalParams& params, VecDerivId d, Scope scope) {
  const helper::ProfileScope timed("ProjectResponse");
  takeInSizes(*m_plan);
  for (auto* constraint : graph().operands(scope).constraints) {
    const ComponentScope timedConstraint(*constraint);
    constraint->filterResponse(params, d);
  }
}

void MechanicalOperations::projectPositionAndVelocity(const MechanicalParams& params, VecCoordId x, VecDerivId v) {
  const helper::ProfileScope timed("ProjectPosition");
  takeInSizes(*m_plan);
  for (const auto& node : graph().nodes)
    for (auto* constraint : node.constraints) {
      const ComponentScope scope(*constraint);
      constraint->filterPosition(params, x);
      constraint->filterVelocity(params, v);
    }
}

/// As a product, so that masses of mapped states count.
void MechanicalOperations::addMdx(const MechanicalParams& params, VecDerivId res, double factor) {
  MechanicalParams p = params;
  p.mFactor = factor;
  p.bFactor = p.kFactor = 0;
  propagateDx(p.dx);
  addMBKdx(p, res);
}

namespace {

bool haveMass(const MechanicalGraph& graph, const std::vector<BaseState*>& states) {
  return std::ranges::any_of(graph.solved.products, [&](const auto& product) {
    return product.mass && std::ranges::any_of(product.mass->states(), [&](const auto* state) {
             return std::ranges::count(states, state) > 0;
           });
  });
}

/// a = (P M P)^-1 P f by conjugate gradients, to rounding (J. R. Shewchuk, An Introduction to the Conjugate Gradient
/// Method Without the Agonizing Pain, 1994). Where nothing has a mass a stays zero.
void solveForAccelerations(MechanicalOperations& ops, MechanicalParams params, VecDerivId a, VecDerivId f) {
  constexpr int most = 10000;
  constexpr double rounding = 1e-14;  // of |f|
  const TemporaryDeriv residual, direction, product;
  params.mFactor = 1;
  params.bFactor = params.kFactor = 0;
  params.dx = direction;
  ops.clear(a);
  ops.copy(residual, f);
  ops.projectResponse(params, residual);
  ops.copy(direction, residual);
  double rho = ops.dot(residual, residual);
  const double enough = rounding * rounding * rho;
  for (int n = 0; n < most && rho > enough; ++n) {
    ops.multiply(params, product);
    ops.projectResponse(params, product);
    const double resistance = ops.dot(direction, product);
    if (!(resistance > 0)) return;
    const double next = ops.stepAndResidual(a, direction, residual, product, rho / resistance);
    ops.sum(direction, residual, direction, next / rho);
    rho = next;
  }
}

}  // namespace

void MechanicalOperations::accFromF(const MechanicalParams& params, VecDerivId a, VecDerivId f) {
  const helper::ProfileScope timed("AccFromF");
  takeInSizes(*m_plan);
  if (graph().subtree.massOnMapped && haveMass(graph(), graph().solved.mappedStates))
    return solveForAccelerations(*this, params, a, f);
  for (const auto& node : graph().nodes) {
    if (node.stopped) continue;
    if (node.state) node.state->allocate(a);
    if (!node.mass) continue;
    const ComponentScope scope(*node.mass);
    node.mass->divideByMass(params, a, f);
  }
}

void MechanicalOperations::addSeparateGravity(double dt, VecDerivId v) {
  for (const auto& node : graph().nodes)
    if (node.mass && !node.stopped) node.mass->addGravityToVelocity(v, dt);
}

MechanicalOperations::PotentialEnergy MechanicalOperations::potentialEnergy(const MechanicalParams& params) {
  PotentialEnergy total;
  for (auto* force : graph().solved.forceFields) {
    const ComponentScope scope(*force);
    if (const auto energy = force->potentialEnergy(params))
      total.known += *energy;
    else if (!total.unknown)
      total.unknown = force;
  }
  return total;
}

double MechanicalOperations::longestStep(const MechanicalParams& params) {
  double factor = 1;
  for (auto* force : graph().solved.forceFields) factor = std::min(factor, force->longestStep(params));
  return factor;
}

void MechanicalOperations::computeAcceleration(const MechanicalParams& params, VecDerivId a, VecCoordId x,
                                               VecDerivId v) {
  MechanicalParams p = params;
  p.x = x;
  p.v = v;
  projectPositionAndVelocity(p, x, v);
  propagatePosition(x);
  propagateVelocity(v);
  computeForce(p, vec::force);
  accFromF(p, a, vec::force);
  projectResponse(p, a);
}

void MechanicalOperations::clearExternalForces() {
  for (const auto& node : graph().nodes)
    if (node.state && node.state->has(vec::externalForce)) node.state->release(vec::externalForce);
}

}  // namespace sofa::simulation
