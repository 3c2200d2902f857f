// SPDX-License-Identifier: Apache-2.0
// Newton's method and line searches on equations of one unknown.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "Sofa/Mechanics/Newton/BacktrackingSearch.h"
#include "Sofa/Mechanics/Newton/NewtonMethod.h"

namespace sofa::mechanics {
namespace {

struct Equation final : NewtonFunction {
  std::function<double(double)> r, slope;
  double u = 0, value = 0, derivative = 0, step = 0;

  Equation(std::function<double(double)> f, std::function<double(double)> df, double first)
      : r(std::move(f)), slope(std::move(df)), u(first) {
    Equation::evaluate();
  }
  void evaluate() override { value = r(u); }
  double squaredResidual() override { return value * value; }
  void buildGradient() override { derivative = slope(u); }
  void solve() override { step = -value / derivative; }
  void update(double alpha) override { u += alpha * step; }
  double squaredNormOfGuess() override { return u * u; }
  double squaredNormOfSolution() override { return step * step; }
};
Equation root() {
  return {[](double u) { return u * u - 2; }, [](double u) { return 2 * u; }, 1};
}

/// The square root of 2: errors e_(k+1) = e_k^2 / (2 u_k).
TEST(NewtonMethod, doublesTheDigits) {
  Equation equation = root();
  std::vector<double> residuals;
  const auto outcome = NewtonMethod{.most = 10, .residual = 1e-14}.solve(equation, residuals);
  EXPECT_EQ(outcome.end, NewtonMethod::End::residual);
  EXPECT_NEAR(equation.u, std::sqrt(2), 1e-15);
  EXPECT_EQ(outcome.iterations, 5u);
  for (std::size_t k = 1; k + 2 < residuals.size(); ++k)
    EXPECT_LT(residuals[k + 1], residuals[k] * residuals[k]) << "|r| is squared, over 4 u^2 > 4";
}

TEST(NewtonMethod, endsByTheTestThatHoldsFirst) {
  std::vector<double> residuals;
  const auto endOf = [&](const NewtonMethod& method) {
    Equation equation = root();
    return method.solve(equation, residuals).end;
  };
  using End = NewtonMethod::End;
  EXPECT_EQ(endOf({.most = 10, .residual = 2}), End::equilibrium) << "|r| is 1 at first";
  EXPECT_EQ(endOf({.most = 10, .toPrevious = 0.5}), End::toPrevious);
  EXPECT_EQ(endOf({.most = 10, .toFirst = 1e-3}), End::toFirst);
  EXPECT_EQ(endOf({.most = 10, .toGuess = 1e-2}), End::toGuess);
  EXPECT_EQ(endOf({.most = 10, .step = 1e-2}), End::step);
  EXPECT_EQ(endOf({.most = 3}), End::limit);
  Equation broken([](double u) { return std::log(u); }, [](double u) { return 1 / u; }, 3);
  EXPECT_EQ((NewtonMethod{.most = 9}.solve(broken, residuals).end), End::notFinite)
      << "the first step is to 3 - 3 ln 3 < 0";
}

/// From u = 3 the whole step of atan goes to -9.5, where |r| is larger; halved twice it is at -0.1.
TEST(NewtonMethod, shortensStepsThatRaiseTheResidual) {
  Equation equation([](double u) { return std::atan(u); }, [](double u) { return 1 / (1 + u * u); }, 3);
  std::vector<double> residuals;
  const auto searched = NewtonMethod{.most = 20, .mostTrials = 10, .residual = 1e-12}.solve(equation, residuals);
  EXPECT_EQ(searched.end, NewtonMethod::End::residual);
  EXPECT_TRUE(searched.failedSearches.empty());
  EXPECT_NEAR(equation.u, 0, 1e-12);
  EXPECT_NEAR(residuals[1], std::abs(std::atan(3 - 0.25 * 10 * std::atan(3))), 1e-14);
  Equation whole(equation.r, equation.slope, 3);
  const auto diverged = NewtonMethod{.most = 4, .residual = 1e-12}.solve(whole, residuals);
  EXPECT_NE(diverged.end, NewtonMethod::End::residual);
  EXPECT_FALSE(diverged.failedSearches.empty());
}

/// f = (t - 1)^2 with f(0) = 1 and slope -2, begun at t = 8: 49, 9, 1 are too large, and t = 1 is the minimum.
TEST(BacktrackingSearch, halvesUntilArmijosRuleHolds) {
  double last = 0;
  const auto f = [&](double t) {
    last = t;
    return (t - 1) * (t - 1);
  };
  const BacktrackingSearch line;
  const auto [step, halvings] = line.search(8, 1, -2, f);
  EXPECT_EQ(step, 1);
  EXPECT_EQ(halvings, 3u);
  EXPECT_EQ(last, step);
  EXPECT_EQ((BacktrackingSearch{.mostHalvings = 2}.search(8, 1, -2, f).step), 0) << "not found";
  EXPECT_EQ((BacktrackingSearch{.noise = 48.1}.search(8, 1, -2, f).step), 8) << "within the rounding of f";
}

}  // namespace
}  // namespace sofa::mechanics
