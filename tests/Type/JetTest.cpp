// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Type/Jet.h"

#include <gtest/gtest.h>

namespace {

using Jet2 = sofa::type::Jet<2>;

TEST(Jet, DerivativesOfAProductAreThoseOfTheProductRule) {
  const Jet2 x = Jet2::variable(3, 0), y = Jet2::variable(2, 1);
  const Jet2 f = x * x * y;  // gradient (2xy, x^2), Hessian (2y, 2x; 2x, 0)
  EXPECT_DOUBLE_EQ(f.value, 18);
  EXPECT_DOUBLE_EQ(f.gradient[0], 12);
  EXPECT_DOUBLE_EQ(f.gradient[1], 9);
  EXPECT_DOUBLE_EQ(f.hessian(0, 0), 4);
  EXPECT_DOUBLE_EQ(f.hessian(0, 1), 6);
  EXPECT_DOUBLE_EQ(f.hessian(1, 0), 6);
  EXPECT_DOUBLE_EQ(f.hessian(1, 1), 0);
}

TEST(Jet, QuotientAndRoot) {
  const Jet2 x = Jet2::variable(4, 0);
  const Jet2 root = sqrt(x);  // 2, 1/4, -1/32
  EXPECT_DOUBLE_EQ(root.value, 2);
  EXPECT_DOUBLE_EQ(root.gradient[0], 0.25);
  EXPECT_DOUBLE_EQ(root.hessian(0, 0), -1.0 / 32);
  const Jet2 inverse = Jet2(1) / x;  // 1/4, -1/16, 1/32
  EXPECT_DOUBLE_EQ(inverse.gradient[0], -1.0 / 16);
  EXPECT_DOUBLE_EQ(inverse.hessian(0, 0), 1.0 / 32);
}

/// Central differences of value and gradient for a composition of every function.
TEST(Jet, AgreesWithDifferences) {
  const auto f = [](const auto& x, const auto& y) {
    using std::cos, std::exp, std::log, std::pow, std::sin, std::sqrt;
    return exp(sin(x) * y) + log(x * x + y * y) / cos(y) - pow(x, 3.0) * sqrt(y + x);
  };
  const double x = 0.7, y = 0.4, h = 1e-5;
  const auto at = [&](double dx, double dy) { return f(Jet2::variable(x + dx, 0), Jet2::variable(y + dy, 1)); };
  const Jet2 here = at(0, 0);
  EXPECT_NEAR(here.gradient[0], (at(h, 0).value - at(-h, 0).value) / (2 * h), 1e-8);
  EXPECT_NEAR(here.gradient[1], (at(0, h).value - at(0, -h).value) / (2 * h), 1e-8);
  for (int k = 0; k < 2; ++k) {
    EXPECT_NEAR(here.hessian(k, 0), (at(h, 0).gradient[k] - at(-h, 0).gradient[k]) / (2 * h), 1e-7);
    EXPECT_NEAR(here.hessian(k, 1), (at(0, h).gradient[k] - at(0, -h).gradient[k]) / (2 * h), 1e-7);
  }
}

}  // namespace
