// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Type/AngleAxis.h"

using namespace sofa;
using namespace sofa::type;
using sofa::tests::CapturedMessages;
using sofa::tests::Scene;

namespace {

const std::string twoPoints = "<MechanicalObject template='Vec3' position='1 2 3  4 5 6' velocity='1 1 1  2 2 2'/>";
const std::string twoBodies =
    "<MechanicalObject template='Rigid3' position='1 2 3 0 0 0 1  4 5 6 0 0 0 1' velocity='1 1 1 1 1 1  2 2 2 2 2 2'/>";

template <class DataTypes>
typename DataTypes::VecDeriv response(const Scene& scene) {
  typename DataTypes::VecDeriv d(scene.state<DataTypes>().size(), DataTypes::Deriv::Constant(7));
  scene.state<DataTypes>().writeDerivs(core::vec::dx) = d;
  scene.first<core::BaseProjectiveConstraint>().filterResponse(core::MechanicalParams{}, core::vec::dx);
  return scene.state<DataTypes>().derivs(core::vec::dx);
}

/// A scene whose solver moves nothing by itself.
Scene moving(const std::string& state, const std::string& constraint, const std::string& dt = "0.25") {
  return Scene("<EulerExplicitSolver/>" + state + "<UniformMass totalMass='1'/>" + constraint,
               "dt='" + dt + "' gravity='0 0 0'");
}

const std::string onePoint = "<MechanicalObject template='Vec3' position='1 2 3'/>";

}  // namespace

TEST(FixedProjectiveConstraint, ZeroesTheListedPoints) {
  const auto d = response<Vec3Types>(Scene(twoPoints + "<FixedProjectiveConstraint indices='1'/>"));
  EXPECT_EQ(d[0], Vec3(7, 7, 7));
  EXPECT_EQ(d[1], Vec3(0, 0, 0));
}

TEST(FixedProjectiveConstraint, FixesPointZeroByDefaultAndAllIfAsked) {
  EXPECT_EQ(response<Vec3Types>(Scene(twoPoints + "<FixedProjectiveConstraint/>"))[0], Vec3(0, 0, 0));
  const auto d = response<Vec3Types>(Scene(twoPoints + "<FixedProjectiveConstraint fixAll='1'/>"));
  EXPECT_EQ(d[0], Vec3(0, 0, 0));
  EXPECT_EQ(d[1], Vec3(0, 0, 0));
}

TEST(FixedProjectiveConstraint, AnEmptyListFixesNothing) {
  EXPECT_EQ(response<Vec3Types>(Scene(twoPoints + "<FixedProjectiveConstraint indices=''/>"))[0], Vec3(7, 7, 7));
}

TEST(FixedProjectiveConstraint, VelocitiesAreKeptUnlessAskedOtherwise) {
  const Scene keeps = moving(twoPoints, "<FixedProjectiveConstraint indices='0'/>");
  keeps.step();
  EXPECT_EQ(keeps.state<Vec3Types>().positions()[0], Vec3(1.25, 2.25, 3.25));
  const Scene stops = moving(twoPoints, "<FixedProjectiveConstraint indices='0' activate_projectVelocity='1'/>");
  stops.step();
  EXPECT_EQ(stops.state<Vec3Types>().positions()[0], Vec3(1, 2, 3));
}

TEST(FixedProjectiveConstraint, EndsAtTheEndTime) {
  const Scene scene(twoPoints + "<FixedProjectiveConstraint indices='0' endTime='0.5'/>");
  EXPECT_EQ(response<Vec3Types>(scene)[0], Vec3(0, 0, 0));
  scene.root->d_time.set(0.5);
  EXPECT_EQ(response<Vec3Types>(scene)[0], Vec3(7, 7, 7));
}

TEST(FixedProjectiveConstraint, IndicesBeyondTheStateAreNamedAndIgnored) {
  const CapturedMessages messages;
  const auto d = response<Vec3Types>(Scene(twoPoints + "<FixedProjectiveConstraint indices='0 9 2'/>"));
  EXPECT_EQ(messages.warnings("ignored: 9 2"), 1u);
  EXPECT_EQ(d[0], Vec3(0, 0, 0));
  EXPECT_EQ(d[1], Vec3(7, 7, 7));
}

TEST(FixedTranslationProjectiveConstraint, FixesRotationsToo) {
  const auto d = response<Rigid3Types>(Scene(twoBodies + "<FixedTranslationProjectiveConstraint indices='1'/>"));
  EXPECT_EQ(d[0], Vec6::Constant(7));
  EXPECT_EQ(d[1], Vec6::Zero());
}

TEST(PartialFixedProjectiveConstraint, ZeroesTheFlaggedComponents) {
  const auto d =
      response<Vec3Types>(Scene(twoPoints + "<PartialFixedProjectiveConstraint indices='1' fixedDirections='1 0 1'/>"));
  EXPECT_EQ(d[0], Vec3(7, 7, 7));
  EXPECT_EQ(d[1], Vec3(0, 7, 0));
  Vec6 expected = Vec6::Constant(7);
  expected[2] = expected[3] = 0;
  EXPECT_EQ(response<Rigid3Types>(
                Scene(twoBodies + "<PartialFixedProjectiveConstraint fixAll='1' fixedDirections='0 0 1 1 0 0'/>"))[1],
            expected);
}

TEST(PartialFixedProjectiveConstraint, VelocitiesAreMaskedIfAsked) {
  const Scene scene(twoPoints +
                    "<PartialFixedProjectiveConstraint indices='1' fixedDirections='0 1 0' projectVelocity='1'/>");
  EXPECT_EQ(scene.state<Vec3Types>().velocities()[1], Vec3(2, 0, 2));
  const CapturedMessages messages;
  Scene(twoPoints + "<PartialFixedProjectiveConstraint activate_projectVelocity='1'/>");
  EXPECT_EQ(messages.warnings("no effect"), 1u);
}

TEST(LinearMovementProjectiveConstraint, FollowsItsKeysOneStepLateAndThenLetsGo) {
  const Scene scene = moving(
      onePoint, "<LinearMovementProjectiveConstraint indices='0' keyTimes='0 1 2' movements='0 0 0  1 0 0  1 0 0'/>");
  const auto& state = scene.state<Vec3Types>();
  const auto expect = [&](double x, double v) {
    EXPECT_NEAR(state.positions()[0].x(), 1 + x, 1e-15);
    EXPECT_NEAR(state.velocities()[0].x(), v, 1e-15);
  };
  scene.step();
  expect(0, 1);
  EXPECT_EQ(response<Vec3Types>(scene)[0], Vec3(0, 0, 0));
  scene.step(2);
  expect(.5, 1);
  scene.step(2);
  expect(1, 0);
  scene.step(4);
  EXPECT_EQ(response<Vec3Types>(scene)[0], Vec3(7, 7, 7));
}

TEST(LinearMovementProjectiveConstraint, MovementsMayBePositions) {
  const Scene scene = moving(
      onePoint, "<LinearMovementProjectiveConstraint keyTimes='0 1' movements='5 5 5  6 6 6' relativeMovements='0'/>");
  scene.step(2);
  EXPECT_TRUE(scene.state<Vec3Types>().positions()[0].isApprox(Vec3(5.25, 5.25, 5.25)));
}

TEST(LinearMovementProjectiveConstraint, BodiesTurnByEulerAngles) {
  const Scene scene =
      moving("<MechanicalObject template='Rigid3' position='1 2 3 0 0 0.7071067811865476 0.7071067811865476'/>",
             "<LinearMovementProjectiveConstraint keyTimes='0 1' movements='0 0 0 0 0 0  4 0 0 0 0 1.2'/>");
  scene.step(3);
  const auto& x = scene.state<Rigid3Types>().positions()[0];
  EXPECT_TRUE(x.center.isApprox(Vec3(3, 2, 3)));
  EXPECT_NEAR(x.orientation.angularDistance(Quat(sofa::type::AngleAxis(M_PI / 2 + .6, Vec3::UnitZ()))), 0, 1e-7);
  EXPECT_NEAR(scene.state<Rigid3Types>().velocities()[0][5], 1.2, 1e-15);
}

TEST(LinearMovementProjectiveConstraint, WrongKeysLeaveThePointsFree) {
  const std::pair<const char*, const char*> cases[] = {
      {"keyTimes='0 2 1' movements='0 0 0  1 0 0  2 0 0'", "increasing order"},
      {"keyTimes='0 1' movements='0 0 0'", "fewer values"},
      {"keyTimes='' movements='0 0 0'", "keyTimes is empty"}};
  for (const auto& [attributes, text] : cases)
    for (const char* name : {"LinearMovementProjectiveConstraint ", "LinearVelocityProjectiveConstraint "}) {
      const CapturedMessages messages;
      std::string given = attributes;
      if (name[6] == 'V' && given.find("movements") != std::string::npos)
        given.replace(given.find("movements"), 9, "velocities");
      const Scene scene = moving(onePoint, std::string("<") + name + given + "/>");
      scene.step(2);
      EXPECT_EQ(messages.errors(text), 1u) << name << given;
      EXPECT_EQ(scene.state<Vec3Types>().positions()[0], Vec3(1, 2, 3));
    }
}

TEST(LinearVelocityProjectiveConstraint, IntegratesAtEachProjection) {
  // V(t) = 0.15 t, taken at t = 0 after initialisation and at 0, h, 2h in the first steps.
  const Scene scene =
      moving("<MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1'/>",
             "<LinearVelocityProjectiveConstraint keyTimes='0 2' velocities='0 0 0 0 0 0  0 0 0 0 0 0.3'/>", "0.05");
  scene.step(3);
  const Quat& q = scene.state<Rigid3Types>().positions()[0].orientation;
  EXPECT_NEAR(2 * std::atan2(q.z(), q.w()), .05 * (.0075 + .015), 1e-15);
}

TEST(LinearVelocityProjectiveConstraint, OnlyTheListedCoordinatesAreImposed) {
  const Scene scene =
      moving("<MechanicalObject template='Vec3' position='0 0 0' velocity='3 3 3'/>",
             "<LinearVelocityProjectiveConstraint keyTimes='0 10' velocities='1 1 1  1 1 1' coordinates='0 2'/>");
  scene.step();
  EXPECT_EQ(scene.state<Vec3Types>().velocities()[0], Vec3(1, 3, 1));
  // After the start x and z are .25; then x goes .25 farther, y by the solver, z both ways.
  EXPECT_TRUE(scene.state<Vec3Types>().positions()[0].isApprox(Vec3(.5, .75, .75)));
  EXPECT_EQ(response<Vec3Types>(scene)[0], Vec3(0, 0, 0));
}

TEST(LinearVelocityProjectiveConstraint, StopsActingAfterTheLastKeyUnlessContinued) {
  const std::string keys = "keyTimes='0 0.25' velocities='1 0 0  1 0 0'";
  const Scene ends = moving(onePoint, "<LinearVelocityProjectiveConstraint " + keys + "/>");
  ends.step(3);
  EXPECT_EQ(response<Vec3Types>(ends)[0], Vec3(7, 7, 7));
  const Scene goesOn = moving(onePoint, "<LinearVelocityProjectiveConstraint continueAfterEnd='1' " + keys + "/>");
  goesOn.step(3);
  EXPECT_EQ(response<Vec3Types>(goesOn)[0], Vec3(0, 0, 0));
}

TEST(LinearVelocityProjectiveConstraint, NamesCoordinatesThatDoNotExist) {
  const CapturedMessages messages;
  Scene(onePoint + "<LinearVelocityProjectiveConstraint keyTimes='0 1' velocities='1 1 1  1 1 1' coordinates='1 3'/>");
  EXPECT_EQ(messages.warnings("3 is ignored"), 1u);
}
