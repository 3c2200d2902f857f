// SPDX-License-Identifier: Apache-2.0
// Contacts do not depend on the unit of lengths: a scene whose lengths are multiplied by a power of two moves by the
// same digits.
#include <cmath>
#include <functional>

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::component::constraintlagrangian {
namespace {

std::string scaled(std::initializer_list<double> values, double by) {
  std::string text;
  for (const double value : values) text += fmt::format("{} ", value * by);
  return text;
}

/// Positions after some steps, in the scene's own unit.
std::vector<double> run(const std::string& method, const std::string& body, double by) {
  const tests::CapturedMessages quiet;
  const std::string x = scaled({-2, 0, -2, -2, 0, 2, 2, 0, 2, 2, 0, -2}, by);
  std::string text =
      "<Node name='root' dt='0.01' gravity='" + scaled({0.5, -9.81, 0.25}, by) +
      "'><FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver maxIterations='200' tolerance='" +
      fmt::format("{}", by * std::ldexp(1, -40)) + "'/><CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><" +
      method + " alarmDistance='" + scaled({0.25}, by) + "' contactDistance='" + scaled({0.03125}, by) +
      "'/><CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.2'/><Node name='floor'>"
      "<MeshTopology position='" +
      x +
      "' triangles='0 1 2 0 2 3' edges='0 1 1 2 2 3 3 0 0 2'/><MechanicalObject/><TriangleCollisionModel "
      "simulated='0' moving='0'/><LineCollisionModel simulated='0' moving='0'/><PointCollisionModel simulated='0' "
      "moving='0'/></Node><Node name='body'><EulerImplicitSolver/><SparseLDLSolver/>" +
      body + "</Node></Node>";
  auto root = simulation::readSceneText(text);
  if (!root) return {};
  simulation::initRoot(*root);
  for (int i = 0; i < 40; ++i) simulation::animate(*root);
  const auto& state = *core::localMechanicalState(*root->children().at(1));
  const auto values = state.hostRead(core::vec::position);
  std::vector<double> result(values.begin(), values.end());
  const std::size_t width = result.size() % 7 == 0 ? 7 : 3;
  for (std::size_t i = 0; i < result.size(); ++i)
    if (i % width < 3) result[i] /= by;
  return result;
}

void compare(const std::string& method, const std::function<std::string(double)>& body) {
  const auto expected = run(method, body(1), 1);
  ASSERT_FALSE(expected.empty());
  for (const int exponent : {-20, -10, -3, 4, 12}) {
    const double by = std::ldexp(1, exponent);
    EXPECT_EQ(run(method, body(by), by), expected) << method << " by 2^" << exponent;
  }
}

const std::string methods[] = {"NewProximityIntersection", "MinProximityIntersection", "LocalMinDistance"};

TEST(ContactScale, spheresOnTriangles) {
  for (const auto& method : methods)
    compare(method, [](double by) {
      return "<MechanicalObject position='" + scaled({0.06, 0.55, 0.02, -1.1, 0.54, 0.3}, by) +
             "'/><UniformMass vertexMass='1'/><UncoupledConstraintCorrection defaultCompliance='1'/>"
             "<SphereCollisionModel radius='" +
             scaled({0.5}, by) + "'/>";
    });
}

TEST(ContactScale, tetrahedraOnTriangles) {
  for (const auto& method : methods)
    compare(method, [](double by) {
      const std::string x = scaled({-0.5, 0.05, -0.4, 0.6, 0.06, -0.5, 0, 0.05, 0.7, 0.05, 1, 0.02}, by);
      return "<MeshTopology position='" + x +
             "' triangles='0 1 2  0 3 1  1 3 2  2 3 0' edges='0 1 1 2 2 0 0 3 1 3 2 3'/>"
             "<MechanicalObject position='" +
             x +
             "'/><UniformMass vertexMass='1'/><UncoupledConstraintCorrection defaultCompliance='1'/>"
             "<TriangleCollisionModel/><LineCollisionModel/><PointCollisionModel/>";
    });
}

TEST(ContactScale, contactsCloserThanATenthOfAMillimetreAreNotOne) {
  const auto y = run("NewProximityIntersection",
                     "<MechanicalObject position='" + scaled({0.06, 0.55, 0.02, -1.1, 0.54, 0.3}, 1e-6) +
                         "'/><UniformMass vertexMass='1'/><UncoupledConstraintCorrection defaultCompliance='1'/>"
                         "<SphereCollisionModel radius='5e-7'/>",
                     1e-6);
  ASSERT_EQ(y.size(), 6u);
  EXPECT_NEAR(y[1], 0.53125, 1e-3);
  EXPECT_NEAR(y[4], 0.53125, 1e-3);
}

}  // namespace
}  // namespace sofa::component::constraintlagrangian
