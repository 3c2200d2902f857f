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

void pullForces(core::BaseMapping& mapping, VecDerivId d) {
  const ComponentScope scope(mapping);
  mapping.accumulateForces(d, d);
}

}  // namespace

void MechanicalOperations::bind(core::Context& node, const type::TagSet& tags) {
  m_plan = &static_cast<Node&>(node).mechanicalPlan(tags);
}

template <class AddForce>
void MechanicalOperations::sumForces(VecDerivId f, const AddForce& addForce) {
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
    for (auto* force : entry.forceFields) addForce(*force);
    for (auto* force : entry.interactions) addForce(*force);
  }
  for (auto it = g.entries.rbegin(); it != g.entries.rend(); ++it)
    if (it->mapping && !it->stopped) pullForces(*it->mapping, f);
}

void MechanicalOperations::computeForce(const MechanicalParams& params, VecDerivId f) {
  sumForces(f, forceAt(params, f));
}

void MechanicalOperations::computeForceAndLinearise(const MechanicalParams& params, VecDerivId f, Linearisation kind) {
  sumForces(f, forceAndTangentAt(params, f, kind));
}

template <class Visit>
void MechanicalOperations::forEachForceField(const Visit& visit) {
  for (const auto& entry : graph().entries) {
    if (entry.stopped) continue;
    for (auto* force : entry.forceFields) visit(*force);
    for (auto* force : entry.interactions) visit(*force);
  }
}

void MechanicalOperations::linearise(const MechanicalParams& params, Linearisation kind) {
  const helper::ProfileScope timed("Linearise");
  forEachForceField([&](core::BaseForceField& force) {
    helper::checkInterrupt();
    const ComponentScope scope(force);
    force.lineariseAt(params, kind);
  });
}

void MechanicalOperations::beginStep(const MechanicalParams& params) {
  forEachForceField([&](core::BaseForceField& force) { force.beginStep(params); });
}

namespace {
void addProducts(const MechanicalParams& params, core::BaseForceField& force, VecDerivId df) {
  const ComponentScope scope(force);
  if (auto* mass = dynamic_cast<core::BaseMass*>(&force)) {
    const double factor = mass->massFactor(params);
    if (factor != 0) mass->accumulateMDx(params, df, factor);
  }
  if (params.kFactor != 0 || params.bFactor != 0) force.accumulateDForce(params, df);
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
    it->mapping->accumulateForces(df, df);
    if (p.kFactor != 0) it->mapping->applyDJT(p, df, p.f);
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
    entry.mapping->mapVelocities(dx, dx);
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
      entry.mapping->mapVelocities(dx, dx);
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
    entry.mapping->mapPositions(x, x);
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
    entry.mapping->mapVelocities(v, v);
  }
}

void MechanicalOperations::projectResponse(const MechanicalParams& params, VecDerivId d) {
  const helper::ProfileScope timed("ProjectResponse");
  const auto& g = graph();
  for (auto it = g.entries.rbegin(); it != g.entries.rend(); ++it)
    for (auto* constraint : it->constraints) {
      const ComponentScope scope(*constraint);
      constraint->filterResponse(params, d);
    }
}

void MechanicalOperations::projectPositionAndVelocity(const MechanicalParams& params, VecCoordId x, VecDerivId v) {
  const helper::ProfileScope timed("ProjectPosition");
  for (const auto& entry : graph().entries)
    for (auto* constraint : entry.constraints) {
      const ComponentScope scope(*constraint);
      constraint->filterPosition(params, x);
      constraint->filterVelocity(params, v);
    }
}

void MechanicalOperations::addMdx(const MechanicalParams& params, VecDerivId res, double factor) {
  const helper::ProfileScope timed("AddMdx");
  for (const auto& entry : graph().entries)
    if (entry.mass && !entry.massHidden && !entry.stopped) {
      const ComponentScope scope(*entry.mass);
      entry.mass->accumulateMDx(params, res, factor);
    }
}

void MechanicalOperations::accFromF(const MechanicalParams& params, VecDerivId a, VecDerivId f) {
  const helper::ProfileScope timed("AccFromF");
  for (const auto& entry : graph().entries) {
    if (entry.stopped) continue;
    if (entry.state) entry.state->allocate(a);
    if (!entry.mass) continue;
    const ComponentScope scope(*entry.mass);
    entry.mass->divideByMass(params, a, f);
  }
}

void MechanicalOperations::addSeparateGravity(double dt, VecDerivId v) {
  for (const auto& entry : graph().entries)
    if (entry.mass && !entry.stopped) entry.mass->addGravityToVelocity(v, dt);
}

MechanicalOperations::PotentialEnergy MechanicalOperations::potentialEnergy(const MechanicalParams& params) {
  PotentialEnergy total;
  forEachForceField([&](core::BaseForceField& force) {
    const ComponentScope scope(force);
    if (const auto energy = force.potentialEnergy(params))
      total.known += *energy;
    else if (!total.unknown)
      total.unknown = &force;
  });
  return total;
}

double MechanicalOperations::longestStep(const MechanicalParams& params) {
  double factor = 1;
  forEachForceField([&](core::BaseForceField& force) { factor = std::min(factor, force.longestStep(params)); });
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
  for (const auto& entry : graph().entries)
    if (entry.state && entry.state->has(vec::externalForce)) entry.state->release(vec::externalForce);
}

template <class AddForce>
void MechanicalOperations::sumForcesFlat(VecDerivId f, const AddForce& addForce) {
  const helper::ProfileScope scope("ComputeForce");
  const auto& flat = graph().flat;
  for (auto* state : flat.states) {
    state->allocate(f);
    auto values = state->flatWrite(f);
    std::fill(values.begin(), values.end(), 0.0);
    const auto external = state->flat(vec::externalForce);
    for (std::size_t i = 0; i < std::min(values.size(), external.size()); ++i) values[i] += external[i];
  }
  for (auto* force : flat.forceFields) addForce(*force);
  for (auto it = flat.mappings.rbegin(); it != flat.mappings.rend(); ++it) pullForces(**it, f);
}

void MechanicalOperations::computeForceFlat(const MechanicalParams& params, VecDerivId f) {
  sumForcesFlat(f, forceAt(params, f));
}

void MechanicalOperations::computeForceAndLineariseFlat(const MechanicalParams& params, VecDerivId f) {
  sumForcesFlat(f, forceAndTangentAt(params, f, Linearisation::exact));
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
      force->accumulateDForce(p, df);
    }
  for (auto* mass : flat.masses)
    if (const double factor = mass->massFactor(p); factor != 0) {
      const ComponentScope timed(*mass);
      mass->accumulateMDx(p, df, factor);
    }
  for (auto it = flat.mappings.rbegin(); it != flat.mappings.rend(); ++it) {
    const ComponentScope timed(**it);
    (*it)->accumulateForces(df, df);
    if (p.kFactor != 0) (*it)->applyDJT(p, df, p.f);
  }
}

void MechanicalOperations::projectResponseFlat(const MechanicalParams& params, VecDerivId d) {
  const helper::ProfileScope timed("ProjectResponse");
  for (auto* constraint : graph().flat.constraints) {
    const ComponentScope scope(*constraint);
    constraint->filterResponse(params, d);
  }
}

}  // namespace sofa::simulation
