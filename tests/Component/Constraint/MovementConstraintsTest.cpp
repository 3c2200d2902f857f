// SPDX-License-Identifier: Apache-2.0
// Projective constraints that move points to goals, along curves or about places, or let them slide.
#include <cmath>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"

namespace sofa::tests {
namespace {

using type::Quat;
using type::Rigid3Types;
using type::Vec3;
using type::Vec3Types;
using type::Vec6;

/// A scene whose solver moves nothing by itself, in steps of a quarter.
Scene moved(const std::string& state, const std::string& constraint) {
  return Scene("<EulerExplicitSolver/>" + state + "<UniformMass totalMass='1'/>" + constraint,
               "dt='.25' gravity='0 0 0'");
}
const std::string movedPoint = "<MechanicalObject position='1 2 3' velocity='1 1 1'/>";
const std::string movedBody = "<MechanicalObject template='Rigid3' position='1 2 3 0 0 0 1'/>";

Vec3 filtered(const Scene& scene) {
  auto& state = scene.state<Vec3Types>();
  state.writeDerivs(core::vec::dx).assign(state.size(), Vec3(7, 7, 7));
  scene.first<core::BaseProjectiveConstraint>().filterResponse({}, core::vec::dx);
  return state.derivs(core::vec::dx)[0];
}
Vec3 place(const Scene& scene) { return scene.state<Vec3Types>().positions()[0]; }
Vec3 speed(const Scene& scene) { return scene.state<Vec3Types>().velocities()[0]; }

TEST(AffineMovementProjectiveConstraint, ReachesItsGoalAtConstantSpeed) {
  const Scene scene = moved(movedPoint,
                            "<AffineMovementProjectiveConstraint indices='0' rotation='[0 -1 0,1 0 0,0 0 1]' "
                            "translation='0 0 2' beginConstraintTime='.25' endConstraintTime='1.25'/>");
  EXPECT_EQ(filtered(scene), Vec3(0, 0, 0));
  scene.step(2);
  EXPECT_TRUE(place(scene).isApprox(Vec3(1, 2, 3), 1e-14)) << "velocities are held, and constraints see the old time";
  EXPECT_EQ(speed(scene), Vec3(0, 0, 0));
  scene.step(2);  // at .75: half way to (-2, 1, 5)
  EXPECT_TRUE(place(scene).isApprox(Vec3(-.5, 1.5, 4), 1e-14)) << place(scene).transpose();
  scene.step(5);
  EXPECT_TRUE(place(scene).isApprox(Vec3(-2, 1, 5), 1e-14));
}

TEST(AffineMovementProjectiveConstraint, BodiesTurnAtTheEnd) {
  const Scene scene = moved(
      movedBody,
      "<AffineMovementProjectiveConstraint template='Rigid3' indices='0' endConstraintTime='.5' translation='0 0 1' "
      "quaternion='0 0 .7071067811865476 .7071067811865476'/>");
  const auto& x = scene.state<Rigid3Types>().positions()[0];
  scene.step(3);
  EXPECT_TRUE(x.center.isApprox(Vec3(-2, 1, 4), 1e-14));
  EXPECT_NEAR(x.orientation.w(), 1, 1e-14);
  scene.step(1);
  EXPECT_NEAR(x.orientation.z(), std::sqrt(.5), 1e-14);
}

TEST(RampedMovements, NeedTimeToMove) {
  for (const char* constraint : {"<AffineMovementProjectiveConstraint beginConstraintTime='2' endConstraintTime='1'/>",
                                 "<PatchTestMovementProjectiveConstraint cornerMovements='1 0 0'/>",
                                 "<HermiteSplineProjectiveConstraint BeginTime='1' EndTime='1'/>",
                                 "<ParabolicProjectiveConstraint EndTime='1'/>",
                                 "<ParabolicProjectiveConstraint EndTime='1' P2='2 1 0' P3='1 0 0'/>",
                                 "<DirectionProjectiveConstraint direction='0 0 0'/>"}) {
    const CapturedMessages messages;
    const Scene scene = moved(movedPoint, constraint);
    EXPECT_EQ(messages.errors(""), 1u) << constraint;
    EXPECT_FALSE(scene.first<core::BaseProjectiveConstraint>().isValid());
    scene.step(2);
    EXPECT_TRUE(place(scene).isApprox(Vec3(1.5, 2.5, 3.5), 1e-14)) << "it is free";
  }
}

TEST(PatchTestMovementProjectiveConstraint, InterpolatesBetweenTheCorners) {
  const std::string square = "<MechanicalObject position='.5 .25 0  0 0 0  2 0 0  2 1 0  0 1 0'/>";
  const Scene flat = moved(square,
                           "<PatchTestMovementProjectiveConstraint indices='0 3' endConstraintTime='.25' "
                           "cornerMovements='0 0 0  4 0 0  4 8 0  0 8 0'/>");
  flat.step(3);
  EXPECT_TRUE(place(flat).isApprox(Vec3(1.5, 2.25, 0), 1e-14)) << place(flat).transpose();
  EXPECT_TRUE(flat.state<Vec3Types>().positions()[3].isApprox(Vec3(6, 9, 0), 1e-14));
  EXPECT_EQ(flat.state<Vec3Types>().positions()[2], Vec3(2, 0, 0)) << "not listed";
  const Scene solid =
      moved("<MechanicalObject position='.5 .5 .25'/>",
            "<PatchTestMovementProjectiveConstraint indices='0' endConstraintTime='.25' "
            "cornerPoints='0 0 0 1 1 1' cornerMovements='0 0 0 0 0 0 0 0 0 0 0 0  4 0 0 4 0 0 4 0 0 4 0 0'/>");
  solid.step(3);
  EXPECT_TRUE(place(solid).isApprox(Vec3(1.5, .5, .25), 1e-14));
}

TEST(OscillatorProjectiveConstraint, Swings) {
  const Scene scene = moved(movedPoint, "<OscillatorProjectiveConstraint oscillators='0 1 1 1  2 0 0  3 .5'/>");
  scene.step(3);  // seen at .5
  EXPECT_NEAR(place(scene)[0], 1 + 2 * std::sin(2.), 1e-14);
  EXPECT_NEAR(speed(scene)[0], 6 * std::cos(2.), 1e-14);
  EXPECT_EQ(filtered(scene), Vec3(0, 0, 0));
  const Scene body = moved(movedBody,
                           "<OscillatorProjectiveConstraint template='Rigid3' "
                           "oscillators='0  1 1 1 0 0 0 1  0 2 0 0 0 .5  3 0'/>");
  body.step(2);
  const auto& x = body.state<Rigid3Types>().positions()[0];
  EXPECT_NEAR(x.center[1], 1 + 2 * std::sin(.75), 1e-14);
  EXPECT_NEAR(x.orientation.z(), std::sin(.25 * std::sin(.75)), 1e-14);
}

TEST(OscillatorProjectiveConstraint, PointsThatAreNotThereAreNamed) {
  const CapturedMessages messages;
  moved(movedPoint, "<OscillatorProjectiveConstraint oscillators='4 1 1 1  2 0 0  3 .5'/>").step(1);
  moved(movedPoint, "<OscillatorProjectiveConstraint/>");
  EXPECT_EQ(messages.warnings("point 4"), 1u);
  EXPECT_EQ(messages.warnings("nothing swings"), 1u);
}

TEST(DirectionProjectiveConstraint, PointsSlide) {
  const Scene scene = moved(movedPoint, "<DirectionProjectiveConstraint direction='0 0 2'/>");
  EXPECT_EQ(filtered(scene), Vec3(0, 0, 7));
  scene.step(2);
  EXPECT_TRUE(place(scene).isApprox(Vec3(1, 2, 3.5), 1e-14));
  EXPECT_EQ(speed(scene), Vec3(0, 0, 1));
}

TEST(FixedRotationProjectiveConstraint, HoldsTheTwistOfTheStart) {
  const std::string turning = "<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1' velocity='1 0 0 0 0 2'/>";
  const auto after = [&](const std::string& axes) {
    const Scene scene = moved(turning, "<FixedRotationProjectiveConstraint " + axes + "/>");
    scene.step(2);
    return scene.state<Rigid3Types>().positions()[0];
  };
  EXPECT_NEAR(after("FixedZRotation='1'").orientation.w(), 1, 1e-14);
  EXPECT_NEAR(after("FixedZRotation='1'").center[0], .5, 1e-14) << "bodies still move";
  EXPECT_NEAR(after("FixedXRotation='1' FixedYRotation='1'").orientation.z(), std::sin(.5), 1e-3);
  const Scene oblique = moved("<MechanicalObject template='Rigid3' position='0 0 0 .1 .2 .3 .9273618495495703'/>",
                              "<FixedRotationProjectiveConstraint FixedXRotation='1' FixedYRotation='1'/>");
  oblique.step(1);
  const auto kept = oblique.state<Rigid3Types>().positions()[0].orientation;
  EXPECT_TRUE(kept.vec().isApprox(Vec3(.1, .2, .3), 1e-12)) << kept.vec().transpose();
  const CapturedMessages messages;
  after("");
  EXPECT_EQ(messages.warnings("turn freely"), 1u);
}

TEST(HermiteSplineProjectiveConstraint, LeadsAlongTheCurve) {
  const Scene scene = moved(movedPoint,
                            "<HermiteSplineProjectiveConstraint indices='0' BeginTime='.25' EndTime='.75' X0='1 0 0' "
                            "X1='3 4 0' dX0='0 8 0' dX1='0 0 8'/>");
  EXPECT_EQ(filtered(scene), Vec3(7, 7, 7)) << "not yet";
  scene.step(2);
  EXPECT_TRUE(place(scene).isApprox(Vec3(1, 0, 0), 1e-14));
  EXPECT_EQ(filtered(scene), Vec3(0, 0, 0));
  scene.step(1);  // half way: s = 1/2
  EXPECT_TRUE(place(scene).isApprox(Vec3(2, 3, -1), 1e-14)) << place(scene).transpose();
  EXPECT_TRUE(speed(scene).isApprox(Vec3(3, 4, -2), 1e-14)) << speed(scene).transpose();
  scene.step(3);
  EXPECT_EQ(filtered(scene), Vec3(7, 7, 7)) << "free again";
}

TEST(ParabolicProjectiveConstraint, LeadsAlongTheCurve) {
  const Scene scene =
      moved(movedPoint, "<ParabolicProjectiveConstraint indices='0' EndTime='1' P1='1 0 0' P2='2 3 0' P3='5 0 0'/>");
  scene.step(3);  // y = 3 at x = 1 of 4 from P1: y = x (4 - x), seen at x = 2
  EXPECT_TRUE(place(scene).isApprox(Vec3(3, 4, 0), 1e-14)) << place(scene).transpose();
  EXPECT_TRUE(speed(scene).isApprox(Vec3(4, -4, 0), 1e-13)) << speed(scene).transpose();
}

TEST(ParabolicProjectiveConstraint, GivesAVelocityToItsFirstPointOnly) {
  const Scene scene = moved("<MechanicalObject position='1 2 3 4 5 6' velocity='1 1 1 1 1 1'/>",
                            "<ParabolicProjectiveConstraint indices='1 0' EndTime='1' P2='1 1 0' P3='2 0 0'/>");
  scene.step(2);
  EXPECT_NEAR(scene.state<Vec3Types>().velocities()[1][0], 2, 1e-13);
  EXPECT_EQ(speed(scene), Vec3(0, 0, 0));
  EXPECT_EQ(place(scene), scene.state<Vec3Types>().positions()[1]);
}

TEST(PositionBasedDynamicsProjectiveConstraint, PullsToTargetsAndTakesVelocitiesFromIt) {
  const Scene scene = moved(movedPoint, "<PositionBasedDynamicsProjectiveConstraint stiffness='.5' position='9 2 3'/>");
  EXPECT_TRUE(place(scene).isApprox(Vec3(5, 2, 3), 1e-14)) << "once at initialisation";
  EXPECT_EQ(filtered(scene), Vec3(7, 7, 7));
  const Vec3 before = place(scene), flown = before + .25 * speed(scene);
  scene.step(1);
  EXPECT_TRUE(place(scene).isApprox((flown + Vec3(9, 2, 3)) / 2, 1e-14));
  EXPECT_TRUE(speed(scene).isApprox((place(scene) - before) / .25, 1e-14));
  const CapturedMessages messages;
  moved(movedPoint, "<PositionBasedDynamicsProjectiveConstraint stiffness='2' position='9 2 3 0 0 0'/>");
  EXPECT_EQ(messages.warnings("stiffness is 2"), 1u);
  EXPECT_EQ(messages.warnings("2 targets for 1 points"), 1u);
}

TEST(PartialLinearMovementProjectiveConstraint, MovesOnlySomeDirections) {
  const Scene scene = moved(movedPoint,
                            "<PartialLinearMovementProjectiveConstraint indices='0' keyTimes='0 1' "
                            "movements='0 0 0  4 4 4' movedDirections='1 0 1'/>");
  EXPECT_EQ(filtered(scene), Vec3(0, 7, 0));
  scene.step(3);  // constraints see the time .5; as in SOFA the velocity is prescribed in the free direction too
  EXPECT_TRUE(place(scene).isApprox(Vec3(3, 5, 5), 1e-14)) << place(scene).transpose();
  EXPECT_EQ(speed(scene), Vec3(4, 4, 4));
  scene.step(4);  // the last key is over: all of it goes on as it was
  EXPECT_EQ(filtered(scene), Vec3(7, 7, 7));
}

TEST(PartialLinearMovementProjectiveConstraint, BodiesTurnOnlyIfTheyAreTold) {
  const auto after = [](const std::string& directions, const std::string& movement) {
    const Scene scene = moved(movedBody,
                              "<PartialLinearMovementProjectiveConstraint template='Rigid3' indices='0' keyTimes='0 1' "
                              "movements='0 0 0 0 0 0  " +
                                  movement + "' movedDirections='" + directions + "'/>");
    scene.step(3);
    return scene.state<Rigid3Types>().positions()[0];
  };
  const auto shifted = after("0 1 0 0 0 0", "0 4 0 0 0 0");
  EXPECT_TRUE(shifted.center.isApprox(Vec3(1, 4, 3), 1e-14)) << "half of the movement";
  EXPECT_NEAR(shifted.orientation.w(), 1, 1e-14);
  const auto turned = after("0 0 0 0 0 1", "0 0 0 0 0 1");
  EXPECT_TRUE(turned.center.isApprox(Vec3(1, 2, 3), 1e-14));
  EXPECT_NEAR(turned.orientation.z(), std::sin(.25), 1e-14);
}

}  // namespace
}  // namespace sofa::tests
