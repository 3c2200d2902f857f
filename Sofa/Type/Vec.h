// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "Sofa/Type/AuthorMembers.h"
#include "Sofa/Type/Mat.h"

/// Values: fixed-size vectors, matrices and mesh elements. Everything here is plain data without a scene.
namespace sofa::type {

using Vec1 = Vec<1>;
using Vec2 = Vec<2>;
using Vec3 = Vec<3>;
using Vec4 = Vec<4>;
using Vec6 = Vec<6>;
using Mat2 = Mat<2>;
using Mat3 = Mat<3>;
using Mat4 = Mat<4>;
using Mat6 = Mat<6>;

/// Rotation in the plane by an angle in radians.
inline Mat2 planeRotation(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return Mat2{{c, -s}, {s, c}};
}

/// Index of a point or element; invalidIndex marks "none".
using Index = std::uint32_t;
inline constexpr Index invalidIndex = ~Index{0};

/// N point indices. A distinct type per size, filled with invalidIndex by default.
template <std::size_t N>
struct Element : std::array<Index, N> {
  constexpr Element() { this->fill(invalidIndex); }
  template <class... I>
  requires(sizeof...(I) == N) constexpr Element(I... i) : std::array<Index, N>{static_cast<Index>(i)...} {}
};

// Each kind is its own type (a quad and a tetrahedron both hold four indices).
struct Edge : Element<2> {
  using Element::Element;
};
struct Triangle : Element<3> {
  using Element::Element;
};
struct Quad : Element<4> {
  using Element::Element;
};
struct Tetrahedron : Element<4> {
  using Element::Element;
};
struct Pyramid : Element<5> {
  using Element::Element;
};
struct Prism : Element<6> {
  using Element::Element;
};
struct Hexahedron : Element<8> {
  using Element::Element;
};

}  // namespace sofa::type
