// SPDX-License-Identifier: Apache-2.0
#include "Component/DrawnForm.h"

namespace sofa::tests {
namespace {

using type::Vec3;
using Shape = core::DrawList::Shape;

DrawnForm drawn(const std::string& attributes) {
  const Scene scene("<MechanicalObject " + attributes + "/>");
  return DrawnForm(scene.first<core::BaseState>());
}

TEST(MechanicalObjectDraw, nothingUnlessAsked) {
  const Scene scene("<MechanicalObject position='1 2 3' velocity='1 0 0'/>");
  EXPECT_TRUE(DrawnForm(scene.first<core::BaseState>(), {"showAll"}).empty());
}

TEST(MechanicalObjectDraw, pointsOfTheGivenSize) {
  const auto form = drawn("position='1 2 3 4 5 6' showObject='1' showObjectScale='7' showColor='0 1 0.2 1'");
  ASSERT_EQ(form.points().size(), 2u);
  expectAt(form.points()[1].position, {4, 5, 6});
  EXPECT_EQ(form.points()[0].color, rgb(0, 1, 0.2));
  EXPECT_EQ(form.points()[0].size, 7);
}

TEST(MechanicalObjectDraw, spheresByMode) {
  const DrawnForm::Bytes colors[] = {rgb(1, 1, 0), rgb(1, 0, 0), rgb(0, 1, 0), rgb(0, 0, 1)};
  for (int mode = 1; mode <= 4; ++mode) {
    const auto form = drawn("position='1 2 3' showObject='1' showObjectScale='0.5' showColor='1 1 0 1' drawMode='" +
                            std::to_string(mode) + "'");
    ASSERT_EQ(form.spheres().size(), 1u) << mode;
    expectAt(form.spheres()[0].origin, {1, 2, 3});
    expectAt(form.spheres()[0].axes[0], {0.5, 0, 0});
    EXPECT_EQ(form.spheres()[0].color, colors[mode - 1]);
  }
}

TEST(MechanicalObjectDraw, pointsOfOtherDimensionsLieInSpace) {
  const auto form = drawn("template='Vec2' position='1 2' showObject='1'");
  ASSERT_EQ(form.points().size(), 1u);
  expectAt(form.points()[0].position, {1, 2, 0});
  EXPECT_EQ(drawn("template='Rigid2' position='1 2 0.5' showObject='1'").points().size(), 1u);
}

TEST(MechanicalObjectDraw, bodiesAreFrames) {
  // Turned by 90 degrees about z: x points to y.
  const std::string body =
      "template='Rigid3' position='1 2 3 0 0 0.70710678 0.70710678' showObject='1' "
      "showObjectScale='2'";
  const auto axes = drawn(body).solids(Shape::cone);
  ASSERT_EQ(axes.size(), 3u);
  expectAt(axes[0].origin + axes[0].axes[2], {1, 4, 3});
  expectAt(axes[1].origin + axes[1].axes[2], {-1, 2, 3});
  expectAt(axes[2].origin + axes[2].axes[2], {1, 2, 5});
  EXPECT_EQ(axes[0].color, rgb(1, 0, 0));
  EXPECT_EQ(axes[2].color, rgb(0, 0, 1));
  const DrawnForm::Bytes colors[] = {rgb(0, 1, 0), rgb(1, 0, 0), rgb(0, 0, 1),
                                     rgb(1, 1, 0), rgb(1, 0, 1), rgb(0, 1, 1)};
  for (int mode = 1; mode <= 6; ++mode)
    for (const auto& axis : drawn(body + " drawMode='" + std::to_string(mode) + "'").solids(Shape::cone))
      EXPECT_EQ(axis.color, colors[mode - 1]);
}

TEST(MechanicalObjectDraw, sleepingBodiesAreGrey) {
  const Scene scene("<MechanicalObject template='Rigid3' showObject='1'/>");
  scene.root->d_sleeping.set(true);
  const DrawnForm form(scene.first<core::BaseState>());
  ASSERT_EQ(form.solids(Shape::cone).size(), 3u);
  EXPECT_EQ(form.solids(Shape::cone)[0].color, rgb(0.5, 0.5, 0.5));
}

TEST(MechanicalObjectDraw, indices) {
  const auto form = drawn("position='0 0 0 4 5 6' showIndices='1' showIndicesScale='3'");
  ASSERT_EQ(form.list.texts().size(), 2u);
  EXPECT_EQ(form.list.texts()[1].text, "1");
  EXPECT_EQ(form.list.texts()[1].scale, 3);
  expectAt(form.list.texts()[1].position, {4, 5, 6});
}

TEST(MechanicalObjectDraw, velocities) {
  const std::string moving = "position='1 2 3' velocity='100 0 0' showVectors='1' showVectorsScale='0.2' drawMode='";
  const auto lines = drawn(moving + "0'").lines();
  ASSERT_EQ(lines.size(), 2u);
  expectAt(lines[0].position, {1, 2, 3});
  expectAt(lines[1].position, {21, 2, 3});
  EXPECT_EQ(lines[0].color, rgb(1, 1, 1));
  const auto cylinders = drawn(moving + "1'").solids(Shape::cylinder);
  ASSERT_EQ(cylinders.size(), 1u);
  EXPECT_NEAR(cylinders[0].axes[0].norm(), 1, 1e-5);  // a twentieth of the length
  EXPECT_EQ(drawn(moving + "2'").solids(Shape::cone).size(), 1u);
}

TEST(MechanicalObjectDraw, survivesWhatIsNotThere) {
  EXPECT_TRUE(drawn("size='0' position='' showObject='1' showIndices='1' showVectors='1'").count() < 4);
  drawn("position='0 0 0' showObject='1' showVectors='1' drawMode='-5'");
  drawn("position='0 0 0' showObject='1' showVectors='1' drawMode='1000'");
}

}  // namespace
}  // namespace sofa::tests
