// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/DivergenceWatch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Helper/Magnitude.h"

namespace sofa {
namespace {

using simulation::DivergenceWatch;
using tests::Scene;

/// Runs until the watch finds something or the steps are done; tells what it found and when.
struct Watched {
  explicit Watched(const Scene& scene, int steps) {
    DivergenceWatch watch;
    watch.start(*scene.root);
    for (step = 1; step <= steps; ++step) {
      scene.step();
      if (const auto* found = watch.check(*scene.root)) {
        finding = *found;
        return;
      }
    }
  }
  bool diverged() const { return finding.state != nullptr; }
  bool says(const std::string& part) const {
    return (finding.what + " " + finding.remedy).find(part) != std::string::npos;
  }

  int step = 0;
  DivergenceWatch::Finding finding;
};

/// Two points of a body, the second of which a stiff spring drives away from its rest position.
std::string spring(const std::string& solver, const std::string& stiffness) {
  return solver + "<MechanicalObject name='dofs' position='0 0 0 1.1 0 0' rest_position='0 0 0 1 0 0'/>" +
         "<UniformMass totalMass='2'/><RestShapeSpringsForceField stiffness='" + stiffness + "'/>";
}
const std::string implicit =
    "<EulerImplicitSolver/><CGLinearSolver iterations='25' tolerance='1e-12' threshold='1e-30'/>";

TEST(DivergenceWatch, anExplosionNamesItsPointAndTheSolverLongBeforeNumbersEnd) {
  const Scene scene(spring("<EulerExplicitSolver name='odesolver'/>", "1e5"));
  const Watched run(scene, 1000);
  ASSERT_TRUE(run.diverged());
  EXPECT_EQ(run.finding.state->path(), "/dofs");
  EXPECT_TRUE(run.says("point 1 of /dofs has a coordinate of")) << run.finding.what;
  EXPECT_TRUE(run.says("1e+06 times the size")) << run.finding.what;
  EXPECT_TRUE(run.says("/odesolver is explicit, and dt=0.1 is too large")) << run.finding.remedy;
  const double farthest = helper::largestMagnitude(scene.state<type::Vec3Types>().hostRead(core::vec::position));
  EXPECT_GT(farthest, 1e6);
  EXPECT_LT(farthest, 1e12) << "the run ends when it leaves the scene, not at the end of the numbers";
}

TEST(DivergenceWatch, namesANegativeStiffness) {
  const Watched run(Scene(spring(implicit, "-300")), 1000);
  ASSERT_TRUE(run.diverged());
  EXPECT_TRUE(run.says("stiffness of /RestShapeSpringsForceField1 is negative")) << run.finding.remedy;
}

TEST(DivergenceWatch, slowInstabilityIsFoundAsWell) {
  // The motion grows by 3 per mille a step, decades take 770 steps.
  const Scene scene(spring("<EulerExplicitSolver symplectic='0'/>", "0.6"));
  const Watched run(scene, 12000);
  ASSERT_TRUE(run.diverged());
  EXPECT_GT(run.step, 1000);
}

TEST(DivergenceWatch, freeFallMayLastForever) {
  // A point falls 5 km in 32 s: 1e6 times g dt^2, its only length, after 1400 steps. A cloud of points falls as well.
  for (const char* position : {"0 0 0", "0 0 0 1e-4 0 0"}) {
    const Scene scene(implicit + "<MechanicalObject position='" + position + "'/><UniformMass totalMass='1'/>",
                      "dt='0.02' gravity='0 -9.81 0'");
    EXPECT_FALSE(Watched(scene, 20000).diverged()) << position;
    EXPECT_LT(scene.state<type::Vec3Types>().positions()[0].y(), -700000);
  }
}

TEST(DivergenceWatch, flightAndConstantLoadsGoAnyDistance) {
  const Scene flight(
      "<EulerExplicitSolver/><MechanicalObject position='0 0 0 1e-3 0 0' velocity='1e4 0 0 1e4 0 0'/>"
      "<UniformMass totalMass='1'/>");
  EXPECT_FALSE(Watched(flight, 2000).diverged());
  const Scene rocket(
      "<EulerExplicitSolver/><MechanicalObject position='0 0 0 1 0 0'/><UniformMass totalMass='1e-3'/>"
      "<ConstantForceField forces='0 0 1e3'/>");
  EXPECT_FALSE(Watched(rocket, 5000).diverged());
  EXPECT_GT(rocket.state<type::Vec3Types>().positions()[0].z(), 1e9);
}

TEST(DivergenceWatch, numbersAreMeasuredByThemselves) {
  const Scene scene(
      "<EulerExplicitSolver/><MechanicalObject template='Vec1' position='2' rest_position='1'/>"
      "<UniformMass totalMass='1'/><RestShapeSpringsForceField stiffness='1e5'/>");
  EXPECT_TRUE(Watched(scene, 1000).diverged());
}

TEST(DivergenceWatch, theLoopSetsTheLimitAndZeroIsNone) {
  Scene scene(spring("<EulerExplicitSolver/>", "1e5"));
  auto& limit = *scene.root->local<core::AnimationLoop>()->findData("divergenceLimit");
  limit.read("1e20");
  const Watched late(scene, 1000);
  EXPECT_TRUE(late.diverged() && late.says("1e+20 times")) << late.finding.what;
  simulation::reset(*scene.root);
  limit.read("0");
  const Watched never(scene, 1000);
  ASSERT_TRUE(never.diverged());
  EXPECT_TRUE(never.says("is not finite")) << never.finding.what;
}

TEST(DivergenceWatch, pointsThatArePutBackAreWellAgain) {
  const Scene scene(spring("<EulerExplicitSolver/>", "1e5"));
  DivergenceWatch watch;
  watch.start(*scene.root);
  auto& state = scene.state<type::Vec3Types>();
  const auto before = state.positions();
  while (!watch.check(*scene.root)) scene.step();
  EXPECT_TRUE(watch.check(*scene.root)) << "it stays exploded";
  state.writeCoords(core::vec::position) = before;
  EXPECT_FALSE(watch.check(*scene.root));
}

TEST(DivergenceWatch, aStateThatIsNotFiniteNamesItsPoint) {
  const Scene scene(spring(implicit, "10"));
  DivergenceWatch watch;
  watch.start(*scene.root);
  scene.state<type::Vec3Types>().writeDerivs(core::vec::velocity)[1].y() = std::numeric_limits<double>::quiet_NaN();
  const auto* found = watch.check(*scene.root);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->what, "the velocity of point 1 of /dofs is not finite.");
  EXPECT_EQ(watch.check(*scene.root), found) << "it is told until all is well again";
  scene.state<type::Vec3Types>().writeDerivs(core::vec::velocity)[1].y() = 0;
  EXPECT_FALSE(watch.check(*scene.root));
}

TEST(Magnitude, isThatOfTheLargestOrOfWhatIsNotFinite) {
  EXPECT_EQ(helper::largestMagnitude({}), 0);
  const std::vector<double> values{1, -7, 3, 0, -2, 6.5};
  EXPECT_EQ(helper::largestMagnitude(values), 7);
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::quiet_NaN(),
                           -std::numeric_limits<double>::infinity()})
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto some = values;
      some[i] = bad;
      EXPECT_FALSE(std::isfinite(helper::largestMagnitude(some))) << i;
    }
}

}  // namespace
}  // namespace sofa
