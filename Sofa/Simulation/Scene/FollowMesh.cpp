// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/FollowMesh.h"

#include <unordered_map>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"
#include "Sofa/Simulation/Scene/InitAgain.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"

namespace sofa::simulation {

bool hasFollowingData(const core::Component& component) {
  const auto fields = component.dataFields();
  return std::any_of(fields.begin(), fields.end(),
                     [](const core::BaseData* data) { return static_cast<bool>(data->options().follows); });
}

namespace {

/// Knows which mesh the components of a scene follow. Those of a node ask for the same one: it is looked for once.
class FollowedMeshes {
 public:
  using Mesh = const core::BaseMeshTopology*;

  Mesh of(const core::Component& component) {
    for (const auto* link : component.links())
      if (link->name() == "topology")
        if (const auto* mesh = dynamic_cast<Mesh>(link->target(0))) return mesh;
    return component.context() ? of(*component.context()) : nullptr;
  }

  Mesh ofState(const core::BaseState& state) {
    const auto [it, isNew] = m_states.try_emplace(&state);
    if (isNew) it->second = find(state);
    return it->second;
  }

 private:
  Mesh of(const Node& node) {
    const auto [it, isNew] = m_nodes.try_emplace(&node);
    if (isNew) it->second = core::meshTopology(node);
    return it->second;
  }

  Mesh find(const core::BaseState& state) {
    const auto* node = state.context();
    if (!node || !state.isMechanical()) return nullptr;
    // A state below a mapping has points of its own, unless a mesh stands beside it.
    if (node->local<core::BaseMapping>()) return node->slot<core::BaseMeshTopology>();
    return of(state);
  }

  std::unordered_map<const Node*, Mesh> m_nodes;
  std::unordered_map<const core::BaseState*, Mesh> m_states;
};

}  // namespace

const core::BaseMeshTopology* followedMesh(const core::Component& component) { return FollowedMeshes().of(component); }

const core::BaseMeshTopology* meshOfState(const core::BaseState& state) { return FollowedMeshes().ofState(state); }

namespace {

void renumber(std::span<type::Index> points, const core::BaseState& state, const core::MeshChanges& changes) {
  if (meshOfState(state) != changes.mesh) return;
  for (const auto& step : changes.steps)
    for (type::Index& i : points)
      if (i < step->points().before()) i = step->points().newIndex(i);
}

}  // namespace

void followPoints(std::span<type::Index> points, const core::BaseState& state, const core::MeshChanges& changes) {
  renumber(points, state, changes);
  if (changes.known) return;
  for (type::Index& i : points)
    if (i >= state.size()) i = type::invalidIndex;
}

std::vector<bool> followPairs(PairedPoints& pairs, const core::BaseState& first, const core::BaseState& second,
                              const core::MeshChanges& changes) {
  std::vector<bool> lost(pairs.first.size());
  const auto follow = [&](std::vector<type::Index>& ends, const core::BaseState& state) {
    const auto before = ends;
    renumber(ends, state, changes);
    for (std::size_t i = 0; i < ends.size(); ++i)
      if (ends[i] == type::invalidIndex && before[i] != type::invalidIndex) lost[i] = true;
  };
  follow(pairs.first, first);
  follow(pairs.second, second);
  return lost;
}

namespace {

using Changed = std::vector<core::MeshChanges>;

const core::MeshChanges* changesOf(const Changed& changed, const core::BaseMeshTopology* mesh) {
  const auto it = std::ranges::find(changed, mesh, &core::MeshChanges::mesh);
  return mesh && it != changed.end() ? &*it : nullptr;
}

bool isLinkedTo(const core::Component& component, const core::BaseMeshTopology& mesh) {
  for (const auto* link : component.links())
    for (std::size_t i = 0; i < link->size(); ++i)
      if (link->target(i) == static_cast<const core::Base*>(&mesh)) return true;
  return false;
}

/// All components, nodes that are switched off included: they go on with the changed mesh when they are switched on.
Components allComponents(core::Node& root) {
  Components all;
  core::forEachNode(
      root, [&](core::Node& node) { all.insert(all.end(), node.components().begin(), node.components().end()); });
  return all;
}

void carryState(core::BaseState& state, const core::MeshChanges& changes) {
  for (const auto& step : changes.steps) {
    const auto& points = step->points();
    if (points.isNothing()) continue;
    if (state.size() != points.before())
      return state.warning(
          "The mesh {} had {} points before it changed, but this state has {}: it does not follow the change.",
          changes.mesh->path(), points.before(), state.size());
    state.followPoints(points);
  }
}

/// States below mappings that have the points of a mesh which a mapping changed.
void carryStatesBeside(const Components& all, const core::MeshChanges& changes) {
  if (changes.steps.empty()) return;
  for (const auto& component : all)
    if (auto* state = dynamic_cast<core::BaseState*>(component.get());
        state && meshOfState(*state) == changes.mesh && state->size() == changes.steps.front()->points().before())
      carryState(*state, changes);
}

/// What follows another Data that changed by now is read from there; the rest is carried along.
void carryDataOf(core::Component& component, const core::MeshChanges& changes) {
  for (auto* data : component.dataFields()) {
    if (!data->options().follows || (data->parent() && data->isDirty())) continue;
    for (const auto& step : changes.steps) core::carryData(*data, *step);
  }
}

/// The states a force or a constraint acts on, or a mapping starts from.
std::vector<core::BaseState*> statesOf(const core::Component& component) {
  if (const auto* force = dynamic_cast<const core::BaseForceField*>(&component)) return force->states();
  if (const auto* mapping = dynamic_cast<const core::BaseMapping*>(&component)) return mapping->inputs();
  if (const auto* constraint = dynamic_cast<const core::BaseProjectiveConstraint*>(&component))
    return constraint->states();
  return {};
}

bool actsOn(const core::Component& component, const core::BaseMeshTopology& mesh, FollowedMeshes& meshes) {
  const auto states = statesOf(component);
  return std::ranges::any_of(states, [&](const auto* state) { return state && meshes.ofState(*state) == &mesh; });
}

/// True if the component goes on with the changed mesh.
bool takesIn(core::Component& component, const core::MeshChanges& changes, FollowedMeshes& meshes) {
  if (dynamic_cast<const core::BaseMeshTopology*>(&component) || dynamic_cast<const core::MeshMapping*>(&component))
    return true;
  if (const auto* state = dynamic_cast<const core::BaseState*>(&component); state && state->isMechanical()) return true;
  const bool linked = isLinkedTo(component, *changes.mesh);
  const bool follows = hasFollowingData(component) && meshes.of(component) == changes.mesh;
  if (!linked && !follows && !actsOn(component, *changes.mesh, meshes)) return true;
  // A force or a constraint that knows of no mesh acts on points by number; a mapping has an output of some size, too.
  const bool needsNoMesh = !linked && !dynamic_cast<const core::BaseMapping*>(&component);
  return component.topologyChanged(changes) || follows || needsNoMesh;
}

void propagate(Node& root) {
  MechanicalOperations ops;
  ops.bind(root);
  ops.propagatePosition(core::vec::position);
  ops.propagateVelocity(core::vec::velocity);
}

/// The second half: kernels and all that cannot follow.
void takeIn(Node& root, const Components& all, const Changed& changed) {
  Components again;
  FollowedMeshes meshes;
  for (const auto& component : all)
    for (const auto& changes : changed)
      if (component->context() && !takesIn(*component, changes, meshes)) {
        again.push_back(component);
        break;
      }
  if (!again.empty()) initAgain(again);
  planMechanicsAnew(root);
}

}  // namespace

void followMesh(core::BaseMeshTopology& mesh, std::size_t sinceRevision, StatesFollow states) {
  if (!mesh.context()) return;
  Node& root = *mesh.context()->root();
  Changed changed{mesh.changesSince(sinceRevision)};
  if (changed.front().known && changed.front().steps.empty()) return;
  const Components all = allComponents(root);
  FollowedMeshes meshes;
  for (const auto& component : all) {
    if (auto* mapping = dynamic_cast<core::MeshMapping*>(component.get())) {
      if (const auto* changes = changesOf(changed, mapping->source())) {
        auto made = mapping->follow(*changes);
        if (!made.mesh || (made.known && made.steps.empty())) continue;
        carryDataOf(*mapping->target(), made);
        if (states == StatesFollow::yes) carryStatesBeside(all, made);
        changed.push_back(std::move(made));
      }
    } else if (auto* state = dynamic_cast<core::BaseState*>(component.get()); state && state->isMechanical()) {
      const auto* changes = changesOf(changed, meshes.ofState(*state));
      // A mesh that a mapping changed has the points of states above, which follow the mesh it is made of, or of those
      // beside it, which went along with it.
      if (changes && changes->mesh == &mesh && states == StatesFollow::yes) carryState(*state, *changes);
    } else if (!dynamic_cast<const core::BaseMeshTopology*>(component.get())) {
      if (const auto* changes = changesOf(changed, meshes.of(*component))) carryDataOf(*component, *changes);
    } else if (component.get() == &mesh) {
      carryDataOf(*component, changed.front());
    }
  }
  takeIn(root, all, changed);
  propagate(root);
  core::passOverOwnChanges(root);
}

void startAnew(Node& root, const core::BaseMeshTopology& mesh) {
  const Components all = allComponents(root);
  // Mappings that are initialised again forget what pulls on their outputs, which here are those that it pulls on.
  constexpr auto id = core::vec::multiplierForce;
  std::vector<std::pair<core::BaseState*, std::vector<double>>> pulls;
  for (const auto& component : all)
    if (auto* state = dynamic_cast<core::BaseState*>(component.get()); state && state->isMechanical()) {
      const auto forces = state->hostRead(id);
      pulls.emplace_back(state, std::vector<double>(forces.begin(), forces.end()));
    }
  core::MeshChanges unknown;
  unknown.mesh = &mesh;
  takeIn(root, all, {unknown});
  for (const auto& [state, forces] : pulls)
    if (state->has(id) && state->hostRead(id).size() == forces.size())
      std::ranges::copy(forces, state->hostWrite(id).begin());
}

}  // namespace sofa::simulation
