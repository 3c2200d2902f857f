// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/StrainInvariants.h"

#include <gtest/gtest.h>

namespace sofa::test {
namespace {

using component::solidmechanics::addThroughMetric;
using sofa::type::Mat3;

/// Some function with all second derivatives.
template <class Real, std::size_t N>
Real ofInvariants(const std::array<Real, N>& i) {
  Real sum(0);
  for (std::size_t k = 0; k < N; ++k) sum += i[k] * Real(0.3 + 0.1 * static_cast<double>(k)) + i[k] * i[(k + 1) % N];
  return sum * sum * Real(0.01) + log(i[0] + Real(1));
}

template <class Real, int Columns>
auto metric(const sofa::type::Mat<3, Columns, Real>& f) {
  std::array<Real, Columns*(Columns + 1) / 2> c;
  for (int a = 0, k = 0; a < Columns; ++a)
    for (int b = a; b < Columns; ++b, ++k) c[k] = f(0, a) * f(0, b) + f(1, a) * f(1, b) + f(2, a) * f(2, b);
  return c;
}
template <int Columns>
auto asVariables(const sofa::type::Mat<3, Columns>& f) {
  using Jet = type::Jet<3 * Columns, 2>;
  sofa::type::Mat<3, Columns, Jet> result;
  for (int i = 0; i < 3 * Columns; ++i) result.data()[i] = Jet::variable(f.data()[i], i);
  return result;
}
template <std::size_t N>
auto asVariables(const std::array<double, N>& values) {
  using Jet = type::Jet<static_cast<int>(N), 2>;
  std::array<Jet, N> result;
  for (std::size_t i = 0; i < N; ++i) result[i] = Jet::variable(values[i], static_cast<int>(i));
  return result;
}

template <class Jet>
void expectSame(const Jet& found, const Jet& expected) {
  EXPECT_NEAR(found.value, expected.value, 1e-12 * std::abs(expected.value));
  EXPECT_LT((found.gradient - expected.gradient).norm(), 1e-12 * expected.gradient.norm());
  EXPECT_LT((found.hessian - expected.hessian).norm(), 1e-12 * expected.hessian.norm());
}

TEST(StrainInvariants, derivativesAreThoseByAllEntries) {
  const Mat3 f{{1.1, 0.3, -0.2}, {0.1, 0.8, 0.25}, {-0.4, 0.05, 1.3}};
  type::Jet<9, 2> space;
  addThroughMetric<3>(f, ofInvariants(asVariables(metric<double, 3>(f))), space);
  expectSame(space, ofInvariants(metric(asVariables<3>(f))));
  const sofa::type::Mat<3, 2> g = f.leftCols<2>();
  type::Jet<6, 2> surface;
  addThroughMetric<2>(g, ofInvariants(asVariables(metric<double, 2>(g))), surface);
  expectSame(surface, ofInvariants(metric(asVariables<2>(g))));
}

}  // namespace
}  // namespace sofa::test
