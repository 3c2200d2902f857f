// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/QuadraticShapes.h"
#include "Sofa/Type/QuadraticElements.h"

namespace sofa::fem {

template <>
struct ReferenceElement<type::Edge3> {
  static constexpr int nodeCount = 3, dimension = 1;
  static constexpr const char* name = "Edge3";
  static constexpr signed char node[3][1] = {{-1}, {1}, {0}};
  using Shapes = LagrangeShapes<3, 1>;
  static type::Vec3 shape(const type::Vec1& p) { return Shapes::shape(node, p); }
  static type::Mat<3, 1> gradient(const type::Vec1& p) { return Shapes::gradient(node, p); }
  static auto quadrature() { return gaussRule<1, 3>(); }
};

}  // namespace sofa::fem
