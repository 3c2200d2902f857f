// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/AnimationLoop/DefaultAnimationLoop.h"

#include <unordered_set>

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"
#include "Sofa/Simulation/Mechanics/Participation.h"
#include "Sofa/Simulation/NodeContents.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::component::animationloop {

using helper::ProfileScope;
namespace vec = core::vec;

void DefaultAnimationLoop::init() {
  m_node = l_node ? l_node.get() : context();
  m_ops.bind(*m_node);
  m_sharedForces.bind(*m_node);
  m_version = ~std::size_t{0};
  setValid();
}

void DefaultAnimationLoop::storeResetState() { m_startTime = m_node->time(); }

void DefaultAnimationLoop::reset() {
  if (!m_node) return;
  m_node->d_time.set(m_startTime);
  for (simulation::Node* node : m_node->order())
    if (node != m_node) node->inheritContext();
}

void DefaultAnimationLoop::prepare() {
  if (m_version == m_node->graphVersion()) return;
  m_version = m_node->graphVersion();
  m_components.clear();
  m_behaviors.clear();
  m_pipelines.clear();
  m_tasks.clear();
  m_otherMappings.clear();
  m_shared.clear();
  const bool isSofas = core::reproducesSofa(*this);
  const auto& participation = simulation::participation(*m_node);
  std::unordered_set<const core::Node*> solved;
  for (simulation::Node* node : m_node->order()) {
    bool below = false;
    if (node != m_node)
      for (const auto* parent : node->parents()) below = below || solved.contains(parent);
    const auto& contents = simulation::contents(*node);
    bool hasSolver = false;
    for (const auto& part : contents.parts()) {
      m_components.push_back(part.component);
      if (part.behavior) m_behaviors.push_back(part.behavior);
      if (part.pipeline) m_pipelines.push_back(part.pipeline);
      if (part.mapping && part.mapping != contents.mapping() && !part.mapping->isMechanical())
        m_otherMappings.push_back(part.mapping);
      hasSolver = hasSolver || part.solver;
      if (part.solver && !below && participation.takesPart(*part.solver)) m_tasks.push_back({.solver = part.solver});
    }
    if (below || hasSolver) {
      solved.insert(node);
      continue;
    }
    for (const auto& part : contents.parts()) {
      if (!part.force || !participation.takesPart(*part.force)) continue;
      if (!isSofas && !part.mass)
        m_shared.push_back(part.force);
      else if (isSofas && part.force->isInteraction())
        m_tasks.push_back({.force = part.force});
    }
  }
}

void DefaultAnimationLoop::collide() {
  const ProfileScope scope("collision");
  core::CollisionBeginEvent begin;
  m_node->broadcast(begin);
  for (auto* pipeline : m_pipelines) {
    pipeline->resetCollisions();
    pipeline->detect();
    pipeline->respond();
  }
  core::CollisionEndEvent end;
  m_node->broadcast(end);
  prepare();  // contacts may have changed the graph
}

void DefaultAnimationLoop::solve(double dt, const type::TagSet& tags) {
  core::MechanicalParams params;
  params.dt = dt;
  shareForces(dt, tags);
  for (const Task& task : m_tasks) {
    const core::Component* component = task.solver;
    if (!component) component = task.force;
    if (!simulation::tagsMatch(tags, component->d_tags.value())) continue;
    if (task.solver) {
      if (!task.solver->isValid()) continue;
      const ProfileScope scope("solve");
      const core::ComponentScope timed(*task.solver);
      task.solver->solve(dt, vec::position, vec::velocity);
      continue;
    }
    const core::ComponentScope timed(*task.force);
    for (auto* state : task.force->states())
      if (state) state->allocate(vec::externalForce);
    task.force->beginStep(params);
    task.force->accumulateForce(params, vec::externalForce);
  }
}

void DefaultAnimationLoop::shareForces(double dt, const type::TagSet& tags) {
  if (m_shared.empty()) return;
  const ProfileScope scope("forces between solvers");
  std::vector<core::BaseForceField*> forces;
  for (auto* force : m_shared)
    if (simulation::tagsMatch(tags, force->d_tags.value())) forces.push_back(force);
  m_sharedForces.addLoads(forces, dt);
}

void DefaultAnimationLoop::updateOtherMappings() {
  for (auto* mapping : m_otherMappings) {
    const core::ComponentScope timed(*mapping);
    mapping->mapPositions(vec::position, vec::position);
  }
  core::UpdateMappingEndEvent end;
  m_node->broadcast(end);
}

void DefaultAnimationLoop::projectAndPropagate() {
  {
    const ProfileScope scope("projectPositionAndVelocity");
    core::MechanicalParams params;
    m_ops.projectPositionAndVelocity(params, vec::position, vec::velocity);
  }
  {
    const ProfileScope scope("propagateOnlyPositionAndVelocity");
    m_ops.propagatePosition(vec::position);
    m_ops.propagateVelocity(vec::velocity);
  }
}

void DefaultAnimationLoop::finish(double time, double dt) {
  m_node->d_time.set(time);
  for (simulation::Node* node : m_node->order())
    if (node != m_node) node->inheritContext();
  core::AnimateEndEvent animateEnd(dt);
  m_node->broadcast(animateEnd);
  {
    const ProfileScope scope("UpdateMapping");
    updateOtherMappings();
  }
  if (d_computeBoundingBox.value()) simulation::updateBoundingBoxes(*m_node);
}

double DefaultAnimationLoop::beginStep(double dt) {
  prepare();
  core::AnimateBeginEvent animateBegin(dt);
  m_node->broadcast(animateBegin);
  const double start = m_node->time();
  prepare();
  for (auto* behavior : m_behaviors) {
    const core::ComponentScope timed(*behavior);
    behavior->updatePosition(dt);
  }
  for (auto* component : m_components) component->updateTrackedData();
  return start;
}

void DefaultAnimationLoop::step(double dt) {
  if (!isValid() || !m_node) return;
  if (dt == 0) dt = m_node->dt();
  const double start = beginStep(dt);
  collide();

  core::IntegrateBeginEvent integrateBegin;
  m_node->broadcast(integrateBegin);
  solve(dt);
  projectAndPropagate();
  m_ops.clearExternalForces();
  core::IntegrateEndEvent integrateEnd;
  m_node->broadcast(integrateEnd);

  finish(start + dt, dt);
}

namespace {
const auto registered =
    core::Register("DefaultAnimationLoop", "Sofa.Simulation.Core", "collision, then each ODE solver, then mappings")
        .add<DefaultAnimationLoop>();
}

}  // namespace sofa::component::animationloop
