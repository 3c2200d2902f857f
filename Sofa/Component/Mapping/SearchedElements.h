// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <type_traits>
#include <vector>

#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Geometry/BoxTree.h"
#include "Sofa/Geometry/ElementLocator.h"

/// The elements of a mesh in which a mapping searches points.
namespace sofa::component::mapping {

/// Calls visit with the kind of elements in which points are searched: the first of hexahedra, tetrahedra, quads and
/// triangles that the container has. Returns false if it has none of them.
template <class Visit>
bool withSearchedElements(const core::BaseMeshTopology& container, const Visit& visit) {
  const auto visited = [&]<class E>(const std::vector<E>& elements) {
    if (!elements.empty()) visit.template operator()<E>();
    return !elements.empty();
  };
  return visited(container.hexahedra()) || visited(container.tetrahedra()) || visited(container.quads()) ||
         visited(container.triangles());
}

template <class E>
constexpr auto shapeOfElement = std::is_same_v<E, type::Tetrahedron>  ? geometry::ElementShape::tetrahedron
                                : std::is_same_v<E, type::Hexahedron> ? geometry::ElementShape::hexahedron
                                : std::is_same_v<E, type::Quad>       ? geometry::ElementShape::quad
                                                                      : geometry::ElementShape::triangle;
template <class E>
constexpr bool isSimplex = std::is_same_v<E, type::Tetrahedron> || std::is_same_v<E, type::Triangle>;

/// How many points a state needs so that all these elements have their corners.
template <class Elements>
std::size_t pointsUsedBy(const Elements& elements) {
  std::size_t count = 0;
  for (const auto& e : elements)
    for (const type::Index n : e) count = std::max(count, std::size_t{n} + 1);
  return count;
}

/// The mean length of edges, 0 if there are none.
inline double meanLengthOf(const std::vector<type::Edge>& edges, const std::vector<type::Vec3>& x) {
  double sum = 0;
  for (const auto& e : edges) sum += (x[e[1]] - x[e[0]]).norm();
  return edges.empty() ? 0 : sum / static_cast<double>(edges.size());
}

/// Whether p lies in the bounding box of an element's corners. A billionth of the box's size allows for rounding.
template <class E>
bool isInBoxOf(const E& element, const std::vector<type::Vec3>& x, const type::Vec3& p) {
  type::BoundingBox box;
  for (const type::Index n : element) box.include(x[n]);
  const type::Vec3 margin = type::Vec3::Constant(1e-9 * (box.max - box.min).maxCoeff());
  box.min -= margin;
  box.max += margin;
  return geometry::BoxTree::contains(box, p);
}

}  // namespace sofa::component::mapping
