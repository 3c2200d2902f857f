// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Type/AngleAxis.h"

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

/// A symmetric top: its axis goes round the angular momentum L at the rate |L| / I. With every solver, on a state that
/// is mapped too, or the run says which solver to use.
TEST(FreeTop, precessesOrIsToldOf) {
  constexpr double time = 2;
  const Vec3 momentum = Vec3(.3, 0, 3);  // per moment of inertia about the first axis
  const type::Quat turned(sofa::type::AngleAxis(momentum.norm() * time, momentum.normalized()));
  const Vec3 expected = turned * Vec3::UnitZ();
  const std::string linear = "<SparseLDLSolver/>",
                    mass = "<UniformMass vertexMass='2 1 1 0 0 0 1 0 0 0 2' gyroscopic='1'/>";
  for (const std::string solver :
       {"<RungeKutta2Solver/>", "<RungeKutta4Solver/>", "<CentralDifferenceSolver/>", "<EulerExplicitSolver/>",
        "<EulerImplicitSolver/>", "<NewmarkImplicitSolver rayleighMass='0' rayleighStiffness='0'/>",
        "<VariationalSymplecticSolver explicitIntegration='1'/>", "<VariationalSymplecticSolver steps='20'/>"})
    for (const bool isMapped : {false, true}) {
      CapturedMessages messages;
      const Scene scene(
          solver + linear + "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1' velocity='0 0 0 .3 0 1.5'/>" +
              (isMapped ? "<Node name='m'><MechanicalObject template='Rigid3' name='p' position='0 0 0 0 0 "
                          "0 1'/>" +
                              mass + "<IdentityMapping/></Node>"
                        : mass),
          "dt='0.005' gravity='0 0 0'");
      scene.step(400);
      const Vec3 axis = scene.state<Rigid3Types>().positions()[0].orientation * Vec3::UnitZ();
      const bool isRight = (axis - expected).norm() < 0.01;
      EXPECT_EQ(messages.warnings("which this solver gets wrong"), isRight ? 0u : 1u) << solver << isMapped;
      EXPECT_EQ(isRight,
                !solver.starts_with("<Variational") || (solver.find("explicit") != std::string::npos && !isMapped));
    }
}

}  // namespace
}  // namespace sofa::tests
