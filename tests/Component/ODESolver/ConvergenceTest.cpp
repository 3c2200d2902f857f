// SPDX-License-Identifier: Apache-2.0
// Order of accuracy of the ODE solvers: halving the step divides the error at a fixed time by 2^order.
#include <gtest/gtest.h>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::test {
namespace {

using type::Vec3;

constexpr double mass = 0.7, stiffness = 5, hardening = 40, endTime = 1;

/// f = -k x - c |x|^2 x, a hardening spring to the origin; its tangent is exact.
class HardeningSpring : public core::ForceField<type::Vec3Types> {
 public:
  explicit HardeningSpring(double cubic) : m_cubic(cubic) { setClass("HardeningSpring"); }

  static Vec3 force(const Vec3& x, double cubic) { return -(stiffness + cubic * x.squaredNorm()) * x; }

  void addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&) override {
    m_x = x;
    for (std::size_t i = 0; i < x.size(); ++i) f[i] += force(x[i], m_cubic);
  }
  void addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) override {
    for (std::size_t i = 0; i < dx.size(); ++i)
      df[i] -=
          kFactor * ((stiffness + m_cubic * m_x[i].squaredNorm()) * dx[i] + 2 * m_cubic * m_x[i].dot(dx[i]) * m_x[i]);
  }

 private:
  double m_cubic;
  VecCoord m_x;
};

struct Motion {
  Vec3 x{0.5, -0.2, 0.1}, v{0.3, 0.4, -1};
};

/// The motion at `time` from a Runge-Kutta integration with steps far below those tested (error about 1e-14).
Motion reference(double cubic, double time = endTime) {
  Motion m;
  constexpr int steps = 20000;
  const double h = time / steps;
  const auto a = [cubic](const Vec3& x) -> Vec3 { return HardeningSpring::force(x, cubic) / mass; };
  for (int i = 0; i < steps; ++i) {
    const Vec3 x1 = m.x, v1 = m.v, a1 = a(x1);
    const Vec3 x2 = x1 + h / 2 * v1, v2 = v1 + h / 2 * a1, a2 = a(x2);
    const Vec3 x3 = x1 + h / 2 * v2, v3 = v1 + h / 2 * a2, a3 = a(x3);
    const Vec3 x4 = x1 + h * v3, v4 = v1 + h * a3, a4 = a(x4);
    m.x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    m.v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return m;
}

struct Scheme {
  const char* name;
  const char* solver;
  std::vector<std::pair<std::string, std::string>> options;
  double order;
  double velocityDelay = 0;  // how far the velocities of the state are behind the positions, in steps
};

void PrintTo(const Scheme& scheme, std::ostream* out) { *out << scheme.name; }

Motion simulate(const Scheme& scheme, double cubic, int steps, const Motion& start = {}) {
  auto root = simulation::Node::createRoot();
  root->d_gravity.set(Vec3::Zero());
  root->d_dt.set(endTime / steps);
  root->add("DefaultAnimationLoop");
  core::ComponentDescription solver(scheme.solver);
  for (const auto& [option, value] : scheme.options) solver.set(option, value);
  root->add(solver);
  root->add("CGLinearSolver", {{"iterations", "50"}, {"tolerance", "1e-15"}, {"threshold", "1e-30"}});
  root->add("NewtonRaphsonSolver", {{"maxNbIterationsNewton", "20"},
                                    {"absoluteResidualStoppingThreshold", "1e-12"},
                                    {"relativeInitialStoppingThreshold", "0"},
                                    {"relativeSuccessiveStoppingThreshold", "0"}});
  auto state = std::dynamic_pointer_cast<core::State<type::Vec3Types>>(root->add(
      "MechanicalObject",
      {{"template", "Vec3"}, {"position", type::toText(start.x, 0)}, {"velocity", type::toText(start.v, 0)}}));
  root->add("UniformMass", {{"vertexMass", std::to_string(mass)}});
  root->addComponent(std::make_shared<HardeningSpring>(cubic));
  simulation::initRoot(*root);
  for (int i = 0; i < steps; ++i) simulation::animate(*root);
  return {state->positions()[0], state->velocities()[0]};
}

double difference(const Motion& a, const Motion& b) {
  return std::sqrt((a.x - b.x).squaredNorm() + (a.v - b.v).squaredNorm());
}

/// Distance from the motion the scheme approximates, at the end.
double errorOf(const Scheme& scheme, double cubic, int steps) {
  Motion exact = reference(cubic);
  if (scheme.velocityDelay != 0) exact.v = reference(cubic, endTime * (1 - scheme.velocityDelay / steps)).v;
  return difference(simulate(scheme, cubic, steps), exact);
}

class Convergence : public testing::TestWithParam<Scheme> {};

TEST_P(Convergence, HasItsOrderOnALinearSpring) {
  const Motion exact = reference(0);
  // x(t) = x0 cos wt + v0/w sin wt checks the reference itself.
  const double w = std::sqrt(stiffness / mass);
  const Motion start;
  EXPECT_LT((exact.x - (start.x * std::cos(w * endTime) + start.v / w * std::sin(w * endTime))).norm(), 1e-12);
  const double coarse = errorOf(GetParam(), 0, 100), fine = errorOf(GetParam(), 0, 200);
  EXPECT_NEAR(std::log2(coarse / fine), GetParam().order, 0.1);
}

TEST_P(Convergence, HasItsOrderOnAHardeningSpring) {
  const double coarse = errorOf(GetParam(), hardening, 400), fine = errorOf(GetParam(), hardening, 800);
  EXPECT_NEAR(std::log2(coarse / fine), GetParam().order, 0.1);
}

INSTANTIATE_TEST_SUITE_P(
    OdeSolvers, Convergence,
    testing::Values(
        Scheme{"SymplecticEuler", "EulerExplicitSolver", {}, 1},
        Scheme{"ForwardEuler", "EulerExplicitSolver", {{"symplectic", "false"}}, 1},
        Scheme{"BackwardEuler", "EulerImplicitSolver", {}, 1},
        // Positions are moved by the whole new velocity: the trapezoidal matrix gains no order.
        Scheme{"Trapezoidal", "EulerImplicitSolver", {{"trapezoidalScheme", "true"}}, 1},
        Scheme{"RungeKutta2", "RungeKutta2Solver", {}, 2}, Scheme{"RungeKutta4", "RungeKutta4Solver", {}, 4},
        Scheme{"CentralDifference", "CentralDifferenceSolver", {}, 1},
        Scheme{"Newmark", "NewmarkImplicitSolver", {}, 2},
        Scheme{"NewmarkLinearAcceleration", "NewmarkImplicitSolver", {{"beta", "0.16666666666666667"}}, 2},
        Scheme{"NewmarkDissipative", "NewmarkImplicitSolver", {{"gamma", "0.6"}, {"beta", "0.3025"}}, 1},
        Scheme{"Variational", "VariationalSymplecticSolver", {{"newtonError", "1e-13"}, {"steps", "20"}}, 2, 0.5},
        Scheme{"VariationalExplicit", "VariationalSymplecticSolver", {{"explicitIntegration", "true"}}, 1},
        Scheme{"Bdf1", "BDFOdeSolver", {}, 1}),
    [](const auto& scheme) { return std::string(scheme.param.name); });

TEST(Convergence, CentralDifferencesAreOfSecondOrderFromStaggeredVelocities) {
  const Scheme scheme{"", "CentralDifferenceSolver", {}, 2};
  const auto error = [&](int steps) {
    const double h = endTime / steps;
    Motion start;
    start.v = reference(hardening, -h / 2).v;
    Motion exact = reference(hardening);
    exact.v = reference(hardening, endTime - h / 2).v;
    return difference(simulate(scheme, hardening, steps, start), exact);
  };
  EXPECT_NEAR(std::log2(error(400) / error(800)), 2, 0.1);
}

// Older samples equal the last one, as in the reference: order 2 is backward Euler over 2/3 of the step, and converges
// to the motion at 2/3 of the time.
TEST(Convergence, BdfOfOrderTwoIsBackwardEulerInSlowTime) {
  const Scheme scheme{"", "BDFOdeSolver", {{"order", "2"}}, 1};
  const auto error = [&](int steps, double time) {
    return difference(simulate(scheme, hardening, steps), reference(hardening, time));
  };
  EXPECT_NEAR(std::log2(error(400, endTime) / error(800, endTime)), 0, 0.1);
  EXPECT_NEAR(std::log2(error(800, endTime * 2 / 3) / error(1600, endTime * 2 / 3)), 1, 0.1);
}

double energy(const Motion& m) { return 0.5 * mass * m.v.squaredNorm() + 0.5 * stiffness * m.x.squaredNorm(); }

TEST(Energy, BackwardEulerLosesItSymplecticEulerKeepsIt) {
  const double start = energy({});
  EXPECT_LT(energy(simulate({"", "EulerImplicitSolver", {}, 1}, 0, 50)), 0.95 * start);
  EXPECT_NEAR(energy(simulate({"", "EulerExplicitSolver", {}, 1}, 0, 50)), start, 0.05 * start);
  EXPECT_GT(energy(simulate({"", "EulerExplicitSolver", {{"symplectic", "false"}}, 1}, 0, 50)), 1.05 * start);
}

}  // namespace
}  // namespace sofa::test
