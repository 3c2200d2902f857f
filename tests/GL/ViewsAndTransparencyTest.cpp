// SPDX-License-Identifier: Apache-2.0
#include "RendererFixture.h"

namespace sofa::tests {
namespace {

/// A green square of 1 unit in the middle, seen by a second view of 16 pixels (1 unit of the picture's plane).
class SubViewTest : public RendererFixture {
 protected:
  SubViewTest() {
    frame.surfaces = {square(0, 1)};
    makeEmissive(frame.surfaces[0], {0, 1, 0, 1});
    frame.background = {0, 0, 0.5f, 1};
    frame.subViews.resize(1);
    auto& sub = frame.subViews[0];
    sub.camera = view.camera;
    sub.camera.width = sub.camera.height = 16;
    sub.camera.fieldOfView = 2 * std::atan(0.025) * 180 / std::acos(-1.0);  // half of a unit high: all green
  }
};

TEST_F(SubViewTest, isInsideOfTheMainView) {
  draw();
  expectColor(-1.5, -1.5, {0, 1, 0});
  expectColor(0, 0, {0, 1, 0});
  expectColor(-0.8, -1.5, {0, 0, 0.5});
  expectColor(1.5, 1.5, {0, 0, 0.5});
}

TEST_F(SubViewTest, negativePositionsCountFromTheOtherBorders) {
  frame.subViews[0].x = -16, frame.subViews[0].y = -1;
  draw();
  expectColor(0.5, 1.5, {0, 1, 0});
  expectColor(1.5, 1.5, {0, 0, 0.5});
  expectColor(0.5, 1.98, {0, 0, 0.5});
  expectColor(-1.5, -1.5, {0, 0, 0.5});
}

TEST_F(SubViewTest, hidesWhatIsBehindItAndGrowsWithThePixels) {
  frame.subViews[0].camera.position.x() = 100;
  frame.subViews[0].x = 16, frame.subViews[0].y = 16;
  view.pixelRatio = 1.5;
  draw();
  expectColor(0, 0, {0, 0, 0.5});  // from 24 to 48 pixels, over the square
}

TEST_F(SubViewTest, changesPlacesWithTheMainView) {
  frame.subViews[0].swaps = true;
  draw();
  expectColor(1.5, 1.5, {0, 1, 0});        // main view: all green
  expectColor(-1.95, -1.95, {0, 0, 0.5});  // now the whole
  expectColor(-1.5, -1.5, {0, 1, 0});
}

TEST_F(SubViewTest, clippingDistances) {
  frame.subViews[0].zNear = 11;
  draw();
  expectColor(-1.5, -1.5, {0, 0, 0.5});
  frame.subViews[0].zNear = 0;
  frame.subViews[0].zFar = 9;
  draw();
  expectColor(-1.5, -1.5, {0, 0, 0.5});
}

TEST_F(SubViewTest, survivesNonsense) {
  auto& sub = frame.subViews[0];
  sub.camera.position.setConstant(std::nan(""));
  sub.camera.width = 100000;
  sub.x = 1 << 20;
  draw();
  sub.camera.fieldOfView = 0;
  sub.zNear = 5, sub.zFar = 1;
  draw();
}

/// A light from above throws the shadow of a small square on a large one.
TEST_F(SubViewTest, hasShadowsIfItIsAdvanced) {
  frame.surfaces = {square(0, 4), square(1, 1)};
  materialOf(frame.surfaces[0]).specular.use = materialOf(frame.surfaces[0]).ambient.use = false;
  verticesOf(frame.surfaces[1]).positions = {1, -0.5f, 1, 2, -0.5f, 1, 2, 0.5f, 1, 1, 0.5f, 1};
  Light& light = useLight(Light::Kind::directional);
  light.toLight = light.direction = type::Vec3(1, 0, 1).normalized();  // the shadow falls about (0.5, 0)
  light.shadows = true;
  frame.subViews[0].camera = view.camera;
  frame.subViews[0].camera.width = frame.subViews[0].camera.height = 32;
  frame.subViews[0].x = frame.subViews[0].y = 0;
  const auto inSubView = [&](double x, double y) { return at(x / 2 - 1, y / 2 - 1)[0]; };
  draw();
  EXPECT_NEAR(inSubView(0.5, 0), inSubView(-1, 0), 0.02);
  frame.subViews[0].advanced = true;
  draw();
  EXPECT_LT(inSubView(0.5, 0), inSubView(-1, 0) - 0.2);
}

class SplatTest : public RendererFixture {
 protected:
  SplatTest() {
    frame.splats.resize(1);
    splats().positions = {0, 0, 0};
    splats().color = {1, 0, 0, 1};
  }
  gl::Splats& splats() { return frame.splats[0]; }
};

TEST_F(SplatTest, opacityFallsAsACosine) {
  splats().steps = 256;
  draw();
  const double pi = std::acos(-1.0);
  for (const double x : {1.0 / 32, 0.5 + 1.0 / 32})
    expectColor(x, 1.0 / 32, {std::cos(pi / 2 * std::hypot(x, 1.0 / 32)), 0, 0}, 0.02);
  expectColor(1.1, 0, {0, 0, 0});
  expectColor(0.8, 0.8, {0, 0, 0});
}

TEST_F(SplatTest, nearerSpotsCoverFartherOnes) {
  splats().positions = {0, 0, 1, 0, 0, -1};
  splats().brightness = {255, 0};
  draw();
  EXPECT_GT(at(0, 0)[0], 0.9);
  splats().brightness = {0, 255};
  draw();
  EXPECT_LT(at(0, 0)[0], 0.1);
}

TEST_F(SplatTest, opaqueThingsHideThemAndPlanesCutThem) {
  frame.surfaces = {square(1, 1)};
  makeEmissive(frame.surfaces[0], {0, 1, 0, 1});
  draw();
  expectColor(0, 0, {0, 1, 0});
  EXPECT_GT(at(0.6, 0)[0], 0.3);
  view.clipPlanes = {{-type::Vec3::UnitX(), 1}};
  draw();
  EXPECT_GT(at(0.6, 0)[0], 0.3);
  view.clipPlanes = {{type::Vec3::UnitX(), -1}};
  draw();
  EXPECT_LT(at(0.6, 0)[0], 0.1);
}

TEST_F(SplatTest, pointsThatAreNotFiniteAreLeftOut) {
  splats().positions = {0, 0, 0, std::nanf(""), 0, 0, 1e30f, 0, 0};
  draw();
  EXPECT_EQ(renderer.statistics().triangles, 2u);  // one spot
  splats().positions.clear();
  draw();
  expectColor(0, 0, {0, 0, 0});
}

/// A red square above a blue one, half transparent, in front of green.
class WeightedTransparencyTest : public RendererFixture {
 protected:
  WeightedTransparencyTest() {
    frame.background = {0, 1, 0, 1};
    frame.surfaces = {square(1, 2), square(0, 2)};
    makeEmissive(frame.surfaces[0], {1, 0, 0, 0.5f});
    makeEmissive(frame.surfaces[1], {0, 0, 1, 0.5f});
    frame.transparencyDepthScale = 0;  // all weigh the same
  }
};

TEST_F(WeightedTransparencyTest, oneLayerIsBlendedAsUsual) {
  frame.surfaces.resize(1);
  for (const int samples : {0, 4}) {
    view.samples = samples;
    draw();
    expectColor(0, 0, {0.5, 0.5, 0}, 0.02);
    expectColor(1.5, 0, {0, 1, 0}, 0.02);
  }
}

TEST_F(WeightedTransparencyTest, theOrderDoesNotMatter) {
  draw();
  expectColor(0, 0, {0.375, 0.25, 0.375}, 0.02);
  std::swap(frame.surfaces[0], frame.surfaces[1]);
  draw();
  expectColor(0, 0, {0.375, 0.25, 0.375}, 0.02);
  frame.transparencyDepthScale = 0.1f;
  draw();
  const auto nearer = at(0, 0);
  EXPECT_GT(nearer[0], nearer[2] + 0.05);  // what is nearer weighs more
  std::swap(frame.surfaces[0], frame.surfaces[1]);
  draw();
  EXPECT_LT((at(0, 0) - nearer).norm(), 0.02);
}

TEST_F(WeightedTransparencyTest, opaqueThingsHideAndAreSeenThrough) {
  frame.surfaces.push_back(square(0.5, 1));
  makeEmissive(frame.surfaces.back(), {1, 1, 1, 1});
  draw();
  expectColor(0, 0, {1, 0.5, 0.5}, 0.02);
}

TEST_F(WeightedTransparencyTest, secondViewsHaveItToo) {
  frame.surfaces.resize(1);
  frame.subViews.resize(1);
  frame.subViews[0].camera = view.camera;
  frame.subViews[0].camera.width = frame.subViews[0].camera.height = 16;
  draw();
  expectColor(-1.5, -1.5, {0.5, 0.5, 0}, 0.02);
  expectColor(0, 0, {0.5, 0.5, 0}, 0.02);
}

}  // namespace
}  // namespace sofa::tests
