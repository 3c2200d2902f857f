// SPDX-License-Identifier: Apache-2.0
// A kind of point that a plugin brings (tests/plugins/AffineBodies), through what the framework has for its own kinds.
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/DrawnForm.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Testing/ForceFieldCheck.h"
#include "TemporaryFolder.h"

namespace sofa::tests {
namespace {

using type::Vec3;

const std::string cg = "<CGLinearSolver iterations='400' tolerance='1e-15' threshold='1e-60'/>";
const std::string ldl = "<SparseLDLSolver/>";
const std::string implicit = "<EulerImplicitSolver/>";
const std::string standing = "position='0 0 0  1 0 0  0 1 0  0 0 1'";
/// Turned by a quarter about z, sheared, and moved.
const std::string displaced = "position='1 2 3  0.1 1.1 0  -1 0.2 0.1  0 0 0.9'";
const std::string material = "<AffineMass mass='2' size='1 0.5 0.4'/><AffineStiffness stiffness='1e4' volume='0.2'/>";

std::string body(const std::string& solvers, const std::string& state, const std::string& loads = "") {
  return solvers + "<MechanicalObject name='dofs' template='Affine3d' " + state + "/>" + material +
         "<Node name='points'><MechanicalObject name='corners' template='Vec3d' position='-0.5 0 0  0.5 0 0  0 0.25 "
         "0.2'/><AffineMapping/>" +
         loads + "</Node>";
}

class AffineBodies : public testing::Test {
 protected:
  void SetUp() override {
    const auto result = core::PluginManager::instance().load("AffineBodies");
    ASSERT_TRUE(result.loaded) << result.message;
  }
  static std::vector<double> numbers(const Scene& scene) {
    const auto x = scene.first<core::BaseState>().hostRead(core::vec::position);
    return {x.begin(), x.end()};
  }
  static std::vector<double> run(const std::string& content, int steps) {
    CapturedMessages messages;
    const Scene scene(content, "dt='0.01' gravity='0 -10 0'");
    scene.step(steps);
    for (const auto& message : messages.messages) ADD_FAILURE() << message.text;
    return numbers(scene);
  }
};

TEST_F(AffineBodies, freeOnesFallAsPoints) {
  const auto x = run(body(implicit + cg, standing), 20);
  ASSERT_EQ(x.size(), 12u);
  const double fall = -10 * 0.01 * 0.01 * 20 * 21 / 2;  // backward Euler
  const std::vector<double> expected{0, fall, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  test::expectNear(x, expected, 1e-12);
}

TEST_F(AffineBodies, forcesAreTheSlopesOfTheEnergy) {
  const std::string state = "<MechanicalObject template='Affine3d' " + displaced + "/>";
  const std::string stiffness = "<AffineStiffness stiffness='100' volume='0.2'/>";
  const test::ForceScene scene(state + stiffness);
  ASSERT_EQ(scene.errors, 0u);
  test::checkEnergy(scene, 1e-6);
  test::checkTangent(scene, 1e-5);
}

TEST_F(AffineBodies, moveAlikeWithEveryLinearSolver) {
  const std::string springs = "<RestShapeSpringsForceField stiffness='500' points='0 2'/>";
  const auto products = run(body(implicit + cg, standing, springs), 30);
  const auto factors = run(body(implicit + ldl, standing, springs), 30);
  test::expectNear(products, factors, 1e-9);
  EXPECT_LT(products[1], -0.01);
}

// Forces of F at both ends of the length L stretch a body along x by a, where the slope of k V (a^2 - 1)^2, which is
// 4 k V a (a^2 - 1), is F L.
TEST_F(AffineBodies, stretchesAsItsEnergySays) {
  const double force = 500, length = 1, kV = 1e4 * 0.2;
  double low = 1, high = 2;
  for (int i = 0; i < 60; ++i) {
    const double a = (low + high) / 2;
    (4 * kV * a * (a * a - 1) < force * length ? low : high) = a;
  }
  const std::string pull = "<ConstantForceField indices='0 1' forces='-500 0 0  500 0 0'/>";
  for (const auto& solvers : {implicit + ldl, "<IncrementalPotentialSolver/>" + ldl}) {
    const Scene scene(body(solvers, standing, pull), "dt='0.1' gravity='0 0 0'");
    scene.step(300);
    const auto x = numbers(scene);
    EXPECT_NEAR(x[3], low, 1e-6) << solvers;
    EXPECT_NEAR(x[7], 1, 1e-6);
    EXPECT_NEAR(x[0], 0, 1e-6);
  }
}

TEST_F(AffineBodies, areTurnedScaledAndMoved) {
  const Scene scene(body(implicit + cg, standing + " scale3d='2 1 1' rotation='0 0 90' translation='1 2 3'"));
  test::expectNear(numbers(scene), {1, 2, 3, 0, 2, 0, -1, 0, 0, 0, 0, 1}, 1e-12);
}

TEST_F(AffineBodies, goOnFromACheckpointToTheSameBits) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "bodies.checkpoint").string();
  const std::string springs = "<RestShapeSpringsForceField stiffness='500' points='0 2'/>";
  for (const auto& solver : {cg, ldl}) {
    const Scene whole(body(implicit + solver, standing, springs), "dt='0.01' gravity='0 -10 0'");
    whole.step(5);
    ASSERT_TRUE(simulation::saveCheckpoint(file, *whole.root, 5));
    whole.step(5);
    const Scene resumed(body(implicit + solver, standing, springs), "dt='0.01' gravity='0 -10 0'");
    ASSERT_EQ(simulation::loadCheckpoint(file, *resumed.root), 5);
    resumed.step(5);
    EXPECT_EQ(numbers(whole), numbers(resumed));
  }
}

TEST_F(AffineBodies, areDrawn) {
  const Scene scene(body(implicit + cg, displaced + " showObject='1'"));
  const auto points = DrawnForm(scene.first<core::BaseState>()).points();
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].position, Vec3(1, 2, 3));
}

TEST_F(AffineBodies, aStateOfAnotherKindIsToldOf) {
  CapturedMessages messages;
  const Scene scene("<MechanicalObject template='Vec3d'/><AffineMass/>");
  EXPECT_GT(messages.errors(), 0u);
}

}  // namespace
}  // namespace sofa::tests
