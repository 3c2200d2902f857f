// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/MeshSearch.h"

#include "Sofa/Core/Contract/MeshUpstream.h"

namespace sofa::core {

BaseMeshTopology* connectMesh(Component& component, Link<BaseMeshTopology>& link, MeshPlace place) {
  if (place != MeshPlace::upstream) return connectMesh(link, *component.context(), place);
  link.retry();
  if (!link && !link.isGiven()) link.set(meshUpstreamOf(component));
  return link.get();
}

BaseMeshTopology* connectMesh(Link<BaseMeshTopology>& link, const Node& node, MeshPlace place) {
  link.retry();
  if (!link && !link.isGiven()) link.set(place == MeshPlace::first ? firstMeshTopology(node) : meshTopology(node));
  return link.get();
}

bool requireMesh(Component& component, Link<BaseMeshTopology>& link, const MeshWanted& wanted) {
  if (connectMesh(component, link, wanted.place)) return true;
  if (link.isGiven())
    component.error(
        "{}=\"{}\" names no mesh, or a node with several, and this component does nothing without one: correct the "
        "link.",
        link.name(), link.text());
  else
    component.error("No {} is visible from this node: add one (such as {}) or set {}.", wanted.kind, wanted.such,
                    link.name());
  component.setInvalid();
  return false;
}

bool requireMesh(Component& component, Link<BaseMeshTopology>& link) { return requireMesh(component, link, {}); }

}  // namespace sofa::core
