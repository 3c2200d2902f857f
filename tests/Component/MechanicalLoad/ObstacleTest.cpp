// SPDX-License-Identifier: Apache-2.0
// Shapes that push points out or keep them in, and loads that follow time or turn.
#include "Sofa/Testing/ForceFieldCheck.h"

namespace sofa::component::mechanicalload {
namespace {

using test::checkEnergy;
using test::checkTangent;
using test::expectNear;
using test::ForceScene;

TEST(SphereForceField, pushesPointsOut) {
  const ForceScene scene(R"(<MechanicalObject position=".9 0 0  0 1.1 0" velocity="0 1 0  0 0 0"/>
                            <SphereForceField damping="10"/>)");
  expectNear(scene.forces(), {50, -1, 0, 0, 0, 0}, 1e-11);
  EXPECT_NEAR(*scene.force->potentialEnergy({}), 2.5, 1e-12);
}

TEST(SphereForceField, tangentAndEnergy) {
  const ForceScene scene(
      R"(<MechanicalObject position=".3 .2 .1  1.5 .2 0"/><SphereForceField center=".1 0 .2" bilateral="1"/>)");
  checkTangent(scene, 1e-5);
  checkEnergy(scene, 1e-5);
}

TEST(SphereForceField, rangeAndCentre) {
  const ForceScene scene(R"(<MechanicalObject position=".5 0 0  .5 0 0  0 0 0"/><SphereForceField localRange="1 2"/>)");
  expectNear(scene.forces(), {0, 0, 0, 250, 0, 0, 0, 0, 0});  // nothing says which way a point at the centre goes
  EXPECT_EQ(ForceScene("<MechanicalObject/><SphereForceField localRange='1 -1' radius='-2'/>").warnings, 2u);
}

TEST(EllipsoidForceField, pushesOutOrKeepsIn) {
  const std::string point = R"(<MechanicalObject position="1 0 0" velocity="0 2 0"/>)";
  // Half way to the surface: s = -1/2.
  expectNear(ForceScene(point + R"(<EllipsoidForceField vradius="2 1 1" stiffness="100" damping="3"/>)").forces(),
             {50, -3, 0});
  expectNear(ForceScene(point + R"(<EllipsoidForceField vradius="2 1 1" stiffness="-100"/>)").forces(), {0, 0, 0});
  expectNear(ForceScene(point + R"(<EllipsoidForceField vradius=".5 1 1" stiffness="-100" damping="0"/>)").forces(),
             {-100, 0, 0});
}

TEST(EllipsoidForceField, ofASphereHasNearlyTheTangentOfASphere) {
  // Where |g| is 1 the tangent is exact.
  const ForceScene scene(
      R"(<MechanicalObject position="1 0 0"/><EllipsoidForceField vradius="1 1 1" center=".0001 0 0"/>)");
  checkTangent(scene, .1);
}

TEST(EllipsoidForceField, needsRadii) {
  const ForceScene scene("<MechanicalObject/><EllipsoidForceField/>");
  EXPECT_EQ(scene.errors, 1u);
  EXPECT_FALSE(scene.force->isValid());
}

TEST(ConicalForceField, keepsPointsIn) {
  // Inside; beyond the base; behind the apex; beside, at a right angle to the axis' surface.
  const ForceScene scene(R"(<MechanicalObject position="0 0 1  0 0 3  0 0 -1  1 0 1"/>
                            <ConicalForceField coneHeight="0 0 2" coneAngle="0.001" stiffness="10" damping="0"/>)");
  const auto f = scene.forces();
  expectNear({f.begin(), f.begin() + 9}, {0, 0, 0, 0, 0, -10, 0, 0, 10});
  expectNear({f.begin() + 9, f.end()}, {-10, 0, 0}, 1e-3);
  EXPECT_EQ(ForceScene("<MechanicalObject/><ConicalForceField/>").errors, 1u);
}

std::string pointAndBody(const std::string& body) {
  return "<Node name='p'><MechanicalObject name='x' position='1 0 0'/></Node><Node name='b'><MechanicalObject name='x' "
         "template='Rigid3' position='" +
         body + "'/></Node>";
}
const std::string ellipsoidOfBody = "<InteractionEllipsoidForceField object1='@p/x' object2='@b/x' damping='0' ";

TEST(InteractionEllipsoidForceField, movesWithTheBody) {
  // A quarter turn about z puts the long axis of the ellipsoid along x.
  const ForceScene scene(pointAndBody("0 0 0 0 0 .7071067811865476 .7071067811865476") + ellipsoidOfBody +
                         "vradius='1 2 1' stiffness='100'/>");
  auto* body = scene.force->states()[1];
  body->allocate(core::vec::force);
  std::ranges::fill(body->hostWrite(core::vec::force), 0.0);
  expectNear(scene.forces(), {50, 0, 0});
  const auto f = body->hostRead(core::vec::force);
  expectNear({f.begin(), f.end()}, {-50, 0, 0, 0, 0, 0});
  const ForceScene away(pointAndBody("9 0 0 0 0 0 1") + ellipsoidOfBody + "vradius='1 2 1'/>");
  away.force->states()[1]->allocate(core::vec::force);
  expectNear(away.forces(), {0, 0, 0});
}

TEST(InteractionEllipsoidForceField, theDeepestOneActs) {
  const ForceScene scene(pointAndBody("0 0 0 0 0 0 1") + ellipsoidOfBody +
                         "center='0 0 0 1.5 0 0' vradius='2 1 1' stiffness='100' object2_forces='0'/>");
  expectNear(scene.forces(), {-75, 0, 0});
}

TEST(InteractionEllipsoidForceField, whatDoesNotFitIsAnError) {
  for (const char* attributes : {"vradius='0 1 1'", "vradius='1 1 1' object2_dof_index='3'"}) {
    const ForceScene scene(pointAndBody("0 0 0 0 0 0 1") + ellipsoidOfBody + attributes + "/>");
    EXPECT_EQ(scene.errors, 1u) << attributes;
    EXPECT_FALSE(scene.force->isValid());
  }
}

TEST(LinearForceField, followsItsKeys) {
  const ForceScene scene(
      R"(<MechanicalObject position="0 0 0 1 0 0"/><LinearForceField points="1" force="2" times="1 5" forces="0 0 0 1 0 0"/>)");
  const auto at = [&](double time) {
    scene.root->d_time.set(time);
    return scene.forces()[3];
  };
  EXPECT_EQ(at(0), 0);
  EXPECT_EQ(at(3), 1);
  EXPECT_EQ(at(5), 1) << "the last entry is not multiplied";
  EXPECT_EQ(at(9), 1);
  EXPECT_EQ(scene.forces()[0], 0);
  checkEnergy(scene, 1e-9);
}

TEST(LinearForceField, keysThatDoNotFitAreErrors) {
  for (const char* attributes : {"", "times='0 1' forces='1 0 0'", "times='1 0' forces='1 0 0 1 0 0'"}) {
    const ForceScene scene(std::string("<MechanicalObject/><LinearForceField points='0' ") + attributes + "/>");
    EXPECT_EQ(scene.errors, 1u) << attributes;
    EXPECT_FALSE(scene.force->isValid());
    expectNear(scene.forces(), {0, 0, 0});
  }
  EXPECT_EQ(ForceScene("<MechanicalObject/><LinearForceField times='0' forces='1 0 0'/>").warnings, 1u);
}

TEST(TorsionForceField, turnsAroundTheAxis) {
  const ForceScene points(
      R"(<MechanicalObject position="1 0 5  0 2 0"/><TorsionForceField indices="0 1" torque="3" axis="0 0 2"/>)");
  expectNear(points.forces(), {0, 3, 0, -6, 0, 0});
  const ForceScene body(R"(<MechanicalObject template="Rigid3" position="1 0 0 0 0 0 1"/>
                           <TorsionForceField indices="0" torque="3" axis="0 0 2" origin="1 0 0"/>)");
  expectNear(body.forces(), {0, 0, 0, 0, 0, 3});
  EXPECT_EQ(ForceScene("<MechanicalObject/><TorsionForceField indices='0' torque='1'/>").errors, 1u);
}

}  // namespace
}  // namespace sofa::component::mechanicalload
