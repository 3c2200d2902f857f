// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "Sofa/Core/Contract/ChangedPoints.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/RemovedPoints.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Geometry/MeshElements.h"

namespace sofa::component::mass {

enum class ElementFamily { none, edge, triangle, quad, tetrahedron, hexahedron };

/// Calls f with the kind of elements of a family as a type argument. False if there is none.
template <class F>
bool withFamily(ElementFamily family, const F& f) {
  switch (family) {
    case ElementFamily::edge:
      return f.template operator()<type::Edge>();
    case ElementFamily::triangle:
      return f.template operator()<type::Triangle>();
    case ElementFamily::quad:
      return f.template operator()<type::Quad>();
    case ElementFamily::tetrahedron:
      return f.template operator()<type::Tetrahedron>();
    case ElementFamily::hexahedron:
      return f.template operator()<type::Hexahedron>();
    case ElementFamily::none:
      break;
  }
  return false;
}

/// The family of a mesh whose elements carry mass.
ElementFamily familyOf(const core::BaseMeshTopology& mesh);

/// The elements of a mesh that carry mass, and how much space each takes. One family only: the first present of
/// hexahedra, tetrahedra, quads, triangles, edges; a hybrid mesh loses the others.
struct MeshMeasure {
  ElementFamily family = ElementFamily::none;
  std::size_t nodesPerElement = 0;
  std::span<const type::Index> nodes;  ///< nodesPerElement of each element, all in one list that belongs to the mesh
  std::vector<double> measures;        ///< length (m), area (m2) or volume (m3) of each element
  std::string problem;                 ///< why there is nothing to measure, if there isn't

  std::size_t size() const { return measures.size(); }
  std::span<const type::Index> element(std::size_t e) const {
    return nodes.subspan(e * nodesPerElement, nodesPerElement);
  }
};

/// Measures the elements of `mesh` with nodes at `points`. `planar`: areas of the plane, negative for clockwise
/// elements.
MeshMeasure measureMesh(const core::BaseMeshTopology& mesh, std::span<const type::Vec3> points, bool planar);

/// The same of one element, whose nodes are listed.
double measureElement(ElementFamily family, std::span<const type::Vec3> points, std::span<const type::Index> nodes,
                      bool planar);

/// Local edges of an element as pairs of local nodes (docs/manual/topology.md, "Elements and their parts").
std::span<const geometry::Corners<2>> localEdges(ElementFamily family);

/// Coordinates of the nodes of a mesh, in space.
template <class GeometryTypes>
std::vector<type::Vec3> nodePositions(const core::State<GeometryTypes>& state, bool atRest) {
  const auto& x = atRest ? state.restPositions() : state.positions();
  std::vector<type::Vec3> points(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) points[i] = GeometryTypes::position(x[i]);
  return points;
}

/// Coordinates of the nodes of a mesh before points of it came or went, numbered as they were before. Nodes that are
/// left count where they are now. Empty if the state does not tell where all the removed nodes were.
template <class GeometryTypes>
std::optional<std::vector<type::Vec3>> positionsBefore(const core::State<GeometryTypes>& state,
                                                       const core::ElementChange& change) {
  const auto* lost = dynamic_cast<const core::RemovedPoints<GeometryTypes>*>(&state);
  // A state that lost no points still tells of those before.
  if (!change.removed().empty() && (!lost || lost->removedPositions().size() != change.removed().size()))
    return std::nullopt;
  std::vector<type::Vec3> points(change.before());
  const auto now = change.newIndices();
  const auto& current = state.positions();
  for (std::size_t i = 0; i < points.size(); ++i)
    if (now[i] != type::invalidIndex) points[i] = GeometryTypes::position(current[now[i]]);
  for (std::size_t k = 0; k < change.removed().size(); ++k)
    points[change.removed()[k]] = GeometryTypes::position(lost->removedPositions()[k]);
  return points;
}

}  // namespace sofa::component::mass
