// SPDX-License-Identifier: Apache-2.0
// Shape functions, quadrature and faces of the elements that solids are made of.
#include <gtest/gtest.h>

#include <set>

#include "Sofa/FiniteElement/SolidElement.h"

namespace sofa::fem {
namespace {

template <class Element>
class SolidElementTest : public testing::Test {};

using Kinds = testing::Types<type::Triangle, type::Triangle6, type::Quad, type::Quad8, type::Quad9, type::Tetrahedron,
                             type::Tetrahedron10, type::Hexahedron, type::Hexahedron20, type::Hexahedron27>;
TYPED_TEST_SUITE(SolidElementTest, Kinds);

TYPED_TEST(SolidElementTest, shapeFunctionsAreOneAtTheirNode) {
  using Reference = ReferenceElement<TypeParam>;
  for (int n = 0; n < Reference::nodeCount; ++n) {
    const auto shape = Reference::shape(nodeOf<TypeParam>(n));
    for (int m = 0; m < Reference::nodeCount; ++m) EXPECT_NEAR(shape[m], m == n ? 1 : 0, 1e-14) << n << " " << m;
  }
}

TYPED_TEST(SolidElementTest, gradientsAreDerivatives) {
  using Reference = ReferenceElement<TypeParam>;
  const auto points = solidQuadrature<TypeParam>();
  const auto at = points[points.size() / 2].at;
  const auto gradient = Reference::gradient(at);
  const double h = 1e-5;
  for (int d = 0; d < Reference::dimension; ++d) {
    auto high = at, low = at;
    high[d] += h;
    low[d] -= h;
    const auto slope = ((Reference::shape(high) - Reference::shape(low)) / (2 * h)).eval();
    EXPECT_LT((slope - gradient.col(d)).norm(), 1e-9) << d;
    EXPECT_NEAR(gradient.col(d).sum(), 0, 1e-14);
  }
}

TYPED_TEST(SolidElementTest, quadratureIsExactForVolumesAndSquares) {
  using Reference = ReferenceElement<TypeParam>;
  using Corner = typename SolidElement<TypeParam>::Corner;
  constexpr bool isSimplex = std::is_same_v<Corner, type::Triangle> || std::is_same_v<Corner, type::Tetrahedron>;
  double volume = 0, square = 0;
  for (const auto& q : solidQuadrature<TypeParam>()) {
    volume += q.weight;
    square += q.weight * q.at[0] * q.at[0];
  }
  const bool plane = Reference::dimension == 2;
  EXPECT_NEAR(volume, isSimplex ? (plane ? 0.5 : 1.0 / 6) : (plane ? 4 : 8), 1e-13);
  if (Reference::nodeCount > 4) {
    // x^2 over the simplices: 2! / 4! and 2! / 5!.
    EXPECT_NEAR(square, isSimplex ? (plane ? 1.0 / 12 : 1.0 / 60) : (plane ? 4.0 / 3 : 8.0 / 3), 1e-13);
  }
}

TYPED_TEST(SolidElementTest, facesLookOutwards) {
  using Face = typename SolidElement<TypeParam>::Face;
  constexpr int dimension = ReferenceElement<TypeParam>::dimension;
  type::Vec<dimension> centre = type::Vec<dimension>::Zero();
  for (int n = 0; n < ReferenceElement<TypeParam>::nodeCount; ++n)
    centre += nodeOf<TypeParam>(n) / ReferenceElement<TypeParam>::nodeCount;
  type::Vec<dimension> sum = type::Vec<dimension>::Zero();
  for (int k = 0; k < static_cast<int>(std::size(SolidElement<TypeParam>::faces)); ++k) {
    const auto local = faceNodes<TypeParam>(k);
    EXPECT_EQ(std::set<int>(local.begin(), local.end()).size(), local.size());
    for (const auto& q : loadQuadrature<Face>()) {
      const auto gradient = ReferenceElement<Face>::gradient(q.at);
      const auto shape = ReferenceElement<Face>::shape(q.at);
      type::Mat<dimension, dimension - 1> s = type::Mat<dimension, dimension - 1>::Zero();
      type::Vec<dimension> place = -centre, normal;
      for (std::size_t n = 0; n < local.size(); ++n) {
        s += nodeOf<TypeParam>(local[n]) * gradient.row(static_cast<int>(n));
        place += shape[static_cast<int>(n)] * nodeOf<TypeParam>(local[n]);
      }
      if constexpr (dimension == 2)
        normal << s(1, 0), -s(0, 0);
      else
        normal = type::Vec3(s.col(0)).cross(type::Vec3(s.col(1)));
      EXPECT_GT(normal.dot(place), 0) << "face " << k;
      sum += q.weight * normal;
    }
  }
  EXPECT_LT(sum.norm(), 1e-13);  // they close
}

}  // namespace
}  // namespace sofa::fem
