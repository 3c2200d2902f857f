// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/QuadraticShapes.h"
#include "Sofa/Type/QuadraticElements.h"

namespace sofa::fem {

template <>
struct ReferenceElement<type::Quad9> {
  static constexpr int nodeCount = 9, dimension = 2;
  static constexpr const char* name = "Quad9";
  static constexpr signed char node[9][2] = {{-1, -1}, {1, -1}, {1, 1},  {-1, 1}, {0, -1},
                                             {1, 0},   {0, 1},  {-1, 0}, {0, 0}};
  using Shapes = LagrangeShapes<9, 2>;
  static type::Vec<9> shape(const type::Vec<2>& p) { return Shapes::shape(node, p); }
  static type::Mat<9, 2> gradient(const type::Vec<2>& p) { return Shapes::gradient(node, p); }
  static auto quadrature() { return gaussRule<2, 3>(); }
};

}  // namespace sofa::fem
