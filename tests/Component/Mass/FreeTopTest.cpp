#include <Eigen/LU>

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::tests {
namespace {

using type::Rigid3Types;
using type::Vec3;

constexpr double mass = 2;
const type::Mat3 inertia = Vec3(1, 2, 3).asDiagonal();  // per unit mass

/// A body with three different moments of inertia that turns about none of its axes.
Scene top(const std::string& solver, double h, const std::string& attributes, const std::string& spin = ".3 2 .1") {
  return Scene(solver + fmt::format("<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1' velocity='0 0 0 {}'/>"
                                    "<UniformMass vertexMass='{} 1 1 0 0 0 2 0 0 0 3' {}/>",
                                    spin, mass, attributes),
               fmt::format("dt='{}' gravity='0 0 0'", h));
}

struct Motion {
  Vec3 momentum;
  double energy;
  type::Quat orientation;
};

Motion motionOf(const Scene& scene) {
  const auto& state = scene.state<Rigid3Types>();
  const Vec3 w = state.velocities()[0].tail<3>();
  const type::Mat3 r = type::toMatrix(state.positions()[0].orientation);
  const Vec3 momentum = mass * (r * inertia * r.transpose() * w);
  return {momentum, 0.5 * w.dot(momentum), state.positions()[0].orientation};
}

Motion after(const std::string& solver, double h, double time) {
  const Scene scene = top(solver, h, "gyroscopic='1'");
  scene.step(static_cast<int>(std::lround(time / h)));
  return motionOf(scene);
}

double difference(const Motion& a, const Motion& b) {
  return 2 * std::acos(std::min(1.0, std::abs(a.orientation.dot(b.orientation))));
}

TEST(FreeTop, implicitStepsKeepTheMomentum) {
  const Motion start = motionOf(top("<EulerImplicitSolver/><SparseLDLSolver/>", 0.01, "gyroscopic='1'"));
  const Motion end = after("<EulerImplicitSolver/><SparseLDLSolver/>", 0.01, 20);
  EXPECT_LT((end.momentum - start.momentum).norm(), 1e-9 * start.momentum.norm());
  EXPECT_NEAR(end.energy / start.energy, 1, 0.15);
}

/// Against the same with steps so small that they are exact: Euler's equations have no closed form in elementary
/// functions.
TEST(FreeTop, convergesToEulersEquations) {
  const Motion exact = after("<RungeKutta4Solver/>", 0.0002, 2);
  const Motion start = motionOf(top("<RungeKutta4Solver/>", 0.01, "gyroscopic='1'"));
  EXPECT_LT((exact.momentum - start.momentum).norm(), 1e-6 * start.momentum.norm());
  EXPECT_NEAR(exact.energy / start.energy, 1, 1e-6);
  struct Case {
    std::string solver;
    double order;
  };
  for (const auto& [solver, order] :
       {Case{"<EulerImplicitSolver/><SparseLDLSolver/>", 1},
        Case{"<EulerImplicitSolver/><CGLinearSolver iterations='50' "
             "tolerance='1e-14' threshold='1e-30'/>",
             1},
        Case{"<EulerExplicitSolver/>", 1}, Case{"<RungeKutta2Solver/>", 2}, Case{"<RungeKutta4Solver/>", 2}}) {
    const double coarse = difference(after(solver, 0.01, 2), exact), fine = difference(after(solver, 0.005, 2), exact);
    EXPECT_LT(fine, 0.1) << solver;
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.35) << solver;
  }
}

/// With inertia that keeps the axes of the world a body keeps any angular velocity: wrong, and told where it acts.
TEST(FreeTop, fixedInertiaIsToldWhereItActs) {
  const auto told = [](const std::string& spin, const std::string& attributes, int steps) {
    CapturedMessages messages;
    const Scene scene = top("<EulerImplicitSolver/><SparseLDLSolver/>", 0.01, attributes, spin);
    scene.step(steps);
    return messages.warnings("gyroscopic");
  };
  EXPECT_EQ(told(".3 2 .1", "", 100), 1u);
  EXPECT_EQ(told(".3 2 .1", "gyroscopic='1'", 100), 0u);
  EXPECT_EQ(told("0 0 2", "", 100), 0u) << "about a principal axis nothing is missing";
  EXPECT_EQ(told("0 0 0", "", 100), 0u);
}

}  // namespace
}  // namespace sofa::tests
