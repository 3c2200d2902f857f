// SPDX-License-Identifier: Apache-2.0
// Newton steps on the laws of constraints, in scenes of stacks and slopes.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/ConstraintLagrangian/NewtonConstraintSolver.h"
#include "Sofa/Core/Contract/State.h"

using namespace sofa;
using namespace sofa::component::constraintlagrangian;

namespace {

/// Cubes of side 1, one above another, kept 0.01 apart, on a floor.
std::string tower(const std::string& solver, const std::vector<double>& masses,
                  const std::string& intersection = "MinProximityIntersection") {
  const std::string corners = "-.5 -.5 -.5 .5 -.5 -.5 .5 .5 -.5 -.5 .5 -.5 -.5 -.5 .5 .5 -.5 .5 .5 .5 .5 -.5 .5 .5";
  const std::string faces = "0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 3 7 6 3 6 2 0 4 7 0 7 3 1 2 6 1 6 5";
  std::string text = solver + "<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><" + intersection +
                     " alarmDistance='0.05' contactDistance='0.01'/>"
                     "<CollisionResponse response='FrictionContactConstraint' responseParams='mu=0.6'/>"
                     "<Node name='floor'><MeshTopology position='-20 0 -20 20 0 -20 0 0 30' triangles='0 2 1'/>"
                     "<MechanicalObject/><TriangleCollisionModel moving='0' simulated='0'/></Node>";
  for (std::size_t i = 0; i < masses.size(); ++i)
    text += fmt::format(
        "<Node name='cube{}'><EulerImplicitSolver/><CGLinearSolver iterations='10' tolerance='1e-15' "
        "threshold='1e-30'/><MechanicalObject name='state' template='Rigid3d' position='0 {} 0 0 0 0 1'/>"
        "<UniformMass vertexMass='{} 1 0.16667 0 0 0 0.16667 0 0 0 0.16667'/><UncoupledConstraintCorrection/>"
        "<Node><MeshTopology position='{}' triangles='{}'/><MechanicalObject/><TriangleCollisionModel/>"
        "<PointCollisionModel/><RigidMapping/></Node></Node>",
        i, 0.51 + 1.01 * static_cast<double>(i), masses[i], corners, faces);
  return text;
}

/// A scene under a FreeMotionAnimationLoop.
std::shared_ptr<simulation::Node> freeMotion(const std::string& content, const std::string& attributes) {
  auto root = simulation::readSceneText("<Node " + attributes + "><FreeMotionAnimationLoop/>" + content + "</Node>");
  simulation::initRoot(*root);
  return root;
}
void step(simulation::Node& root, int count) {
  for (int i = 0; i < count; ++i) simulation::animate(root);
}

template <class Id>
Eigen::VectorXd numbers(const simulation::Node& cube, Id id) {
  const auto v = core::localMechanicalState(cube)->hostRead(id);
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

const std::string newton = "<NewtonConstraintSolver maxIterations='50' tolerance='1e-9'/>";
const std::string straight = "dt='0.01' gravity='0 -9.81 0'";

/// The largest distance of a cube from where it began, after so many steps.
double drift(const std::string& solver, const std::vector<double>& masses, int steps,
             const std::string& intersection = "MinProximityIntersection") {
  const auto root = freeMotion(tower(solver, masses, intersection), straight);
  std::vector<Eigen::VectorXd> starts;
  const auto cubes = std::span(root->children()).subspan(1);
  for (const auto& cube : cubes) starts.push_back(numbers(*cube, core::vec::position));
  step(*root, steps);
  double far = 0;
  for (std::size_t i = 0; i < starts.size(); ++i)
    far = std::max(far, (numbers(*cubes[i], core::vec::position) - starts[i]).norm());
  return far;
}

TEST(NewtonConstraintSolver, aTowerOfTwentyCubesStands) {
  // The heaviest on top, a hundred times the mass of the lowest.
  std::vector<double> masses;
  for (int i = 0; i < 20; ++i) masses.push_back(std::pow(100, i / 19.0));
  EXPECT_LT(drift(newton, masses, 10), 1e-7);
  // Sweeps alone do not get there.
  EXPECT_GT(drift("<BlockGaussSeidelConstraintSolver maxIterations='100' tolerance='1e-9'/>", masses, 10), 1e-5);
}

TEST(NewtonConstraintSolver, aTowerStandsOnContactsThatAreThereSeveralTimes) {
  // Corners meet corners, sides and triangles of all models: every contact is there many times, with the same normal.
  EXPECT_LT(drift(newton, {1, 3, 10, 30, 100}, 100, "NewProximityIntersection"), 1e-7);
}

TEST(NewtonConstraintSolver, heavyAndLightCubesInTurnStand) {
  EXPECT_LT(drift(newton, {100, 1, 100, 1, 100}, 100), 1e-7);
}

/// The velocity of a cube on a slope of so many degrees, after a second.
Eigen::VectorXd velocityOnSlope(double degrees, double mu) {
  const double a = degrees * M_PI / 180;
  std::string text = tower(newton, {3});
  text.replace(text.find("mu=0.6"), 6, fmt::format("mu={}", mu));
  const auto root =
      freeMotion(text, fmt::format("dt='0.01' gravity='{} {} 0'", 9.81 * std::sin(a), -9.81 * std::cos(a)));
  step(*root, 50);
  return numbers(*root->children()[1], core::vec::velocity);
}

TEST(NewtonConstraintSolver, aBlockSlidesAboveTheAngleOfFriction) {
  const double mu = 0.6, angle = std::atan(mu) * 180 / M_PI;
  EXPECT_LT(velocityOnSlope(angle - 0.1, mu).norm(), 1e-7);
  for (const double degrees : {angle + 0.1, 35.0, 40.0}) {
    const double a = degrees * M_PI / 180, expected = 9.81 * (std::sin(a) - mu * std::cos(a));
    const auto v = velocityOnSlope(degrees, mu);
    EXPECT_NEAR(v[0] / 0.5, expected, 1e-6) << degrees;
    EXPECT_LT(v.tail(5).norm(), 1e-6) << degrees;
  }
}

TEST(NewtonConstraintSolver, redundantRowsShareTheForce) {
  // Two constraints hold one point twice.
  const auto root = freeMotion(
      "<NewtonConstraintSolver name='solver' maxIterations='20' tolerance='1e-12' "
      "computeConstraintForces='1'/><Node><EulerImplicitSolver/><CGLinearSolver iterations='9' tolerance='1e-15' "
      "threshold='1e-30'/><MechanicalObject position='0 0 0'/><UniformMass totalMass='2'/>"
      "<UncoupledConstraintCorrection/><FixedLagrangianConstraint indices='0'/><FixedLagrangianConstraint indices='0'/>"
      "</Node>",
      "dt='0.1' gravity='0 -10 0'");
  step(*root, 1);
  const auto& solver = *root->down<NewtonConstraintSolver>();
  const auto& forces = solver.d_constraintForces.value();
  ASSERT_EQ(forces.size(), 6u);
  EXPECT_NEAR(forces[1], forces[4], 1e-6 * std::abs(forces[1]));  // the ridge of 1e-9 against rounding
  EXPECT_GT(std::abs(forces[1]), 0.1);
  EXPECT_LT(solver.d_currentError.value(), 1e-12);
  EXPECT_LE(solver.d_newtonSteps.value(), 2);
}

TEST(NewtonConstraintSolver, settingsThatMakeNoSenseAreErrors) {
  const tests::CapturedMessages messages;
  const tests::Scene scene("<NewtonConstraintSolver maxIterations='9' tolerance='1e-9' sweeps='0'/>");
  EXPECT_EQ(messages.count(helper::Severity::Error, "sweeps=\"0\""), 1u);
  EXPECT_FALSE(scene.first<NewtonConstraintSolver>().isValid());
}

}  // namespace
