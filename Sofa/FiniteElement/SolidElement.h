// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/QuadraticElements.h"

/// What is the same for the elements that fill their space, linear and quadratic: their corners, faces and nodes.
namespace sofa::fem {

/// Corner: the linear element on the corners. Face: what bounds it. faces: corners of each face, seen from outside
/// anticlockwise; of elements in the plane the face has the outside to its right.
template <class Element>
struct SolidElement;

namespace detail {
struct TriangleForm {
  using Corner = type::Triangle;
  static constexpr int faces[3][2] = {{0, 1}, {1, 2}, {2, 0}};
};
struct QuadForm {
  using Corner = type::Quad;
  static constexpr int faces[4][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
};
struct TetrahedronForm {
  using Corner = type::Tetrahedron;
  static constexpr int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
};
struct HexahedronForm {
  using Corner = type::Hexahedron;
  static constexpr int faces[6][4] = {{0, 4, 7, 3}, {1, 2, 6, 5}, {0, 1, 5, 4},
                                      {3, 7, 6, 2}, {0, 3, 2, 1}, {4, 5, 6, 7}};
};
}  // namespace detail

template <>
struct SolidElement<type::Triangle> : detail::TriangleForm {
  using Face = type::Edge;
};
template <>
struct SolidElement<type::Triangle6> : detail::TriangleForm {
  using Face = type::Edge3;
};
template <>
struct SolidElement<type::Quad> : detail::QuadForm {
  using Face = type::Edge;
};
template <>
struct SolidElement<type::Quad8> : detail::QuadForm {
  using Face = type::Edge3;
};
template <>
struct SolidElement<type::Quad9> : detail::QuadForm {
  using Face = type::Edge3;
};
template <>
struct SolidElement<type::Tetrahedron> : detail::TetrahedronForm {
  using Face = type::Triangle;
};
template <>
struct SolidElement<type::Tetrahedron10> : detail::TetrahedronForm {
  using Face = type::Triangle6;
};
template <>
struct SolidElement<type::Hexahedron> : detail::HexahedronForm {
  using Face = type::Quad;
};
template <>
struct SolidElement<type::Hexahedron20> : detail::HexahedronForm {
  using Face = type::Quad8;
};
template <>
struct SolidElement<type::Hexahedron27> : detail::HexahedronForm {
  using Face = type::Quad9;
};

/// Where a node lies in its reference element.
template <class Element>
type::Vec<ReferenceElement<Element>::dimension> nodeOf(int n) {
  using Reference = ReferenceElement<Element>;
  type::Vec<Reference::dimension> p = type::Vec<Reference::dimension>::Zero();
  if constexpr (requires { Reference::node; }) {
    for (int d = 0; d < Reference::dimension; ++d) p[d] = Reference::node[n][d];
  } else if constexpr (requires { Reference::sign; }) {
    for (int d = 0; d < Reference::dimension; ++d) p[d] = Reference::sign[n][d];
  } else if constexpr (std::is_same_v<Element, type::Edge>) {
    p[0] = 2 * n - 1;
  } else {
    if (n > 0) p[n - 1] = 1;
  }
  return p;
}

/// Gauss's rule for stiffness: that of the reference element, but for bilinear quads, of which that has too few points.
template <class Element>
auto solidQuadrature() {
  if constexpr (std::is_same_v<Element, type::Quad>)
    return gaussRule<2, 2>();
  else if constexpr (std::is_same_v<Element, type::Hexahedron>)
    return gaussRule<3, 2>();
  else
    return ReferenceElement<Element>::quadrature();
}
/// The same for loads on faces and in elements, which are products of shape functions and an area or a volume.
template <class Element>
auto loadQuadrature() {
  if constexpr (std::is_same_v<Element, type::Edge>)
    return gaussRule<1, 2>();
  else if constexpr (std::is_same_v<Element, type::Triangle>)
    return ReferenceElement<type::Triangle6>::quadrature();
  else if constexpr (std::is_same_v<Element, type::Tetrahedron>)
    return ReferenceElement<type::Tetrahedron10>::quadrature();
  else
    return solidQuadrature<Element>();
}

/// Local nodes of face k, in the order of the face's own.
template <class Element>
std::array<int, ReferenceElement<typename SolidElement<Element>::Face>::nodeCount> faceNodes(int k) {
  using Solid = SolidElement<Element>;
  using Face = typename Solid::Face;
  using FaceCorner = std::conditional_t<
      std::is_same_v<Face, type::Edge3>, type::Edge,
      std::conditional_t<std::is_same_v<Face, type::Triangle6>, type::Triangle,
                         std::conditional_t<std::is_same_v<Face, type::Quad8> || std::is_same_v<Face, type::Quad9>,
                                            type::Quad, Face>>>;
  std::array<int, ReferenceElement<Face>::nodeCount> nodes{};
  for (int m = 0; m < ReferenceElement<Face>::nodeCount; ++m) {
    const auto share = ReferenceElement<FaceCorner>::shape(nodeOf<Face>(m));
    auto place = nodeOf<Element>(0);
    place.setZero();
    for (int c = 0; c < ReferenceElement<FaceCorner>::nodeCount; ++c)
      place += share[c] * nodeOf<Element>(Solid::faces[k][c]);
    for (int n = 0; n < ReferenceElement<Element>::nodeCount; ++n)
      if ((nodeOf<Element>(n) - place).norm() < 1e-9) nodes[m] = n;
  }
  return nodes;
}

}  // namespace sofa::fem
