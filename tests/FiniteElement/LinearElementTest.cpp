// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Sofa/FiniteElement/LinearElement.h"

using namespace sofa;
using namespace sofa::fem;

namespace {

template <class Element>
class ReferenceElements : public testing::Test {};
using Elements = testing::Types<type::Edge, type::Triangle, type::Quad, type::Tetrahedron, type::Hexahedron,
                                type::Prism, type::Pyramid>;
TYPED_TEST_SUITE(ReferenceElements, Elements);

TYPED_TEST(ReferenceElements, shapeFunctionsSumToOneAndMatchTheirGradients) {
  using Reference = ReferenceElement<TypeParam>;
  type::Vec<Reference::dimension> p;
  for (int i = 0; i < Reference::dimension; ++i) p[i] = 0.2 + 0.1 * i;
  double sum = 0;
  for (double value : Reference::shape(p)) sum += value;
  EXPECT_NEAR(sum, 1, 1e-15);
  const auto gradient = Reference::gradient(p);
  const double h = 1e-5;
  for (int i = 0; i < Reference::dimension; ++i) {
    auto high = p, low = p;
    high[i] += h;
    low[i] -= h;
    EXPECT_LT(((Reference::shape(high) - Reference::shape(low)) / (2 * h) - gradient.col(i)).norm(), 1e-10);
  }
}

template <class Element>
double volume() {
  double v = 0;
  for (const auto& q : ReferenceElement<Element>::quadrature()) v += q.weight;
  return v;
}

TEST(ReferenceElement, quadratureWeightsSumToTheMeasure) {
  EXPECT_NEAR(volume<type::Edge>(), 2, 1e-15);
  EXPECT_NEAR(volume<type::Triangle>(), 0.5, 1e-15);
  EXPECT_NEAR(volume<type::Quad>(), 4, 1e-15);
  EXPECT_NEAR(volume<type::Tetrahedron>(), 1. / 6, 1e-15);
  EXPECT_NEAR(volume<type::Hexahedron>(), 8, 1e-15);
  EXPECT_NEAR(volume<type::Prism>(), 0.5, 1e-15);
}

template <class Element, int Dimension>
void expectPatch(const ElementPoints<Element, Dimension>& x, double size) {
  // A uniform displacement gradient stores the energy of its strain: V (lambda/2 tr^2 + mu e:e); a rotation stores
  // none.
  const Lame m{3, 5};
  const auto k = elementStiffness<Element, Dimension>(x, m);
  type::Mat<Dimension> g;
  for (int i = 0; i < Dimension; ++i)
    for (int j = 0; j < Dimension; ++j) g(i, j) = 0.1 * (i + 1) - 0.07 * j * j;
  const type::Mat<Dimension> strain = 0.5 * (g + g.transpose()), spin = g - g.transpose();
  type::Vec<ReferenceElement<Element>::nodeCount * Dimension> u, w;
  for (std::size_t n = 0; n < x.size(); ++n) {
    u.template segment<Dimension>(Dimension * n) = g * x[n];
    w.template segment<Dimension>(Dimension * n) = spin * x[n];
  }
  const double expected = size * (m.lambda / 2 * strain.trace() * strain.trace() + m.mu * strain.squaredNorm());
  EXPECT_NEAR(0.5 * u.dot(k * u), expected, 1e-9);
  EXPECT_LT((k * w).norm(), 1e-9);
  EXPECT_LT((k - k.transpose()).norm(), 1e-12);
}

TEST(LinearElement, patchTests) {
  expectPatch<type::Edge, 1>({{type::Vec1(1.0), type::Vec1(3.0)}}, 2);
  expectPatch<type::Triangle, 2>({{{0, 0}, {2, 0}, {0, 3}}}, 3);
  expectPatch<type::Quad, 2>({{{0, 0}, {2, 0}, {2, 1}, {0, 1}}}, 2);
  expectPatch<type::Tetrahedron, 3>({{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}}}, 1);
  expectPatch<type::Prism, 3>({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}, {1, 0, 2}, {0, 1, 2}}}, 1);
}

TEST(LinearElement, barInSpaceHasTheUniaxialLaw) {
  // One dimension: lambda = E nu / (1 + nu), 2 mu = E / (1 + nu); together E. Length 2: stiffness E / 2.
  const auto k = elementStiffness<type::Edge, 1>({{type::Vec1(0.0), type::Vec1(2.0)}}, lame(10, 0.3, 1));
  EXPECT_NEAR(k(0, 0), 5, 1e-13);
  EXPECT_NEAR(k(0, 1), -5, 1e-13);
}

TEST(LinearElement, planeStressFreesTheLateralDirection) {
  // Plane stress, uniaxial stretch e: stress E/(1-nu^2) (e_x + nu e_y); the diagonal of D is E/(1-nu^2).
  const Lame m = lame(7, 0.3, 2);
  EXPECT_NEAR(m.lambda + 2 * m.mu, 7 / (1 - 0.09), 1e-13);
}

}  // namespace
