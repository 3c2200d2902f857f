// SPDX-License-Identifier: Apache-2.0
#include "RendererFixture.h"

namespace sofa::tests {
namespace {

using Color = sofa::type::Vec3;

/// Ambient 0.2, diffuse 0.75 white, as materials are by default.
class LightTest : public RendererFixture {
 protected:
  LightTest() { frame.surfaces = {square(0, 4)}; }
  void expectGray(double x, double y, double gray, double tolerance = 0.012) {
    expectColor(x, y, Color::Constant(gray), tolerance);
  }
};

TEST_F(LightTest, aLightManagerWithoutLightsLeavesItsAmbientLight) {
  frame.lightSets = {gl::LightSet{}};
  frame.lightSets[0].ambient = {0.5f, 1, 0, 1};
  draw();
  expectColor(0, 0, {0.1, 0.2, 0});
}

TEST_F(LightTest, directionalLight) {
  Light& light = useLight(Light::Kind::directional);
  light.color = {0.5f, 0.5f, 0.5f, 1};
  light.toLight = type::Vec3(1, 0, 1).normalized();
  draw();
  const double expected = 0.5 * (0.2 + 0.75 * std::sqrt(0.5));
  for (const double x : {-1.5, 0.0, 1.5}) expectGray(x, 0, expected);
  light.toLight = -type::Vec3::UnitZ();  // only the side that is not seen
  draw();
  expectGray(0, 0, 0.1);
}

TEST_F(LightTest, positionalLightGetsWeakerWithTheDistance) {
  Light& light = useLight(Light::Kind::positional);
  light.attenuation = 0.25;
  draw();
  for (const double x : {0.0, 1.5}) {
    const double distance = std::hypot(x, 4.0);
    expectGray(x, 0, (0.2 + 0.75 * 4 / distance) / (1 + 0.25 * distance), 0.02);
  }
}

TEST_F(LightTest, spotLightHasACone) {
  Light& light = useLight(Light::Kind::spot);
  light.cutoff = 20;  // radius 1.456 at a distance of 4
  light.exponent = 8;
  draw();
  for (const double x : {0.0, 1.2}) {
    const double c = 4 / std::hypot(x, 4.0);
    expectGray(x, 0, std::pow(c, 8) * (0.2 + 0.75 * c), 0.02);
  }
  expectGray(1.6, 0, 0);
  light.cutoff = 180;  // no cone
  light.exponent = 0;
  draw();
  EXPECT_GT(at(1.6, 0)[0], 0.5);
}

TEST_F(LightTest, eightLightsAddUp) {
  Light light = useLight(Light::Kind::directional);
  light.color = {0.1f, 0.1f, 0.1f, 1};
  light.toLight = type::Vec3::UnitZ();
  frame.lightSets[0].lights.assign(8, light);
  draw();
  expectGray(0, 0, 8 * 0.1 * 0.95);
  frame.lightSets[0].lights.push_back(light);  // there are no more than eight
  draw();
  expectGray(0, 0, 8 * 0.1 * 0.95);
}

TEST_F(LightTest, lightSetsAreOfTheirSurfacesOnly) {
  useLight(Light::Kind::directional).toLight = type::Vec3::UnitZ();
  frame.lightSets.push_back(gl::LightSet{});
  Surface dark = square(1, 1);
  dark.lightSet = 1;
  frame.surfaces.push_back(dark);
  draw();
  expectGray(0, 0, 0);
  expectGray(1.5, 0, 0.95);
}

/// A small square high above a large one that is turned to the light and to the eye.
class ShadowTest : public LightTest {
 protected:
  ShadowTest() {
    frame.surfaces = {square(-1, 4), square(1, 1)};
    makeEmissive(frame.surfaces[1], {0, 0, 1, 1});
    frame.box = {};
    frame.box.include(type::Vec3(-2, -2, -1));
    frame.box.include(type::Vec3(2, 2, 1));
  }
  static constexpr double lit = 0.95, ambient = 0.2;
};

TEST_F(ShadowTest, directionalLightAtAnAngle) {
  Light& light = useLight(Light::Kind::directional);
  light.toLight = type::Vec3(-1, 0, 2).normalized();  // the shadow is thrown to the right by 1
  light.direction = light.toLight;
  light.shadows = true;
  draw();
  const double facing = 2 / std::sqrt(5.0);
  expectColor(0, 0, {0, 0, 1});
  expectGray(1.2, 0, ambient, 0.02);
  expectGray(1.2, 0.8, ambient + 0.75 * facing, 0.02);
  expectGray(-0.8, 0, ambient + 0.75 * facing, 0.02);
  expectGray(1.8, 0, ambient + 0.75 * facing, 0.02);
}

/// The light is two radii (3) of the scene away from its middle; its map reaches from one to three radii, and is two
/// wide. The small square is at (5 - 3) / 6 of that, the large one at (7 - 3) / 6.
TEST_F(ShadowTest, mapsAreShownIfAsked) {
  useLight(Light::Kind::directional).shadows = true;
  frame.lightSets[0].lights[0].toLight = type::Vec3::UnitZ();
  draw();
  const Color before = at(-1.5, -1.5);
  frame.lightSets[0].showsShadowMaps = true;
  draw();
  expectGray(-1.5, -1.5, 1.0 / 3, 0.02);
  expectGray(-1.72, -1.5, 2.0 / 3, 0.02);
  expectGray(-1.97, -1.97, 1, 0.02);  // nothing is there
  expectColor(-0.9, -1.5, before, 0.02);
  view.shadows = false;
  draw();
  expectColor(-1.97, -1.97, before, 0.02);
}

TEST_F(ShadowTest, factorAndSwitches) {
  Light& light = useLight(Light::Kind::directional);
  light.toLight = type::Vec3(-1, 0, 2).normalized();
  const double open = 0.75 * 2 / std::sqrt(5.0);
  light.shadows = true;
  light.shadowFactor = 0.5f;
  draw();
  expectGray(1.2, 0, ambient + 0.5 * open, 0.02);
  view.shadows = false;
  draw();
  expectGray(1.2, 0, ambient + open, 0.02);
  view.shadows = true;
  light.shadowFactor = 1;
  frame.surfaces[1].castsShadow = false;
  draw();
  expectGray(1.2, 0, ambient + open, 0.02);
}

TEST_F(ShadowTest, spotLight) {
  Light& light = useLight(Light::Kind::spot);
  light.position = {-2, 0, 3};  // through the small square's middle to (2, 0, -1)
  light.direction = type::Vec3(0.7, 0, -1).normalized();
  light.cutoff = 40;
  light.exponent = 0;
  light.shadows = true;
  draw();
  EXPECT_NEAR(at(1.9, 0)[0], ambient, 0.02);
  EXPECT_GT(at(1.0, 1.5)[0], 0.5);
  EXPECT_GT(at(-0.8, 0)[0], 0.5);
}

TEST_F(ShadowTest, positionalLightInTheScene) {
  Light& light = useLight(Light::Kind::positional);
  light.position = {-2, 0, 3};
  light.shadows = true;
  draw();
  EXPECT_NEAR(at(1.9, 0)[0], ambient, 0.02);
  EXPECT_GT(at(1.0, 1.5)[0], 0.5);
}

TEST_F(ShadowTest, softShadowsHaveSoftBorders) {
  Light& light = useLight(Light::Kind::directional);
  light.toLight = type::Vec3(-1, 0, 2).normalized();
  light.shadows = true;
  light.shadowTextureSize = 64;
  const auto borderGrays = [&] {
    draw();
    int grays = 0;
    for (double x = 0.6; x < 2; x += 1.0 / 16) {
      const double g = at(x, 0)[1];
      grays += g > ambient + 0.05 && g < ambient + 0.75 * 2 / std::sqrt(5.0) - 0.05;
    }
    return grays;
  };
  const int hard = borderGrays();
  light.softShadows = true;
  const int soft = borderGrays();
  EXPECT_GT(soft, hard + 1);
  EXPECT_LT(at(1.1, 0)[1], ambient + 0.05);
  EXPECT_GT(at(1.1, 1)[1], 0.8);
}

TEST_F(ShadowTest, mapsAreDrawnAgainOnlyWhenSomethingMoved) {
  useLight(Light::Kind::directional).shadows = true;
  frame.lightSets[0].lights[0].toLight = type::Vec3(-1, 0, 2).normalized();
  draw();
  const std::size_t first = renderer.statistics().drawCalls;
  draw();
  EXPECT_LT(renderer.statistics().drawCalls, first);
  auto moved = std::make_shared<gl::SurfaceVertices>(*frame.surfaces[1].vertices);
  for (std::size_t i = 1; i < 12; i += 3) moved->positions[i] += 1;
  frame.surfaces[1].vertices = moved;
  draw();
  EXPECT_EQ(renderer.statistics().drawCalls, first);
  EXPECT_GT(at(1.2, 0.2)[1], 0.8);
  expectGray(1.2, 0.8, ambient, 0.02);
}

}  // namespace
}  // namespace sofa::tests
