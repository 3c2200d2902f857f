// SPDX-License-Identifier: Apache-2.0
// Springs that depend on the places and velocities of two points alone.
#include <numbers>

#include "Sofa/Component/SolidMechanics/FrameSpringForceField.h"
#include "Sofa/Component/SolidMechanics/GearSpringForceField.h"
#include "Sofa/Component/SolidMechanics/JointSpringForceField.h"
#include "Sofa/Component/SolidMechanics/PolynomialSpringsForceField.h"
#include "Sofa/Component/SolidMechanics/VectorSpringForceField.h"
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::solidmechanics {
namespace {

using test::expectNear;
using test::ForceScene;

const double half = std::sqrt(.5);  ///< sine of an eighth of a turn

/// Two bodies, the second with the given place and orientation.
std::string twoFrames(const std::string& second, const std::string& attributes = "") {
  return "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1 " + second + "' " + attributes + "/>";
}
std::string quarterTurn(int axis) {
  std::string text = "0 0 0 ";
  for (int k = 0; k < 3; ++k) text += (k == axis ? std::to_string(half) : "0") + " ";
  return text + std::to_string(half);
}

std::size_t errorsNow() { return helper::errorCount(helper::messageCounts()); }

TEST(AngularSpringForceField, turnsTowardsTheOneBefore) {
  const ForceScene scene(twoFrames(quarterTurn(2)) +
                         "<AngularSpringForceField indices='0 1' angularStiffness='3 10'/>");
  const double torque = -5 * std::numbers::pi;
  expectNear(scene.forces(), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, torque}, 1e-4);
  scene.linearise();
  const std::vector<double> dx(12, 1.0);  // the first of the list has a stiffness too
  expectNear(scene.product(dx, 1, 0), {0, 0, 0, -3, -3, -3, 0, 0, 0, -10, -10, -10});
  for (const char* indices : {"0 7", "1 0"}) {
    const ForceScene wrong(twoFrames(quarterTurn(2)) + "<AngularSpringForceField indices='" + indices + "'/>");
    EXPECT_EQ(wrong.errors, 1u) << indices;
    expectNear(wrong.forces(), std::vector<double>(12, 0.0));
  }
}

TEST(JointSpringForceField, freeAxesAreSoft) {
  const ForceScene scene(
      twoFrames("1 2 3 0 0 0 1") +
      "<JointSpringForceField spring='BEGIN_SPRING 0 1 FREE_AXIS 1 0 1 0 0 0 KS_T 2 10 END_SPRING'/>");
  expectNear(scene.forces(), {2, 20, 6, 0, 0, 0, -2, -20, -6, 0, 0, 0});
  checkPurity(scene);
}

TEST(JointSpringForceField, anglesWithoutFreeAxisAreHard) {
  const ForceScene scene(
      twoFrames(quarterTurn(1)) +
      "<JointSpringForceField spring='BEGIN_SPRING 0 1 FREE_AXIS 0 0 0 0 0 0 KS_R 1 4 END_SPRING'/>");
  const double torque = 2 * std::numbers::pi;
  expectNear(scene.forces(), {0, 0, 0, 0, torque, 0, 0, 0, 0, 0, -torque, 0}, 1e-4);
}

TEST(JointSpringForceField, limitsTurnBack) {
  const ForceScene scene(
      twoFrames(quarterTurn(0)) +
      "<JointSpringForceField spring='BEGIN_SPRING 0 1 KS_R 1 4 KS_B 6 R_LIM_X -.1 .5 END_SPRING'/>");
  const double torque = 6 * (std::numbers::pi / 2 - .5);
  expectNear(scene.forces(), {0, 0, 0, torque, 0, 0, 0, 0, 0, -torque, 0, 0}, 1e-4);
}

TEST(JointSpringForceField, restIsWhereItStandsIfAsked) {
  const ForceScene scene(
      twoFrames("1 2 3 0 0 0 1") +
      "<JointSpringForceField spring='BEGIN_SPRING 0 1 FREE_AXIS 0 0 0 0 0 0 REST_T 0 0 0 END_SPRING'/>");
  expectNear(scene.forces(), std::vector<double>(12, 0.0));
}

TEST(JointSpringForceField, aListTakesStiffnessOverAndIsWrittenBack) {
  const ForceScene scene(twoFrames("1 0 0 0 0 0 1") +
                         "<JointSpringForceField spring='BEGIN_SPRING 0 1 KS_T 2 3 KD 4 R_LIM_Y -1 1 END_SPRING "
                         "BEGIN_SPRING 1 0 KS_R 5 6 END_SPRING'/>");
  auto& data = dynamic_cast<JointSpringForceField&>(*scene.force).d_spring;
  const auto& second = data.value()[1];
  EXPECT_EQ(second.translation, (std::array<double, 2>{2, 3}));
  EXPECT_EQ(second.damping, 4);
  EXPECT_EQ(second.limits[1][1], JointSpring::noLimit);
  const std::string text = data.text();
  ASSERT_TRUE(data.read(text)) << text;
  EXPECT_EQ(data.text(), text);
}

TEST(JointSpringForceField, misspeltJointsAreRefused) {
  for (const char* text : {"BEGIN_SPRING 0 1 KS_X 2 3 END_SPRING", "BEGIN_SPRING 0 END_SPRING", "0 1 2",
                           "BEGIN_SPRING 0 1 KS_T 2 END_SPRING", "BEGIN_SPRING 0 1 KS_T 2 3"}) {
    const ForceScene scene(twoFrames("1 0 0 0 0 0 1") + "<JointSpringForceField spring='" + text + "'/>");
    EXPECT_GE(scene.errors + scene.warnings, 1u) << text;
  }
}

TEST(RelativeSprings, missingPointsAreToldOnce) {
  const ForceScene scene(twoFrames("1 0 0 0 0 0 1") +
                         "<JointSpringForceField spring='BEGIN_SPRING 0 7 END_SPRING BEGIN_SPRING 9 0 END_SPRING "
                         "BEGIN_SPRING 0 1 FREE_AXIS 1 1 1 1 1 1 KS_T 5 5 END_SPRING'/>");
  const auto before = errorsNow();
  expectNear(scene.forces(), {5, 0, 0, 0, 0, 0, -5, 0, 0, 0, 0, 0});
  scene.forces();
  EXPECT_EQ(errorsNow(), before + 1);
}

const std::string twoPoints = "<MechanicalObject position='0 0 0  3 0 0'/>";

TEST(PolynomialSpringsForceField, forceIsAPolynomialOfTheStrain) {
  // Strain 1/2 of a length of 2: 10/2 + 4/4.
  const std::string body =
      "<PolynomialSpringsForceField firstObjectPoints='0' secondObjectPoints='1' "
      "polynomialStiffness='10 4' polynomialDegree='2' computeZeroLength='0' zeroLength='2'/>";
  const ForceScene scene(twoPoints + body);
  expectNear(scene.forces(), {6, 0, 0, -6, 0, 0});
  checkTangent(scene, 1e-6);
  checkEnergy(scene, 1e-6);
}

TEST(PolynomialSpringsForceField, shortSpringsPushIfCompressible) {
  const std::string body =
      "<PolynomialSpringsForceField firstObjectPoints='0' secondObjectPoints='1' "
      "polynomialStiffness='10' polynomialDegree='1' computeZeroLength='0' zeroLength='6'";
  expectNear(ForceScene(twoPoints + body + "/>").forces(), std::vector<double>(6, 0.0));
  expectNear(ForceScene(twoPoints + body + " compressible='1'/>").forces(), {-5, 0, 0, 5, 0, 0});
}

TEST(PolynomialSpringsForceField, restIsWhereItStandsByDefault) {
  const ForceScene scene(twoPoints + "<PolynomialSpringsForceField firstObjectPoints='0' secondObjectPoints='1'/>");
  expectNear(scene.forces(), std::vector<double>(6, 0.0));
}

TEST(PolynomialSpringsForceField, listsThatDoNotFitAreErrors) {
  for (const char* attributes :
       {"firstObjectPoints='0 1' secondObjectPoints='1'",
        "firstObjectPoints='0' secondObjectPoints='1' polynomialDegree='3' polynomialStiffness='1 2'",
        "firstObjectPoints='0 1' secondObjectPoints='1 0' polynomialDegree='1 1 1' polynomialStiffness='1 2 3'",
        "firstObjectPoints='0' secondObjectPoints='0'"}) {
    const ForceScene scene(twoPoints + "<PolynomialSpringsForceField " + attributes + "/>");
    const auto before = errorsNow();
    expectNear(scene.forces(), std::vector<double>(6, 0.0));
    EXPECT_EQ(errorsNow(), before + 1) << attributes;
  }
}

TEST(PolynomialRestShapeSpringsForceField, pullsBackByAPolynomialOfTheDistance) {
  // s = 3 / 2; w all but vanishes: 10 s + 4 s^2.
  const std::string body =
      "<MechanicalObject position='3 0 0 1 1 1' rest_position='0 0 0 1 1 1'/>"
      "<PolynomialRestShapeSpringsForceField polynomialStiffness='10 4' polynomialDegree='2' ";
  const ForceScene scene(body + "initialLength='2' smoothShift='-90'/>");
  expectNear(scene.forces(), {-24, 0, 0, 0, 0, 0});
  scene.linearise();
  const std::vector<double> dx{1, 1, 0, 1, 0, 0};
  expectNear(scene.product(dx, 1, 0), {-11, -8, 0, 0, 0, 0}, 1e-9);                  // flat at the target while w > 0
  const ForceScene smooth(body + "points='0' initialLength='2' smoothScale='0'/>");  // w = 1
  EXPECT_NEAR(smooth.forces()[0], -24 * 3 / std::sqrt(10.), 1e-12);
  smooth.linearise();  // with r = sqrt(10) for the distance: -P / r across
  const double secant = 24 / std::sqrt(10.);
  expectNear(smooth.product(dx, 1, 0), {-(.9 * 11 + .1 * secant), -secant, 0, 0, 0, 0}, 1e-9);
}

TEST(PolynomialRestShapeSpringsForceField, whatDoesNotFitIsAnError) {
  for (const char* attributes : {"points='0' external_points='0 1'", "points='7'", "initialLength='0'",
                                 "polynomialDegree='2' polynomialStiffness='1'", "external_rest_shape='@nothing'"}) {
    const ForceScene scene(twoPoints + "<PolynomialRestShapeSpringsForceField " + attributes + "/>");
    EXPECT_GE(scene.errors, 1u) << attributes;
    expectNear(scene.forces(), std::vector<double>(6, 0.0));
  }
}

TEST(VectorSpringForceField, restVectorAndDamping) {
  const ForceScene scene(
      "<MechanicalObject position='0 0 0  3 1 0' velocity='0 0 0  0 0 1'/>"
      "<MeshTopology edges='0 1'/>"
      "<VectorSpringForceField useTopology='1' springs='10 2 2 0 0'/>");
  expectNear(scene.forces(), {10, 10, 2, -10, -10, -2});
  checkTangent(scene, 1e-7);
}

TEST(VectorSpringForceField, edgesAreAtRestAsTheyStand) {
  const ForceScene scene(
      "<MechanicalObject position='0 0 0  3 1 0'/><MeshTopology edges='0 1'/>"
      "<VectorSpringForceField useTopology='1' stiffness='10'/>");
  expectNear(scene.forces(), std::vector<double>(6, 0.0));
  checkEnergy(scene, 1e-7);
  const ForceScene none(twoPoints + "<VectorSpringForceField useTopology='1'/>");
  EXPECT_EQ(none.errors, 1u);
}

TEST(VectorSpringForceField, withoutEdgesEqualNumbersAreJoined) {
  const ForceScene scene(
      "<Node name='a'><MechanicalObject name='x' position='0 0 0'/></Node>"
      "<Node name='b'><MechanicalObject name='x' position='1 2 0  5 5 5'/></Node>"
      "<VectorSpringForceField object1='@a/x' object2='@b/x' stiffness='10'/>");
  auto* second = scene.force->states()[1];
  second->allocate(core::vec::force);
  expectNear(scene.forces(), {10, 20, 0});
}

std::string frameSpring(const std::string& keywords) {
  return "<FrameSpringForceField spring='BEGIN_SPRING 0 1 " + keywords + " END_SPRING'/>";
}

TEST(FrameSpringForceField, pullsItsAnchors) {
  const ForceScene scene(twoFrames("2 0 0 0 0 0 1") + frameSpring("KS_T 3 VEC1 0 1 0"));
  expectNear(scene.forces(), {6, -3, 0, 0, 0, -6, -6, 3, 0, 0, 0, 0});
  checkPurity(scene);
}

TEST(FrameSpringForceField, turnsBodiesTheSameWay) {
  const ForceScene scene(twoFrames(quarterTurn(2)) + frameSpring("KS_R 4"));
  const double torque = 2 * std::numbers::pi;
  expectNear(scene.forces(), {0, 0, 0, 0, 0, torque, 0, 0, 0, 0, 0, -torque}, 1e-4);
}

// As in SOFA, whose trajectories have it so.
TEST(FrameSpringForceField, dampingTorquesHaveOneSignAndProductsNoFactor) {
  const ForceScene scene(twoFrames("0 0 0 0 0 0 1", "velocity='0 0 0 0 0 0  1 0 0 0 0 2'") +
                         frameSpring("KD .5 KS_T 3 KS_R 4"));
  expectNear(scene.forces(), {.5, 0, 0, 0, 0, 1, -.5, 0, 0, 0, 0, 1});
  EXPECT_EQ(scene.warnings, 1u) << "it is told";
  scene.linearise();
  std::vector<double> dx(12, 0.0);
  dx[0] = dx[5] = 1;
  for (const double factor : {1., .01})
    expectNear(scene.product(dx, factor, 0), {-3, 0, 0, 0, 0, -4, 3, 0, 0, 0, 0, 4});
}

/// A parent and two wheels in its place, each turned about z by half of the angle whose cosine and sine are given.
std::string wheels(double turn1, double turn2, const std::string& keywords) {
  const auto turned = [](double angle) {
    return fmt::format("0 0 0 0 0 {:.17g} {:.17g} ", std::sin(angle / 2), std::cos(angle / 2));
  };
  return "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1 " + turned(turn1) + turned(turn2) +
         "'/><GearSpringForceField spring='BEGIN_SPRING 0 1 0 2 AXIS 2 2 KD 0 KS_T 7 " + keywords + " END_SPRING'/>";
}

TEST(GearSpringForceField, couplesTheTurnsOfItsWheels) {
  const ForceScene scene(wheels(.3, -.1, "KS_R 5 9 RATIO 2"));
  const double torque = -5 * (2 * .3 - .1);
  std::vector<double> expected(18, 0.0);
  expected[11] = torque;
  expected[17] = torque / 2;
  expectNear(scene.forces(), expected);
  checkPurity(scene);
  const ForceScene balanced(wheels(.3, -.6, "KS_R 5 9 RATIO 2"));
  expectNear(balanced.forces(), std::vector<double>(18, 0.0));
}

TEST(GearSpringForceField, countsWholeTurnsFromStepToStep) {
  const ForceScene scene(wheels(3, 0, "KS_R 5 9"));
  auto& state = scene.state();
  std::vector<double> dx(18, 0.0);
  dx[11] = .4;  // past half of a turn
  state.hostIntegrate(core::vec::position, core::vec::position, dx, 1);
  EXPECT_NEAR(scene.forces()[11], -5 * 3.4, 1e-9);
  for (int step = 0; step < 10; ++step) {
    scene.force->beginStep({});
    state.hostIntegrate(core::vec::position, core::vec::position, dx, 1);
  }
  EXPECT_NEAR(scene.forces()[11], -5 * 7.4, 1e-9);
}

TEST(GearSpringForceField, pivotsHoldTheWheels) {
  const ForceScene scene(
      "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1  1 2 3 0 0 0 1' "
      "velocity='0 0 0 0 0 0  0 0 0 0 1 0'/><GearSpringForceField spring='BEGIN_SPRING 0 1 0 1 KS_T 2 KS_R 0 3 KD .5 "
      "END_SPRING'/>");
  // Twice, since both wheels are the same body.
  expectNear(scene.forces(), {4, 8, 12, 0, 1, 0, -4, -8, -12, 0, -1, 0});
  const ForceScene own(
      "<MechanicalObject template='Rigid3' position='5 6 7 0 0 0 1'/><GearSpringForceField "
      "spring='BEGIN_SPRING 0 0 0 0 KS_T 2 END_SPRING'/>");
  std::vector<double> dx{1, 0, 0, 0, 0, 0};
  own.state().hostIntegrate(core::vec::position, core::vec::position, dx, 1);
  expectNear(own.forces(), {-4, 0, 0, 0, 0, 0});
}

TEST(GearSpringForceField, gearsThatCannotBeAreLeftOut) {
  const std::string body = "<MechanicalObject template='Rigid3'/>";
  for (const char* text : {"0 3 0 0", "0 0 0 0 AXIS 3 0", "0 0 0 0 RATIO 0"}) {
    const ForceScene scene(body + "<GearSpringForceField spring='BEGIN_SPRING " + text + " END_SPRING'/>");
    EXPECT_EQ(scene.errors, 1u) << text;
    expectNear(scene.forces(), std::vector<double>(6, 0.0));
  }
}

}  // namespace
}  // namespace sofa::component::solidmechanics
