// SPDX-License-Identifier: Apache-2.0
#include "Component/DrawnForm.h"
#include "Sofa/Core/Contract/Mass.h"

namespace sofa::tests {
namespace {

DrawnForm drawn(const std::string& body, std::initializer_list<std::string_view> flags) {
  const Scene scene(body);
  for (const auto& component : scene.root->components())
    if (component->name() == "mass") return DrawnForm(*component, flags);
  throw std::runtime_error("no mass");
}

constexpr const char* two = "<MechanicalObject position='0 0 0 2 0 0' rest_position='0 0 0 4 0 0'/>";

TEST(UniformMassDraw, onlyIfAskedAndShown) {
  EXPECT_TRUE(drawn(std::string(two) + "<UniformMass name='mass' totalMass='1'/>", {"showAll"}).empty());
  EXPECT_TRUE(
      drawn(std::string(two) + "<UniformMass name='mass' totalMass='1' showGravityCenter='1'/>", {"showForceFields"})
          .empty());
}

TEST(UniformMassDraw, pointsAndCenter) {
  const auto form =
      drawn(std::string(two) + "<UniformMass name='mass' totalMass='1' showGravityCenter='1' showAxisSizeFactor='3'/>",
            {"showBehaviorModels"});
  ASSERT_EQ(form.spheres().size(), 2u);
  EXPECT_NEAR(form.spheres()[0].axes[0].norm(), 0.01, 1e-6);
  EXPECT_EQ(form.spheres()[0].color, rgb(1, 1, 0));
  ASSERT_EQ(form.lines().size(), 6u);
  expectAt(form.lines()[0].position, {1 - 1.5, 0, 0});
  expectAt(form.lines()[1].position, {1 + 1.5, 0, 0});
}

TEST(UniformMassDraw, restPositions) {
  const auto form =
      drawn(std::string(two) + "<UniformMass name='mass' totalMass='1' showX0='1' showInitialCenterOfGravity='1'/>",
            {"showAll"});
  ASSERT_EQ(form.spheres().size(), 2u);
  expectAt(form.spheres()[1].origin, {4, 0, 0});
  ASSERT_EQ(form.lines().size(), 6u);
  expectAt((form.lines()[0].position + form.lines()[1].position) / 2, {2, 0, 0});
}

TEST(DiagonalMassDraw, centerOfMass) {
  const std::string body = std::string(two) + "<MeshTopology edges='0 1'/><DiagonalMass name='mass' vertexMass='1 3' ";
  EXPECT_TRUE(drawn(body + "/>", {"showAll"}).empty());
  const auto form = drawn(body + "showGravityCenter='1'/>", {"showBehaviorModels"});
  ASSERT_EQ(form.lines().size(), 6u);
  expectAt((form.lines()[0].position + form.lines()[1].position) / 2, {1.5, 0, 0});
  EXPECT_EQ(form.lines()[0].color, rgb(1, 1, 0));
}

TEST(MeshMatrixMassDraw, pointsAlwaysAxesOnDemand) {
  const std::string body =
      "<RegularGridTopology n='2 2 2' min='0 0 0' max='2 2 2'/><MechanicalObject/><MeshMatrixMass name='mass' ";
  EXPECT_TRUE(drawn(body + "showGravityCenter='1'/>", {"showForceFields"}).empty());
  const auto points = drawn(body + "/>", {"showBehaviorModels"});
  ASSERT_EQ(points.points().size(), 8u);
  EXPECT_EQ(points.points()[0].size, 2);
  EXPECT_EQ(points.points()[0].color, rgb(1, 1, 1));
  EXPECT_TRUE(points.lines().empty());
  const auto axes = drawn(body + "showGravityCenter='1'/>", {"showBehaviorModels"}).lines();
  ASSERT_EQ(axes.size(), 6u);
  expectAt(axes[0].position, {0, 1, 1});
  expectAt(axes[1].position, {2, 1, 1});
  EXPECT_EQ(axes[0].size, 5);
  EXPECT_EQ(axes[0].color, rgb(1, 0, 1));
}

}  // namespace
}  // namespace sofa::tests
