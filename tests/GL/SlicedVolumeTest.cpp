// SPDX-License-Identifier: Apache-2.0
#include "CaptureFixture.h"
#include "RendererFixture.h"

namespace sofa::tests {
namespace {

/// A white cube of side 2 about the origin.
class SlicedVolumeTest : public RendererFixture {
 protected:
  SlicedVolumeTest() {
    frame.slicedVolumes.resize(1);
    volume().positions = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1};
    volume().hexahedra = {{0, 1, 2, 3, 4, 5, 6, 7}};
    volume().color = {1, 1, 1, 0.5f};
  }
  gl::SlicedVolume& volume() { return frame.slicedVolumes[0]; }
};

TEST_F(SlicedVolumeTest, EachSliceCoversAPart) {
  for (const int slices : {1, 3}) {
    volume().slices = slices;
    draw();
    const double seen = 1 - std::pow(0.5, slices);
    for (const double x : {0.0, 0.9, -0.9}) expectColor(x, 0.9, {seen, seen, seen});
    expectColor(1.1, 0, {0, 0, 0});
    expectColor(0, -1.1, {0, 0, 0});
  }
}

TEST_F(SlicedVolumeTest, MoreSlicesWhereItIsThicker) {
  // Turned by 45 degrees about x: 2 (sqrt 2 - |y|) thick, of 2 sqrt 2 in all, which 100 slices share.
  for (std::size_t i = 0; i < volume().positions.size(); i += 3) {
    float &y = volume().positions[i + 1], &z = volume().positions[i + 2];
    std::tie(y, z) = std::pair((y - z) * std::sqrt(0.5f), (y + z) * std::sqrt(0.5f));
  }
  volume().slices = 100;
  volume().color.a = 0.02f;
  draw();
  for (const double row : {0, 8, 16}) {  // pixels
    const double y = (row + 0.5) / 16;
    const double seen = 1 - std::pow(1 - 0.02, std::round(100 * (1 - y / std::sqrt(2.0))));
    expectColor(0, y, {seen, seen, seen}, 0.05);  // colours are rounded at each slice
  }
}

TEST_F(SlicedVolumeTest, OpaqueThingsHideItAndPlanesCutIt) {
  frame.surfaces = {square(1.5, 1)};
  makeEmissive(frame.surfaces[0], {0, 1, 0, 1});
  view.clipPlanes = {{-type::Vec3::UnitX(), 0}};  // what is at x > 0 stays
  draw();
  expectColor(0.2, 0, {0, 1, 0});
  expectColor(0.8, 0, {0.5, 0.5, 0.5});
  expectColor(-0.8, 0, {0, 0, 0});
}

TEST_F(SlicedVolumeTest, NonsenseIsLeftOut) {
  volume().positions[0] = std::nanf("");
  draw();
  expectColor(0, 0, {0, 0, 0});
  volume().positions[0] = -1;
  volume().hexahedra = {{0, 1, 2, 3, 4, 5, 6, 8}};
  draw();
  expectColor(0, 0, {0, 0, 0});
}

using SlicedVolumeSceneTest = CaptureFixture;

TEST_F(SlicedVolumeSceneTest, PointsOfTheStateAndHexahedraOfTheMesh) {
  const auto frame = take(
      "<RegularGridTopology n='3 2 2' min='0 0 0' max='2 1 1'/><MechanicalObject translation='5 0 0'/>"
      "<Node><SlicedVolumetricModel alpha='0.5' color='1 0 0 0.5' nbSlices='7'/></Node>");
  ASSERT_EQ(frame->slicedVolumes.size(), 1u);
  const auto& volume = frame->slicedVolumes[0];
  EXPECT_EQ(volume.positions.size(), 36u);
  EXPECT_EQ(volume.positions[0], 5);
  EXPECT_EQ(volume.hexahedra.size(), 2u);
  EXPECT_EQ(volume.color.a, 0.25f);
  EXPECT_EQ(volume.slices, 7);
  EXPECT_FALSE(frame->nothingDrawn);
  EXPECT_FALSE(frame->showsMechanics);
  EXPECT_EQ(log.errors(), 0u);
}

TEST_F(SlicedVolumeSceneTest, OffAndNonsense) {
  const std::string grid = "<RegularGridTopology n='2 2 2' min='0 0 0' max='1 1 1'/>";
  EXPECT_TRUE(take(grid + "<SlicedVolumetricModel enable='0'/>")->slicedVolumes.empty());
  EXPECT_EQ(log.errors(), 0u);
  EXPECT_TRUE(take(grid + "<SlicedVolumetricModel nbSlices='0'/>")->slicedVolumes.empty());
  EXPECT_EQ(log.errors("between 1 and"), 1u);
  EXPECT_TRUE(take("<SlicedVolumetricModel/>")->slicedVolumes.empty());
  EXPECT_EQ(log.errors("no mesh with hexahedra"), 1u);
}

/// A green square of a given brightness in front of black.
class SrgbTest : public RendererFixture {
 protected:
  void drawSquare(float brightness) {
    frame.surfaces = {square(0)};
    makeEmissive(frame.surfaces[0], {0, brightness, 0, 1});
    frame.lightSets = {gl::LightSet{}};
    draw();
  }
};

TEST_F(SrgbTest, HalfTheLightIsBrighterThanHalf) {
  frame.encodesSrgb = true;
  drawSquare(0.5f);
  expectColor(0, 0, {0, 1.055 * std::pow(0.5, 1 / 2.4) - 0.055, 0});  // 0.735
  expectColor(1.5, 0, {0, 0, 0});
  drawSquare(1);
  expectColor(0, 0, {0, 1, 0});
  frame.encodesSrgb = false;
  drawSquare(0.5f);
  expectColor(0, 0, {0, 0.5, 0});
}

using SrgbSceneTest = CaptureFixture;

TEST_F(SrgbSceneTest, TheSceneAsksForIt) {
  EXPECT_TRUE(take("<OglRenderingSRGB/>")->encodesSrgb);
  EXPECT_FALSE(take("<OglRenderingSRGB enable='0'/>")->encodesSrgb);
  EXPECT_FALSE(take("")->encodesSrgb);
}

}  // namespace
}  // namespace sofa::tests
