// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Node.h"

/// What the rest of a scene does when a mesh changed (docs/manual/topology.md, "Following a mesh").
namespace sofa::simulation {

enum class StatesFollow { no, yes };

/// Carries the scene along with a mesh that changed since a revision: in graph order the meshes made of it, the states
/// and the Data that follow; then, again in graph order, components take the change in or are initialised anew. To be
/// called right after the change, by who made it.
void followMesh(core::BaseMeshTopology& mesh, std::size_t sinceRevision, StatesFollow states = StatesFollow::yes);

/// The mesh whose changes the Data of a component follow: that of its link `topology`, else the one of its node.
const core::BaseMeshTopology* followedMesh(const core::Component& component);
/// Whether some Data of a component follow a mesh.
bool hasFollowingData(const core::Component& component);
/// Gives points of a state the numbers they have after the change of a mesh, where it is that of the state; those that
/// went, and where the change is not known those beyond the state, become invalidIndex.
void followPoints(std::span<type::Index> points, const core::BaseState& state, const core::MeshChanges& changes);
/// Points of two states, pair by pair.
struct PairedPoints {
  std::vector<type::Index> first, second;
};
/// Gives the ends of pairs the numbers they have after the change of a mesh, where it is that of their state, and marks
/// the pairs that lost an end.
std::vector<bool> followPairs(PairedPoints& pairs, const core::BaseState& first, const core::BaseState& second,
                              const core::MeshChanges& changes);
/// Takes the marked values out of a list with one for each pair; another list stays.
template <class T>
void dropMarked(std::vector<T>& values, const std::vector<bool>& marked) {
  if (values.size() != marked.size()) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < marked.size(); ++i)
    if (!marked[i]) values[kept++] = values[i];
  values.resize(kept);
}
/// Has components that depend on a mesh make anew what they hold of it: its changes are not known.
void startAnew(Node& root, const core::BaseMeshTopology& mesh);
/// The mesh whose points are those of a state; null of states that follow other states.
const core::BaseMeshTopology* meshOfState(const core::BaseState& state);

}  // namespace sofa::simulation
