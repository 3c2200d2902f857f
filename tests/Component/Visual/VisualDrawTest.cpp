// SPDX-License-Identifier: Apache-2.0
#include "Component/DrawnForm.h"

namespace sofa::tests {
namespace {

DrawnForm drawn(const std::string& component, std::initializer_list<std::string_view> flags = {"showVisualModels"}) {
  const Scene scene("<MechanicalObject position='0 0 0 3 4 0' showObject='1'/><LightManager/><" + component +
                    " name='it'/>");
  for (const auto& found : scene.root->components())
    if (found->name() == "it") return DrawnForm(*found, flags);
  throw std::runtime_error("the component was not created");
}

TEST(VisualGridDraw, linesInThePlane) {
  EXPECT_TRUE(drawn("VisualGrid", {"hideVisualModels"}).empty());
  EXPECT_TRUE(drawn("VisualGrid enable='0'").empty());
  const auto lines = drawn("VisualGrid plane='y' size='8' nbSubdiv='4' thickness='2' color='1 0 0 1'").lines();
  ASSERT_EQ(lines.size(), 2 * (5 + 5u));
  type::BoundingBox box;
  for (const auto& end : lines) box.include(end.position);
  expectAt(box.min, {-4, 0, -4});
  expectAt(box.max, {4, 0, 4});
  EXPECT_EQ(lines[0].size, 2);
  EXPECT_EQ(lines[0].color, rgb(1, 0, 0));
  for (std::size_t i = 0; i < lines.size(); i += 2)
    EXPECT_NEAR((lines[i + 1].position - lines[i].position).norm(), 8, 1e-5);
  EXPECT_EQ(drawn("VisualGrid nbSubdiv='4' nbLineSegments='3'").lines().size(), 2 * 10 * 3u);
}

TEST(LineAxisDraw, linesThroughTheOrigin) {
  const auto lines = drawn("LineAxis axis='xz' size='6'").lines();
  ASSERT_EQ(lines.size(), 4u);
  expectAt(lines[0].position, {-3, 0, 0});
  expectAt(lines[1].position, {3, 0, 0});
  EXPECT_EQ(lines[0].color, rgb(1, 0, 0));
  expectAt(lines[3].position, {0, 0, 3});
  EXPECT_EQ(lines[3].color, rgb(0, 0, 1));
  EXPECT_TRUE(drawn("LineAxis", {"hideVisualModels"}).empty());
}

TEST(LineAxisDraw, infiniteLines) {
  const auto lines = drawn("LineAxis axis='y' infinite='1'").lines();
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_GT(lines[1].position[1], 1000);
  EXPECT_LT(lines[3].position[1], -1000);
  const auto fading = drawn("LineAxis axis='y' infinite='1' vanishing='1'").lines();
  ASSERT_GT(fading.size(), 4u);
  EXPECT_GT(fading[0].color[3], 240);
  EXPECT_LT(fading.back().color[3], 15);
}

TEST(LightDraw, sourceOnDemand) {
  EXPECT_TRUE(drawn("PositionalLight").empty());
  const auto point = drawn("PositionalLight drawSource='1' position='1 2 3' color='1 0 0 1'").spheres();
  ASSERT_EQ(point.size(), 1u);
  expectAt(point[0].origin, {1, 2, 3});
  EXPECT_EQ(point[0].color, rgb(1, 0, 0));
  const auto spot = drawn("SpotLight drawSource='1' direction='0 0 -1' cutoff='45'");
  EXPECT_EQ(spot.spheres().size(), 1u);
  EXPECT_FALSE(spot.lines().empty());
  EXPECT_TRUE(drawn("SpotLight drawSource='1'", {"hideVisualModels"}).empty());
}

TEST(RecordedCameraDraw, path) {
  EXPECT_TRUE(drawn("RecordedCamera").empty());
  const auto circle =
      drawn("RecordedCamera drawRotation='1' rotationCenter='0 1 0' rotationStartPoint='0 1 5'").lines();
  ASSERT_EQ(circle.size(), 2 * 100u);
  EXPECT_EQ(circle[0].color, rgb(0, 1, .5));
  for (const auto& end : circle) {
    EXPECT_NEAR(end.position[1], 1, 1e-5);
    EXPECT_NEAR((end.position - type::Vec3(0, 1, 0)).norm(), 5, 1e-4);
  }
  EXPECT_EQ(drawn("RecordedCamera drawTranslation='1' cameraPositions='0 0 0 1 0 0 1 1 0'").lines().size(), 4u);
}

}  // namespace
}  // namespace sofa::tests
