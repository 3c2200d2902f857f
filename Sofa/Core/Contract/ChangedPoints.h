// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MeshStars.h"

namespace sofa::core {

/// Points of elements E that went by some changes, have another number or other nodes since, or came: numbered as they
/// are now, some of them several times.
template <class E>
std::vector<type::Index> concernedPoints(const BaseMeshTopology& mesh, const MeshChanges& changes) {
  std::vector<type::Index> concerned;
  for (const auto& step : changes.steps) {
    const auto& nodes = step->template of<E>().removedNodes;
    concerned.insert(concerned.end(), nodes.begin(), nodes.end());
    carryIndices(concerned, step->points());
  }
  const auto& elements = elementsOf<E>(mesh);
  for (const auto e : mesh.stars().template changedBy<E>(changes))
    concerned.insert(concerned.end(), elements[e].begin(), elements[e].end());
  return concerned;
}

/// The edge between two points; invalidIndex if there is none.
inline type::Index edgeBetween(const BaseMeshTopology& mesh, type::Index a, type::Index b) {
  for (const auto k : mesh.stars().around<type::Edge>(a))
    if (mesh.edges()[k][0] == b || mesh.edges()[k][1] == b) return k;
  return type::invalidIndex;
}

/// The triangles or quads with an edge, in the order of mesh.adjacency(), for a few edges of a mesh that changes.
template <class E>
std::vector<type::Index> elementsAround(const BaseMeshTopology& mesh, const type::Edge& edge) {
  std::vector<type::Index> found;
  for (const auto e : mesh.stars().template around<E>(edge[0])) {
    const E& corners = elementsOf<E>(mesh)[e];
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto a = corners[i], b = corners[i + 1 == corners.size() ? 0 : i + 1];
      const bool along = a == edge[0] && b == edge[1];
      if (along || (a == edge[1] && b == edge[0]))
        found.insert(along && std::is_same_v<E, type::Triangle> ? found.begin() : found.end(), e);
    }
  }
  return found;
}

}  // namespace sofa::core
