// SPDX-License-Identifier: Apache-2.0
// The iteration of docs/manual/solvers.md, "Newton's method", on scalar equations, where each residual is known by
// hand.
#include "Sofa/Component/ODESolver/NewtonRaphsonSolver.h"

#include <gtest/gtest.h>

#include <functional>

#include "CapturedMessages.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::test {
namespace {

using component::odesolver::NewtonRaphsonSolver;

/// g(x) = 0 with the derivative handed in, which need not be the true one.
class Equation : public core::NewtonSolver::Function {
 public:
  Equation(double start, std::function<double(double)> g, std::function<double(double)> derivative)
      : x(start), m_g(std::move(g)), m_derivative(std::move(derivative)) {}
  void evaluate() override {
    m_residual = m_g(x);
    ++evaluations;
  }
  double squaredResidual() override { return m_residual * m_residual; }
  void buildGradient() override { m_slope = m_derivative(x); }
  void solve() override { m_step = -m_residual / m_slope; }
  void update(double alpha) override {
    x += alpha * m_step;
    moves.push_back(alpha);
  }
  double squaredNormOfGuess() override { return x * x; }
  double squaredNormOfSolution() override { return m_step * m_step; }

  double x;
  int evaluations = 0;
  std::vector<double> moves;

 private:
  std::function<double(double)> m_g, m_derivative;
  double m_residual = 0, m_slope = 1, m_step = 0;
};

class Newton : public testing::Test {
 protected:
  using Attributes = std::vector<std::pair<std::string, std::string>>;

  NewtonRaphsonSolver& make(const Attributes& attributes) {
    root = simulation::Node::createRoot();
    core::ComponentDescription description("NewtonRaphsonSolver");
    // Only the tests that a case asks for.
    for (const char* name : {"relativeSuccessiveStoppingThreshold", "relativeInitialStoppingThreshold",
                             "absoluteResidualStoppingThreshold"})
      description.set(name, "0");
    for (const auto& [name, value] : attributes) description.set(name, value);
    auto& solver = dynamic_cast<NewtonRaphsonSolver&>(*root->add(description));
    solver.init();
    return solver;
  }
  std::string run(const Attributes& attributes, Equation& equation) {
    auto& solver = make(attributes);
    solver.run(equation);
    return solver.d_status.value().selected();
  }
  const std::vector<double>& residuals() {
    return root->local<NewtonRaphsonSolver>()->d_residualGraph.value().at("residual");
  }

  /// x^2 - 2 = 0 from 2: 1.5, 17/12, ...
  static Equation root2() {
    return {2, [](double x) { return x * x - 2; }, [](double x) { return 2 * x; }};
  }
  /// x = 0 with a slope twice too large: the residual halves each time.
  static Equation halving() {
    return {1, [](double x) { return x; }, [](double) { return 2.0; }};
  }

  std::shared_ptr<simulation::Node> root;
  tests::CapturedMessages said;
};

TEST_F(Newton, doesOneIterationByDefaultAndSaysThatItIsNotEnough) {
  auto equation = root2();
  EXPECT_EQ(run({}, equation), "DivergedMaxIterations");
  EXPECT_DOUBLE_EQ(equation.x, 1.5);
  EXPECT_EQ(said.warnings("failed to converge after 1 iteration"), 1u);
  EXPECT_EQ(residuals(), (std::vector<double>{2, 0.25}));
}

TEST_F(Newton, hasTheDefaultsOfTheReference) {
  root = simulation::Node::createRoot();
  const auto& solver = dynamic_cast<NewtonRaphsonSolver&>(*root->add("NewtonRaphsonSolver"));
  EXPECT_EQ(solver.d_maxIterations.value(), 1u);
  EXPECT_EQ(solver.d_relativeSuccessive.value(), 1e-5);
  EXPECT_EQ(solver.d_relativeInitial.value(), 1e-5);
  EXPECT_EQ(solver.d_absoluteResidual.value(), 1e-5);
  EXPECT_EQ(solver.d_relativeEstimate.value(), 0);
  EXPECT_EQ(solver.d_absoluteEstimate.value(), 0);
  EXPECT_EQ(solver.d_maxLineSearch.value(), 1u);
  EXPECT_EQ(solver.d_lineSearchCoefficient.value(), 0.5);
  EXPECT_EQ(solver.d_status.value().selected(), "Undefined");
}

TEST_F(Newton, doesNothingInEquilibrium) {
  Equation equation(
      0.5, [](double x) { return x; }, [](double) { return 1.0; });
  // The bound itself counts as equilibrium.
  EXPECT_EQ(run({{"absoluteResidualStoppingThreshold", "0.5"}}, equation), "ConvergedEquilibrium");
  EXPECT_TRUE(equation.moves.empty());
  EXPECT_EQ(residuals(), std::vector<double>{0.5});
}

TEST_F(Newton, stopsBySuccessiveResiduals) {
  auto equation = root2();  // residuals 2, 1/4, 1/144, 6e-6: ratios 1/8, 1/36, 1/1152
  EXPECT_EQ(run({{"maxNbIterationsNewton", "9"}, {"relativeSuccessiveStoppingThreshold", "0.03"}}, equation),
            "ConvergedResidualSuccessiveRatio");
  EXPECT_EQ(equation.moves.size(), 2u);
}

TEST_F(Newton, stopsByTheFirstResidual) {
  auto equation = halving();  // 1, 1/2, 1/4, 1/8
  EXPECT_EQ(run({{"maxNbIterationsNewton", "9"}, {"relativeInitialStoppingThreshold", "0.2"}}, equation),
            "ConvergedResidualInitialRatio");
  EXPECT_EQ(equation.moves.size(), 3u);
}

TEST_F(Newton, stopsByTheResidualBelowButNotAtTheThreshold) {
  auto equation = halving();
  EXPECT_EQ(run({{"maxNbIterationsNewton", "9"}, {"absoluteResidualStoppingThreshold", "0.25"}}, equation),
            "ConvergedAbsoluteResidual");
  EXPECT_EQ(equation.moves.size(), 3u);
}

TEST_F(Newton, stopsByTheRelativeChange) {
  Equation equation(
      3, [](double x) { return x - 1; }, [](double) { return 2.0; });
  // Guesses 3, 2, 1.5, 1.25 and changes 1, 0.5, 0.25: ratios 1/3, 1/4, 1/6.
  EXPECT_EQ(run({{"maxNbIterationsNewton", "9"}, {"relativeEstimateDifferenceThreshold", "0.2"}}, equation),
            "ConvergedRelativeEstimateDifference");
  EXPECT_EQ(equation.moves.size(), 3u);
}

TEST_F(Newton, skipsTheRelativeChangeOfAGuessOfZero) {
  Equation equation(
      0, [](double x) { return x - 1; }, [](double) { return 1e9; });
  EXPECT_EQ(run({{"maxNbIterationsNewton", "1"}, {"relativeEstimateDifferenceThreshold", "1"}}, equation),
            "DivergedMaxIterations");
}

TEST_F(Newton, stopsByTheAbsoluteChange) {
  auto equation = halving();  // changes 1/2, 1/4, 1/8
  EXPECT_EQ(run({{"maxNbIterationsNewton", "9"}, {"absoluteEstimateDifferenceThreshold", "0.2"}}, equation),
            "ConvergedAbsoluteEstimateDifference");
  EXPECT_EQ(equation.moves.size(), 3u);
}

TEST_F(Newton, testsSuccessiveResidualsFirst) {
  Equation equation(
      1, [](double x) { return x; }, [](double) { return 1.0; });  // exact at once
  EXPECT_EQ(run({{"relativeSuccessiveStoppingThreshold", "0.1"},
                 {"relativeInitialStoppingThreshold", "0.1"},
                 {"absoluteResidualStoppingThreshold", "0.1"}},
                equation),
            "ConvergedResidualSuccessiveRatio");
}

TEST_F(Newton, shortensStepsUntilTheResidualFalls) {
  // The slope is 8 times too small: the full step leads to -7, half to -3, a quarter to -1, an eighth to 0.
  Equation equation(
      1, [](double x) { return x; }, [](double) { return 0.125; });
  run({{"maxNbIterationsLineSearch", "6"}}, equation);
  EXPECT_EQ(equation.moves, (std::vector<double>{1, -0.5, -0.25, -0.125}));
  EXPECT_DOUBLE_EQ(equation.x, 0);
  EXPECT_EQ(said.warnings("Line search failed"), 0u);
}

TEST_F(Newton, shortensByItsCoefficient) {
  Equation equation(
      1, [](double x) { return x; }, [](double) { return 0.125; });
  run({{"maxNbIterationsLineSearch", "6"}, {"lineSearchCoefficient", "0.2"}}, equation);
  EXPECT_EQ(equation.moves, (std::vector<double>{1, -0.8}));  // 1 - 8/5 = -0.6
  EXPECT_NEAR(equation.x, -0.6, 1e-15);
}

TEST_F(Newton, goesBackToTheFullStepIfTheLineSearchFails) {
  Equation equation(
      1, [](double x) { return x; }, [](double) { return -1.0; });  // uphill
  run({{"maxNbIterationsLineSearch", "3"}}, equation);
  EXPECT_EQ(equation.moves, (std::vector<double>{1, -0.5, -0.25, 0.75}));
  EXPECT_DOUBLE_EQ(equation.x, 2);
  EXPECT_EQ(residuals(), (std::vector<double>{1, 2}));
  EXPECT_EQ(said.warnings("Line search failed at Newton iteration 0"), 1u);
}

TEST_F(Newton, keepsTheOnlyTrialIfTheLineSearchIsOff) {
  Equation equation(
      1, [](double x) { return x; }, [](double) { return -1.0; });
  run({{"maxNbIterationsNewton", "2"}}, equation);
  EXPECT_EQ(equation.moves, (std::vector<double>{1, 1}));
  EXPECT_DOUBLE_EQ(equation.x, 4);
  EXPECT_EQ(said.warnings("Line search failed"), 2u);
}

TEST_F(Newton, canBeSilent) {
  Equation equation(
      1, [](double x) { return x; }, [](double) { return -1.0; });
  EXPECT_EQ(run({{"warnWhenLineSearchFails", "false"}, {"warnWhenDiverge", "false"}}, equation),
            "DivergedMaxIterations");
  EXPECT_EQ(said.warnings(), 0u);
}

TEST_F(Newton, needsOneTrialAtLeast) {
  EXPECT_EQ(make({{"maxNbIterationsLineSearch", "0"}}).d_maxLineSearch.value(), 1u);
  EXPECT_EQ(said.warnings("maxNbIterationsLineSearch must be at least 1"), 1u);
}

TEST_F(Newton, saysThatTheLastGuessIsKeptAnyway) {
  make({{"updateStateWhenDiverged", "false"}});
  EXPECT_EQ(said.warnings("updateStateWhenDiverged"), 1u);
}

TEST_F(Newton, endsWhenTheResidualIsNotANumber) {
  Equation equation(
      1, [](double) { return std::nan(""); }, [](double) { return 1.0; });
  EXPECT_EQ(run({{"maxNbIterationsNewton", "1000000000"}, {"maxNbIterationsLineSearch", "5"}}, equation),
            "DivergedMaxIterations");
  EXPECT_LE(equation.evaluations, 10);
  EXPECT_EQ(said.warnings("not a number"), 1u);
}

TEST_F(Newton, forgetsItsStatusOnReset) {
  auto equation = halving();
  run({}, equation);
  root->local<NewtonRaphsonSolver>()->reset();
  EXPECT_EQ(root->local<NewtonRaphsonSolver>()->d_status.value().selected(), "Undefined");
}

}  // namespace
}  // namespace sofa::test
