// SPDX-License-Identifier: Apache-2.0
#include "Component/DrawnForm.h"

namespace sofa::tests {
namespace {

using type::Vec3;

/// The component named `it`, in the root.
DrawnForm drawn(const Scene& scene, std::initializer_list<std::string_view> flags = {"showBehaviorModels"}) {
  for (const auto& component : scene.root->components())
    if (component->name() == "it") return DrawnForm(*component, flags);
  throw std::runtime_error("the component was not created");
}
DrawnForm drawn(const std::string& constraint, std::initializer_list<std::string_view> flags = {"showBehaviorModels"},
                const std::string& state = "<MechanicalObject position='1 0 0 2 0 0 3 0 0'/>") {
  return drawn(Scene(state + "<" + constraint + " name='it'/>"), flags);
}

TEST(ConstraintDraw, pointsOfTheFixedFamily) {
  for (const std::string name :
       {"FixedProjectiveConstraint indices='0 2'", "PartialFixedProjectiveConstraint indices='0 2'",
        "LineProjectiveConstraint indices='0 2' direction='1 0 0'",
        "PlaneProjectiveConstraint indices='0 2' normal='0 1 0'", "PointProjectiveConstraint indices='0 2'"}) {
    const auto form = drawn(name);
    ASSERT_EQ(form.points().size(), 2u) << name;
    EXPECT_EQ(form.points()[0].color, rgb(1, .5, .5)) << name;
    EXPECT_EQ(form.points()[0].size, 10) << name;
    EXPECT_TRUE(drawn(name, {"showForceFields"}).empty()) << name;
    const auto spheres = drawn(name + " drawSize='0.25'").spheres();
    ASSERT_EQ(spheres.size(), 2u) << name;
    EXPECT_NEAR(spheres[0].axes[1].norm(), 0.25, 1e-6);
    EXPECT_EQ(spheres[0].color, rgb(1, .35, .35)) << name;
  }
}

TEST(ConstraintDraw, showObjectAndFixAll) {
  EXPECT_TRUE(drawn("FixedProjectiveConstraint showObject='0'").empty());
  EXPECT_EQ(drawn("FixedProjectiveConstraint fixAll='1'").points().size(), 3u);
  EXPECT_EQ(drawn("PointProjectiveConstraint fixAll='1'").points().size(), 3u);
}

TEST(ConstraintDraw, indicesBeyondThePointsAndEndTime) {
  EXPECT_EQ(drawn("FixedProjectiveConstraint indices='1 99'").points().size(), 1u);
  const Scene scene("<MechanicalObject/><FixedProjectiveConstraint name='it' endTime='0.15'/>");
  EXPECT_FALSE(drawn(scene).empty());
  scene.step(2);
  EXPECT_TRUE(drawn(scene).empty());
}

TEST(ConstraintDraw, translationsAndPlanes) {
  const std::string bodies = "<MechanicalObject template='Rigid3' position='1 2 3 0 0 0 1'/>";
  ASSERT_EQ(drawn("FixedTranslationProjectiveConstraint indices='0'", {"showBehaviorModels"}, bodies).points().size(),
            1u);
  const auto plane = drawn("FixedPlaneProjectiveConstraint indices='1' direction='0 1 0'").points();
  ASSERT_EQ(plane.size(), 1u);
  EXPECT_EQ(plane[0].color, rgb(1, 1, .5));
  expectAt(plane[0].position, {2, 0, 0});
}

TEST(ConstraintDraw, linearMovement) {
  const std::string keys =
      "LinearMovementProjectiveConstraint indices='1' keyTimes='0 1 2' movements='0 0 0 0 1 0 0 3 0'";
  EXPECT_EQ(drawn(keys).points().size(), 1u);
  const auto lines = drawn(keys + " showMovement='1'").lines();
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0].size, 10);
  EXPECT_EQ(lines[0].color, rgb(1, .5, .5));
  expectAt(lines[0].position, {2, 0, 0});
  expectAt(lines[3].position, {2, 3, 0});
  const auto absolute = drawn(keys + " showMovement='1' relativeMovements='0'").lines();
  ASSERT_EQ(absolute.size(), 4u);
  expectAt(absolute[3].position, {0, 3, 0});
}

TEST(ConstraintDraw, linearVelocity) {
  const auto lines =
      drawn("LinearVelocityProjectiveConstraint indices='2' keyTimes='0 1' velocities='0 0 1 0 0 4'").lines();
  ASSERT_EQ(lines.size(), 2u);
  expectAt(lines[0].position, {3, 0, 1});
  expectAt(lines[1].position, {3, 0, 4});
  EXPECT_EQ(lines[0].color, rgb(1, .5, .5));
}

const char* const twoStates =
    "<Node name='a'><MechanicalObject name='s' position='1 0 0 2 0 0'/></Node>"
    "<Node name='b'><MechanicalObject name='s' position='0 5 0 0 6 0'/></Node>";

TEST(ConstraintDraw, attachedPairs) {
  const std::string attach = "AttachProjectiveConstraint object1='@a/s' object2='@b/s' indices1='0 1' indices2='1 77'";
  const auto form = drawn(attach, {"showBehaviorModels"}, twoStates);
  ASSERT_EQ(form.points().size(), 2u);
  EXPECT_EQ(form.points()[0].color, rgb(1, .5, .5));
  ASSERT_EQ(form.lines().size(), 2u);
  EXPECT_TRUE(drawn(attach, {"showInteractionForceFields"}, twoStates).empty());
}

TEST(ConstraintDraw, bilateralPoints) {
  const std::string tie =
      "BilateralLagrangianConstraint object1='@a/s' object2='@b/s' first_point='0' second_point='0'";
  EXPECT_TRUE(drawn(tie, {"showBehaviorModels"}, twoStates).empty());
  const auto form = drawn(tie, {"showInteractionForceFields"}, twoStates);
  ASSERT_EQ(form.points().size(), 2u);
  expectAt(form.points()[0].position, {1, 0, 0});
  expectAt(form.points()[1].position, {0, 5, 0});
  EXPECT_EQ(form.points()[0].color, rgb(1, 0, 1));
  EXPECT_EQ(form.points()[0].size, 10);
  EXPECT_EQ(drawn(tie + " activate='0'", {"showInteractionForceFields"}, twoStates).points()[0].color, rgb(0, 1, 0));
}

TEST(ConstraintDraw, survivesAStateThatShrinks) {
  const Scene scene(
      "<MechanicalObject position='1 0 0 2 0 0 3 0 0'/><FixedProjectiveConstraint name='it' indices='2'/>");
  scene.state<type::Vec3Types>().resize(1);
  EXPECT_TRUE(drawn(scene).empty());
}

}  // namespace
}  // namespace sofa::tests
