// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/QuadraticShapes.h"
#include "Sofa/Type/QuadraticElements.h"

namespace sofa::fem {

template <>
struct ReferenceElement<type::Hexahedron20> {
  static constexpr int nodeCount = 20, dimension = 3;
  static constexpr const char* name = "Hexahedron20";
  static constexpr signed char node[20][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1},
                                              {1, -1, 1},   {1, 1, 1},   {-1, 1, 1}, {0, -1, -1}, {1, 0, -1},
                                              {0, 1, -1},   {-1, 0, -1}, {0, -1, 1}, {1, 0, 1},   {0, 1, 1},
                                              {-1, 0, 1},   {-1, -1, 0}, {1, -1, 0}, {1, 1, 0},   {-1, 1, 0}};
  using Shapes = SerendipityShapes<20, 3>;
  static type::Vec<20> shape(const type::Vec<3>& p) { return Shapes::shape(node, p); }
  static type::Mat<20, 3> gradient(const type::Vec<3>& p) { return Shapes::gradient(node, p); }
  static auto quadrature() { return gaussRule<3, 3>(); }
};

}  // namespace sofa::fem
