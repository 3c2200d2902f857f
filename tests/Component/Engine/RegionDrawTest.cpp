// SPDX-License-Identifier: Apache-2.0
#include "Component/DrawnForm.h"

namespace sofa::tests {
namespace {

using Flags = std::initializer_list<std::string_view>;

DrawnForm drawn(const std::string& region, Flags flags = {"showBehaviorModels"}) {
  const Scene scene("<RegularGridTopology n='3 2 2' min='0 0 0' max='2 1 1'/><MechanicalObject/><" + region +
                    " name='it'/>");
  for (const auto& component : scene.root->components())
    if (component->name() == "it") return DrawnForm(*component, flags);
  throw std::runtime_error("no region");
}

const std::string box = "BoxROI box='-0.5 -0.5 -0.5 1.5 1.5 1.5'";  // the first of two cells

TEST(BoxROIDraw, nothingUnlessAsked) {
  EXPECT_TRUE(drawn(box).empty());
  EXPECT_TRUE(drawn(box + " drawBoxes='1'", {"showForceFields"}).empty());
}

TEST(BoxROIDraw, boxAndPoints) {
  const auto lines = drawn(box + " drawBoxes='1' drawSize='3'").lines();
  ASSERT_EQ(lines.size(), 2 * 12u);
  EXPECT_EQ(lines[0].color, rgb(1, .4, .4));
  EXPECT_EQ(lines[0].size, 3);
  type::BoundingBox bounds;
  for (const auto& end : lines) bounds.include(end.position);
  expectAt(bounds.min, {-.5, -.5, -.5});
  expectAt(bounds.max, {1.5, 1.5, 1.5});
  EXPECT_EQ(drawn(box + " drawPoints='1'").points().size(), 8u);
}

TEST(BoxROIDraw, elementsOfTheSelection) {
  EXPECT_EQ(drawn(box + " drawHexahedra='1'").lines().size(), 2 * 12u);
  EXPECT_EQ(drawn(box + " drawQuads='1'").triangles().size(), 6 * 6u);
  EXPECT_FALSE(drawn(box + " drawEdges='1'").lines().empty());
  EXPECT_EQ(drawn(box + " drawTriangles='1'").triangles()[0].color, rgb(1, .4, .4));
}

TEST(BoxROIDraw, orientedBoxes) {
  const auto lines = drawn("BoxROI orientedBox='0 0 0 2 0 0 2 4 0 6' drawROI='1'").lines();
  ASSERT_EQ(lines.size(), 2 * 12u);
  type::BoundingBox bounds;
  for (const auto& end : lines) bounds.include(end.position);
  expectAt(bounds.min, {0, 0, -3});
  expectAt(bounds.max, {2, 4, 3});
}

TEST(PlaneROIDraw, cyan) {
  const auto lines = drawn("PlaneROI plane='0 0 0 2 0 0 2 4 0 6' drawROI='1'").lines();
  ASSERT_EQ(lines.size(), 2 * 12u);
  EXPECT_EQ(lines[0].color, rgb(0, 1, 1));
}

TEST(SphereROIDraw, greatCircles) {
  const auto lines = drawn("SphereROI centers='1 0 0' radii='2' drawROI='1'").lines();
  ASSERT_FALSE(lines.empty());
  for (const auto& end : lines) EXPECT_NEAR((end.position - type::Vec3(1, 0, 0)).norm(), 2, 1e-5);
  EXPECT_EQ(lines[0].color, rgb(1, .4, .4));
}

}  // namespace
}  // namespace sofa::tests
