// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Text.h"

/// Elements of the quadratic family: the corners of a linear element, then the middles of its edges, then those of its
/// faces and its own. All numberings are those of VTK.
namespace sofa::type {

struct Edge3 : Element<3> {
  using Element::Element;
};
/// Middles of 01, 12, 20.
struct Triangle6 : Element<6> {
  using Element::Element;
};
/// Middles of 01, 12, 23, 30.
struct Quad8 : Element<8> {
  using Element::Element;
};
/// The same and the centre.
struct Quad9 : Element<9> {
  using Element::Element;
};
/// Middles of 01, 12, 20, 03, 13, 23.
struct Tetrahedron10 : Element<10> {
  using Element::Element;
};
/// Middles of 01, 12, 23, 30, of 45, 56, 67, 74, of 04, 15, 26, 37.
struct Hexahedron20 : Element<20> {
  using Element::Element;
};
/// The same, of the faces 0473, 1265, 0154, 3762, 0321, 4567, and the centre.
struct Hexahedron27 : Element<27> {
  using Element::Element;
};

template <class T>
concept QuadraticElement =
    std::is_same_v<T, Edge3> || std::is_same_v<T, Triangle6> || std::is_same_v<T, Quad8> || std::is_same_v<T, Quad9> ||
    std::is_same_v<T, Tetrahedron10> || std::is_same_v<T, Hexahedron20> || std::is_same_v<T, Hexahedron27>;

template <class T>
requires(std::is_same_v<T, Quad9> || std::is_same_v<T, Tetrahedron10> || std::is_same_v<T, Hexahedron20> ||
         std::is_same_v<T, Hexahedron27>) struct FlatTraits<T> {
  using Scalar = Index;
  static constexpr int size = sizeof(T) / sizeof(Index);
};

}  // namespace sofa::type
