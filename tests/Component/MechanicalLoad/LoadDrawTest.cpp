// SPDX-License-Identifier: Apache-2.0
#include "Component/DrawnForm.h"
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::tests {
namespace {

using Shape = core::DrawList::Shape;

DrawnForm drawn(const std::string& field, std::initializer_list<std::string_view> flags = {"showForceFields"}) {
  const Scene scene("<MechanicalObject position='1 2 0 5 -3 0'/><" + field + "/>");
  return DrawnForm(scene.first<core::BaseForceField>(), flags);
}

TEST(ConstantForceFieldDraw, arrowsIfTheyHaveASize) {
  const std::string load = "ConstantForceField indices='1' forces='0 40 0'";
  EXPECT_TRUE(drawn(load).empty());
  EXPECT_TRUE(drawn(load + " showArrowSize='0.1'", {"showBehaviorModels"}).empty());
  const auto form = drawn(load + " showArrowSize='0.1' showColor='1 0 0 1'");
  const auto tips = form.solids(Shape::cone), shafts = form.solids(Shape::cylinder);
  ASSERT_EQ(tips.size(), 1u);
  ASSERT_EQ(shafts.size(), 1u);
  expectAt(shafts[0].origin, {5, -3, 0});
  expectAt(tips[0].origin + tips[0].axes[2], {5, 1, 0});
  EXPECT_NEAR(shafts[0].axes[0].norm(), 4.0 / 20, 1e-5);
  EXPECT_EQ(tips[0].color, rgb(1, 0, 0));
}

TEST(ConstantForceFieldDraw, followsAStateThatShrinks) {
  const Scene scene(
      "<MechanicalObject position='1 2 0 5 -3 0'/>"
      "<ConstantForceField indices='0 1' forces='1 0 0' showArrowSize='1'/>");
  scene.state<type::Vec3Types>().resize(1);
  EXPECT_EQ(DrawnForm(scene.first<core::BaseForceField>(), {"showForceFields"}).solids(Shape::cone).size(), 1u);
}

TEST(PlaneForceFieldDraw, squareSeenFromTheFreeSide) {
  const std::string plane = "PlaneForceField normal='0 1 0' d='-1' showPlaneSize='4' planeColor='1 0 0 1'";
  EXPECT_TRUE(drawn(plane).empty());
  const auto form = drawn(plane + " showPlane='1'");
  const auto corners = form.triangles();
  ASSERT_EQ(corners.size(), 6u);
  EXPECT_EQ(corners[0].color, rgb(1, 0, 0, .5));
  type::BoundingBox box;
  for (const auto& c : corners) box.include(c.position);
  expectAt(box.min, {-4, -1, -4});
  expectAt(box.max, {4, -1, 4});
  const type::Vec3 front = (corners[1].position - corners[0].position).cross(corners[2].position - corners[0].position);
  EXPECT_LT(front[1], 0);
  EXPECT_EQ(form.list.batches()[0].faces, core::DrawList::Faces::back);
  // Only the second point is behind the plane.
  ASSERT_EQ(form.lines().size(), 2u);
  expectAt(form.lines()[0].position, {5, -3, 0});
  expectAt(form.lines()[1].position, {5, -1, 0});
  EXPECT_EQ(form.lines()[0].color, rgb(1, 0, 0));
}

TEST(PlaneForceFieldDraw, noPlaneWithoutNormal) {
  EXPECT_TRUE(drawn("PlaneForceField normal='0 0 0' showPlane='1'").empty());
}

}  // namespace
}  // namespace sofa::tests
