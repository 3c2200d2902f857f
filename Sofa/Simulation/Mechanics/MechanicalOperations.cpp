#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::simulation {

using core::BaseState;
using core::ComponentScope;
using core::MechanicalParams;
using core::VecCoordId;
using core::VecDerivId;
namespace vec = core::vec;

namespace {

// What components do in operations, timed one by one when times are taken.

void addForceOf(core::BaseForceField& force, const MechanicalParams& params, VecDerivId f) {
  helper::checkInterrupt();  // between the stages of explicit solvers too
  const ComponentScope scope(force);
  force.addForce(params, f);
}

void applyJT(core::BaseMapping& mapping, VecDerivId d) {
  const ComponentScope scope(mapping);
  mapping.applyJT(d, d);
}

}  // namespace

void MechanicalOperations::bind(core::Context& node, const type::TagSet& tags) {
  m_plan = &static_cast<Node&>(node).mechanicalPlan(tags);
}

void MechanicalOperations::computeForce(const MechanicalParams& params, VecDerivId f) {
  const helper::ProfileScope scope("ComputeForce");
  const auto& g = graph();
  for (auto* state : g.reached) {
    state->allocate(f);
    auto values = state->flatWrite(f);
    std::fill(values.begin(), values.end(), 0.0);
  }
  for (const auto& entry : g.entries) {
    if (entry.stopped) continue;
    if (entry.state) {
      const auto external = entry.state->flat(vec::externalForce);
      if (!external.empty()) {
        auto values = entry.state->flatWrite(f);
        for (std::size_t i = 0; i < std::min(values.size(), external.size()); ++i) values[i] += external[i];
      }
    }
    for (auto* force : entry.forceFields) addForceOf(*force, params, f);
    for (auto* force : entry.interactions) addForceOf(*force, params, f);
  }
  for (auto it = g.entries.rbegin(); it != g.entries.rend(); ++it)
    if (it->mapping && !it->stopped) applyJT(*it->mapping, f);
}

namespace {
void addProducts(const MechanicalParams& params, core::BaseForceField& force, VecDerivId df) {
  const ComponentScope scope(force);
  if (auto* mass = dynamic_cast<core::BaseMass*>(&force)) {
    const double factor = mass->massFactor(params);
    if (factor != 0) mass->addMDx(params, df, factor);
  }
  if (params.kFactor != 0 || params.bFactor != 0) force.addDForce(params, df);
}
}  // namespace

void MechanicalOperations::addMBKdx(const MechanicalParams& params, VecDerivId df, bool clearMapped) {
  const helper::ProfileScope timed("AddMBKdx");
  const auto& g = graph();
  MechanicalParams p = params;
  p.df = df;
  for (const auto& entry : g.entries) {
    if (entry.stopped) continue;
    if (entry.state && entry.mapped && clearMapped) {
      entry.state->allocate(df);
      auto values = entry.state->flatWrite(df);
      std::fill(values.begin(), values.end(), 0.0);
    }
    for (auto* force : entry.forceFields) addProducts(p, *force, df);
    for (auto* force : entry.interactions) addProducts(p, *force, df);
  }
  for (auto it = g.entries.rbegin(); it != g.entries.rend(); ++it) {
    if (!it->mapping || it->stopped) continue;
    const ComponentScope scope(*it->mapping);
    it->mapping->applyJT(df, df);
    if (p.kFactor != 0) it->mapping->applyDJT(p, df);
  }
}

void MechanicalOperations::addMBKv(const MechanicalParams& params, VecDerivId df, bool clearMapped) {
  MechanicalParams p = params;
  p.dx = params.v;
  addMBKdx(p, df, clearMapped);
}

void MechanicalOperations::clearMapped(VecDerivId v) {
  for (const auto& entry : graph().entries) {
    if (!entry.state || !entry.mapped || entry.stopped) continue;
    entry.state->allocate(v);
    const auto values = entry.state->flatWrite(v);
    std::fill(values.begin(), values.end(), 0.0);
  }
}

void MechanicalOperations::propagateDx(VecDerivId dx) {
  const helper::ProfileScope timed("PropagateDx");
  for (const auto& entry : graph().entries) {
    if (!entry.mapping || entry.stopped) continue;
    const ComponentScope scope(*entry.mapping);
    for (auto* state : entry.outputs) state->allocate(dx);
    entry.mapping->applyJ(dx, dx);
  }
}

void MechanicalOperations::propagateDxAndReset(VecDerivId dx, VecDerivId df) {
  const helper::ProfileScope timed("PropagateDx");
  for (const auto& entry : graph().entries) {
    if (entry.stopped) continue;
    if (entry.mapping) {
      const ComponentScope scope(*entry.mapping);
      for (auto* state : entry.outputs)
        if (state->isMechanical()) state->allocate(dx);
      entry.mapping->applyJ(dx, dx);
    }
    if (!entry.state) continue;
    entry.state->allocate(df);
    auto values = entry.state->flatWrite(df);
    std::fill(values.begin(), values.end(), 0.0);
  }
}

void MechanicalOperations::propagatePosition(VecCoordId x) {
  const helper::ProfileScope timed("PropagatePosition");
  if (x != vec::position)
    for (auto* state : graph().outside) std::ranges::copy(state->flat(vec::position), state->flatWrite(x).begin());
  for (const auto& entry : graph().entries) {
    if (!entry.mapping) continue;
    const ComponentScope scope(*entry.mapping);
    if (x != vec::position)
      for (auto* state : entry.outputs) state->allocate(x);
    entry.mapping->apply(x, x);
  }
}

void MechanicalOperations::propagateVelocity(VecDerivId v) {
  const helper::ProfileScope timed("PropagateVelocity");
  if (v != vec::velocity)
    for (auto* state : graph().outside) std::ranges::copy(state->flat(vec::velocity), state->flatWrite(v).begin());
  for (const auto& entry : graph().entries) {
    if (!entry.mapping) continue;
    const ComponentScope scope(*entry.mapping);
    if (v != vec::velocity)
      for (auto* state : entry.outputs)
        if (state->isMechanical()) state->allocate(v);
    entry.mapping->applyJ(v, v);
  }
}

void MechanicalOperations::projectResponse(const MechanicalParams& params, VecDerivId d) {
  const helper::ProfileScope timed("ProjectResponse");
  const auto& g = graph();
  for (auto it = g.entries.rbegin(); it != g.entries.rend(); ++it)
    for (auto* constraint : it->constraints) {
      const ComponentScope scope(*constraint);
      constraint->projectResponse(params, d);
    }
}

void MechanicalOperations::projectPositionAndVelocity(const MechanicalParams& params, VecCoordId x, VecDerivId v) {
  const helper::ProfileScope timed("ProjectPosition");
  for (const auto& entry : graph().entries)
    for (auto* constraint : entry.constraints) {
      const ComponentScope scope(*constraint);
      constraint->projectPosition(params, x);
      constraint->projectVelocity(params, v);
    }
}

void MechanicalOperations::addMdx(const MechanicalParams& params, VecDerivId res, double factor) {
  const helper::ProfileScope timed("AddMdx");
  for (const auto& entry : graph().entries)
    if (entry.mass && !entry.massHidden && !entry.stopped) {
      const ComponentScope scope(*entry.mass);
      entry.mass->addMDx(params, res, factor);
    }
}

void MechanicalOperations::accFromF(const MechanicalParams& params, VecDerivId a, VecDerivId f) {
  const helper::ProfileScope timed("AccFromF");
  for (const auto& entry : graph().entries) {
    if (entry.stopped) continue;
    if (entry.state) entry.state->allocate(a);
    if (!entry.mass) continue;
    const ComponentScope scope(*entry.mass);
    entry.mass->accFromF(params, a, f);
  }
}

void MechanicalOperations::addSeparateGravity(double dt, VecDerivId v) {
  for (const auto& entry : graph().entries)
    if (entry.mass && !entry.stopped) entry.mass->addGravityToVelocity(v, dt);
}

double MechanicalOperations::potentialEnergy(const MechanicalParams& params) {
  double total = 0;
  for (const auto& entry : graph().entries) {
    if (entry.stopped) continue;
    for (const auto* force : entry.forceFields) total += force->potentialEnergy(params);
    for (const auto* force : entry.interactions) total += force->potentialEnergy(params);
  }
  return total;
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
  for (const auto& entry : graph().entries)
    if (entry.state && entry.state->has(vec::externalForce)) entry.state->release(vec::externalForce);
}

void MechanicalOperations::computeForceFlat(const MechanicalParams& params, VecDerivId f) {
  const helper::ProfileScope scope("ComputeForce");
  const auto& flat = graph().flat;
  for (auto* state : flat.states) {
    state->allocate(f);
    auto values = state->flatWrite(f);
    std::fill(values.begin(), values.end(), 0.0);
    const auto external = state->flat(vec::externalForce);
    for (std::size_t i = 0; i < std::min(values.size(), external.size()); ++i) values[i] += external[i];
  }
  for (auto* force : flat.forceFields) addForceOf(*force, params, f);
  for (auto it = flat.mappings.rbegin(); it != flat.mappings.rend(); ++it) applyJT(**it, f);
}

void MechanicalOperations::addMBKvFlat(const MechanicalParams& params, VecDerivId df) {
  const helper::ProfileScope scope("ComputeRHTerm");
  const auto& flat = graph().flat;
  MechanicalParams p = params;
  p.dx = params.v;
  p.df = df;
  for (auto* state : flat.mappedStates) {
    state->allocate(df);
    auto values = state->flatWrite(df);
    std::fill(values.begin(), values.end(), 0.0);
  }
  for (auto* force : flat.forceFields)
    if (p.kFactor != 0 || p.bFactor != 0) {
      const ComponentScope timed(*force);
      force->addDForce(p, df);
    }
  for (auto* mass : flat.masses)
    if (const double factor = mass->massFactor(p); factor != 0) {
      const ComponentScope timed(*mass);
      mass->addMDx(p, df, factor);
    }
  for (auto it = flat.mappings.rbegin(); it != flat.mappings.rend(); ++it) {
    const ComponentScope timed(**it);
    (*it)->applyJT(df, df);
    if (p.kFactor != 0) (*it)->applyDJT(p, df);
  }
}

void MechanicalOperations::projectResponseFlat(const MechanicalParams& params, VecDerivId d) {
  const helper::ProfileScope timed("ProjectResponse");
  for (auto* constraint : graph().flat.constraints) {
    const ComponentScope scope(*constraint);
    constraint->projectResponse(params, d);
  }
}

}  // namespace sofa::simulation
