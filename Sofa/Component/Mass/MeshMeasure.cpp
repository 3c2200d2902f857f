// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mass/MeshMeasure.h"

#include "Sofa/Geometry/Measure.h"

namespace sofa::component::mass {

namespace {

using Points = std::span<const type::Vec3>;
using Nodes = std::span<const type::Index>;

}  // namespace

double measureElement(ElementFamily family, Points x, Nodes n, bool planar) {
  switch (family) {
    case ElementFamily::edge:
      return geometry::edgeLength(x[n[0]], x[n[1]]);
    case ElementFamily::triangle:
      return (planar ? geometry::signedTriangleArea : geometry::triangleArea)(x[n[0]], x[n[1]], x[n[2]]);
    case ElementFamily::quad:
      return (planar ? geometry::signedQuadArea : geometry::quadArea)(x[n[0]], x[n[1]], x[n[2]], x[n[3]]);
    case ElementFamily::tetrahedron:
      return geometry::tetrahedronVolume(x[n[0]], x[n[1]], x[n[2]], x[n[3]]);
    case ElementFamily::hexahedron: {
      std::array<type::Vec3, 8> corners;
      for (std::size_t k = 0; k < 8; ++k) corners[k] = x[n[k]];
      return geometry::hexahedronVolume(corners);
    }
    case ElementFamily::none:
      break;
  }
  return 0;
}

ElementFamily familyOf(const core::BaseMeshTopology& mesh) {
  using enum ElementFamily;
  for (const auto family : {hexahedron, tetrahedron, quad, triangle, edge})
    if (withFamily(family, [&]<class E>() { return !core::elementsOf<E>(mesh).empty(); })) return family;
  return none;
}

MeshMeasure measureMesh(const core::BaseMeshTopology& mesh, Points points, bool planar) {
  MeshMeasure result;
  result.family = familyOf(mesh);
  const bool any = withFamily(result.family, [&]<class E>() {
    const auto& elements = core::elementsOf<E>(mesh);
    result.nodesPerElement = std::tuple_size_v<typename E::array>;
    result.nodes = {elements.front().data(), elements.size() * result.nodesPerElement};
    return true;
  });
  if (!any) {
    result.problem = fmt::format(
        "The topology {} has no elements, so that there is nothing whose mass could be computed.", mesh.path());
    return result;
  }
  for (std::size_t k = 0; k < result.nodes.size(); ++k) {
    if (result.nodes[k] < points.size()) continue;
    result.problem =
        fmt::format("Element {} of the topology {} refers to point {}, but only {} points have coordinates.",
                    k / result.nodesPerElement, mesh.path(), result.nodes[k], points.size());
    result.family = ElementFamily::none;
    result.nodes = {};
    return result;
  }
  result.measures.resize(result.nodes.size() / result.nodesPerElement);
  for (std::size_t e = 0; e < result.measures.size(); ++e)
    result.measures[e] = measureElement(result.family, points, result.element(e), planar);
  return result;
}

std::span<const geometry::Corners<2>> localEdges(ElementFamily family) {
  static constexpr std::array<geometry::Corners<2>, 1> edge{{{0, 1}}};
  switch (family) {
    case ElementFamily::edge:
      return edge;
    case ElementFamily::triangle:
      return geometry::triangleEdges;
    case ElementFamily::quad:
      return geometry::quadEdges;
    case ElementFamily::tetrahedron:
      return geometry::tetrahedronEdges;
    case ElementFamily::hexahedron:
      return geometry::hexahedronEdges;
    case ElementFamily::none:
      break;
  }
  return {};
}

}  // namespace sofa::component::mass
