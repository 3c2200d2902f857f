// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/QuadraticShapes.h"
#include "Sofa/Type/QuadraticElements.h"

namespace sofa::fem {

template <>
struct ReferenceElement<type::Hexahedron27> {
  static constexpr int nodeCount = 27, dimension = 3;
  static constexpr const char* name = "Hexahedron27";
  static constexpr signed char node[27][3] = {
      {-1, -1, -1}, {1, -1, -1}, {1, 1, -1},  {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1},
      {-1, 1, 1},   {0, -1, -1}, {1, 0, -1},  {0, 1, -1},  {-1, 0, -1}, {0, -1, 1}, {1, 0, 1},
      {0, 1, 1},    {-1, 0, 1},  {-1, -1, 0}, {1, -1, 0},  {1, 1, 0},   {-1, 1, 0}, {-1, 0, 0},
      {1, 0, 0},    {0, -1, 0},  {0, 1, 0},   {0, 0, -1},  {0, 0, 1},   {0, 0, 0}};
  using Shapes = LagrangeShapes<27, 3>;
  static type::Vec<27> shape(const type::Vec<3>& p) { return Shapes::shape(node, p); }
  static type::Mat<27, 3> gradient(const type::Vec<3>& p) { return Shapes::gradient(node, p); }
  static auto quadrature() { return gaussRule<3, 3>(); }
};

}  // namespace sofa::fem
