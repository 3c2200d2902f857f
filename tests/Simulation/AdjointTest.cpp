// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <stdexcept>

#include "Component/SceneText.h"
#include "Sofa/Simulation/Adjoint/Retraction.h"
#include "Sofa/Simulation/Adjoint/WorkGradient.h"

namespace sofa::tests {
namespace {

namespace vec = core::vec;
using simulation::PointGraph;
using simulation::TemporaryCoord;
using simulation::TemporaryDeriv;
using simulation::Variable;

/// The coordinates of one frame, weighted, after it was turned by e and then by d.
double afterTurns(core::BaseState& state, const std::vector<double>& weights, const std::vector<double>& e,
                  const std::vector<double>& d) {
  const TemporaryCoord turned;
  state.hostIntegrate(turned, vec::position, e, 1);
  state.hostIntegrate(turned, turned, d, 1);
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * state.hostRead(turned)[i];
  return sum;
}

std::vector<double> with(std::vector<double> values, std::size_t i, double change) {
  values[i] += change;
  return values;
}

TEST(Retraction, knowsTheIncrementBetweenFrames) {
  const Scene scene("<MechanicalObject template='Rigid3d' position='1 2 3  0.1 0.7 -0.1 0.7'/>");
  auto& state = *core::localMechanicalState(*scene.root);
  for (const std::vector<double>& d :
       {std::vector{0.1, 0.2, 0.3, 0.4, -1.1, 0.8}, std::vector{1.0, 0.0, 0.0, 1.7, -1.6, 1.9},
        std::vector{0.0, 0.0, 0.0, 1e-9, 0.0, 2e-9}, std::vector<double>(6, 0.0)}) {
    const TemporaryCoord end;
    state.hostIntegrate(end, vec::position, d, 1);
    const auto found = simulation::increments(state, state.hostRead(end), state.hostRead(vec::position));
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(found[i], d[i], 1e-14) << i;
  }
}

TEST(Retraction, isTransposedForFrames) {
  const Scene scene("<MechanicalObject template='Rigid3d' position='1 2 3  0.1 0.7 -0.1 0.7'/>");
  auto& state = *core::localMechanicalState(*scene.root);
  state.allocate(vec::position);
  const std::vector<double> weights{0.3, -1, 2, 0.7, -0.4, 1.1, 0.6}, zero(6, 0.0);
  for (const std::vector<double>& d :
       {std::vector{0.1, 0.2, 0.3, 0.4, -1.1, 0.8}, std::vector{0.0, 0.0, 0.0, 1e-4, 0.0, 2e-4}, zero}) {
    const TemporaryCoord end;
    state.hostIntegrate(end, vec::position, d, 1);
    auto overPosition = simulation::overIncrements(state, state.hostRead(end), weights);
    std::vector<double> overIncrement(6, 0.0);
    simulation::transposeIncrement(state, d, overPosition, overIncrement);
    for (std::size_t i = 0; i < 6; ++i) {
      constexpr double h = 1e-5;
      EXPECT_NEAR(overPosition[i],
                  (afterTurns(state, weights, with(zero, i, h), d) - afterTurns(state, weights, with(zero, i, -h), d)) /
                      (2 * h),
                  1e-9)
          << i;
      EXPECT_NEAR(overIncrement[i],
                  (afterTurns(state, weights, zero, with(d, i, h)) - afterTurns(state, weights, zero, with(d, i, -h))) /
                      (2 * h),
                  1e-9)
          << i;
    }
  }
}

/// Points of a chain act on those beside them: u_i = x_i^3 x_(i+1) - v_i^2, in every coordinate.
class Chain final : public simulation::DifferentiableForces {
 public:
  explicit Chain(core::BaseState& state) : m_state(state) {}
  std::vector<core::BaseState*> states() override { return {&m_state}; }
  std::string path() const override { return "/chain"; }
  PointGraph pointGraph() override {
    PointGraph graph;
    const int count = static_cast<int>(m_state.size());
    graph.neighbours.resize(count);
    for (int i = 0; i < count; ++i)
      for (int j = std::max(0, i - 1); j <= std::min(count - 1, i + reach); ++j) graph.neighbours[i].push_back(j);
    graph.groups.resize(3);
    for (int i = 0; i < count; ++i) graph.groups[i % 3].push_back(i);
    return graph;
  }
  void evaluate(core::VecDerivId u) override {
    ++evaluations;
    m_state.allocate(u);
    const auto x = m_state.hostRead(vec::position), v = m_state.hostRead(vec::velocity);
    const auto to = m_state.hostWrite(u);
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i] = std::pow(x[i], 3) * (i + 3 < to.size() ? x[i + 3] : 1.0) - v[i] * v[i] + std::abs(x[i]) * kink * noise();
  }
  void guess(simulation::WorkGradient&, Variable, core::VecDerivId g) override {
    if (knows)
      for (std::size_t i = 0; i < exact.size(); ++i) m_state.hostWrite(g)[i] = exact[i];
  }
  bool knows = false;
  int reach = 1, evaluations = 0;
  double kink = 0;
  std::vector<double> exact;

 private:
  double noise() const { return evaluations % 2; }  // as of a component that keeps something
  core::BaseState& m_state;
};

struct ChainTest : testing::Test {
  const Scene scene{
      "<MechanicalObject position='0 1 2  1 -1 0.5  2 0.3 0.1  3 1 1  4 0.2 0.4  5 1 2  6 0 1' velocity='1 2 3  4 5 6  "
      "7 8 "
      "9  1 0 1  2 2 2  0 1 0  3 1 2'/>"};
  core::BaseState& state = *core::localMechanicalState(*scene.root);
  Chain chain{state};
  const TemporaryDeriv multiplier, gradient;
  std::vector<double> overPositions, overVelocities;

  ChainTest() {
    state.allocate(multiplier);
    state.allocate(gradient);
    state.clear(gradient);
    const auto l = state.hostWrite(multiplier);
    const auto x = state.hostRead(vec::position), v = state.hostRead(vec::velocity);
    for (std::size_t i = 0; i < l.size(); ++i) l[i] = std::cos(static_cast<double>(i));
    for (std::size_t i = 0; i < l.size(); ++i) {
      const double next = i + 3 < l.size() ? x[i + 3] : 1.0;
      overPositions.push_back(3 * x[i] * x[i] * next * l[i] + (i >= 3 ? l[i - 3] * std::pow(x[i - 3], 3) : 0));
      overVelocities.push_back(-2 * v[i] * l[i]);
    }
  }
  void expectGradient(const std::vector<double>& expected, double factor = 1) const {
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(state.hostRead(gradient)[i], factor * expected[i], 1e-7 * (1 + std::abs(expected[i]))) << i;
  }
};

TEST_F(ChainTest, isDifferentiatedByGroupsOfPoints) {
  const auto before = std::vector(state.hostRead(vec::position).begin(), state.hostRead(vec::position).end());
  simulation::WorkGradient(chain, multiplier).add(Variable::positions, gradient);
  expectGradient(overPositions);
  // Two tests of a direction with four each, and two for each of three groups in three coordinates.
  EXPECT_EQ(chain.evaluations, 2 * 4 + 2 * 3 * 3);
  EXPECT_TRUE(std::ranges::equal(before, state.hostRead(vec::position)));
}

TEST_F(ChainTest, isDifferentiatedByVelocities) {
  simulation::WorkGradient work(chain, multiplier);
  work.add(Variable::velocities, gradient);
  expectGradient(overVelocities);
  work.add(Variable::velocities, gradient);  // it adds
  expectGradient(overVelocities, 2);
}

TEST_F(ChainTest, takesAGuessThatIsRight) {
  chain.knows = true;
  chain.exact = overPositions;
  simulation::WorkGradient(chain, multiplier).add(Variable::positions, gradient);
  EXPECT_EQ(chain.evaluations, 4);
  expectGradient(overPositions);
}

TEST_F(ChainTest, takesNoGuessThatIsNearlyRight) {
  chain.knows = true;
  chain.exact = overPositions;
  chain.exact[4] += 1e-2;
  simulation::WorkGradient(chain, multiplier).add(Variable::positions, gradient);
  EXPECT_GT(chain.evaluations, 4);
  expectGradient(overPositions);
}

TEST_F(ChainTest, isDifferentiatedPointByPointIfTheGraphIsWrong) {
  chain.reach = 0;  // work of the points behind is left out
  simulation::WorkGradient(chain, multiplier).add(Variable::positions, gradient);
  expectGradient(overPositions);
}

TEST_F(ChainTest, isRefusedIfItKeepsSomething) {
  chain.kink = 1;
  EXPECT_THROW(simulation::WorkGradient(chain, multiplier).add(Variable::positions, gradient), std::invalid_argument);
}

TEST(PointGraphs, comeFromThePatternOfAMatrix) {
  const Scene scene("<MechanicalObject position='0 0 0  1 0 0  2 0 0  3 0 0  4 0 0'/>");
  const std::vector<core::BaseState*> states{core::localMechanicalState(*scene.root)};
  linearalgebra::BlockMatrix chain;
  chain.setPattern(3, {0, 2, 5, 8, 11, 13}, {0, 1, 0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4}, 5);
  const PointGraph graph = PointGraph::of(chain, states);
  EXPECT_EQ(graph.groups, (std::vector<std::vector<int>>{{0, 3}, {1, 4}, {2}}));
  auto last = graph.neighbours[4];
  std::ranges::sort(last);
  EXPECT_EQ(last, (std::vector{3, 4}));
  EXPECT_EQ(PointGraph::dense(states).groups.size(), 5u);
}

}  // namespace
}  // namespace sofa::tests
