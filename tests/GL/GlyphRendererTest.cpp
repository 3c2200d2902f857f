// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Primitive/GlyphRenderer.h"
#include "Sofa/Type/AngleAxis.h"

#include <numbers>

#include "GL/Canvas.h"
#include "Sofa/GL/Primitive/DrawListRenderer.h"

namespace sofa::gl {
namespace {

using core::DrawList;
using test::Canvas;
using test::Rgb;
using type::Color;
using type::Quat;
using type::Vec3;

constexpr Color red{1, 0, 0, 1}, green{0, 1, 0, 1};

RenderStatistics draw(const DrawList& list, const DrawContext& context) {
  RenderStatistics statistics;
  DrawListRenderer renderer;
  renderer.upload(list, statistics);
  renderer.draw(PrimitivePass::opaque, context, statistics);
  renderer.draw(PrimitivePass::transparent, context, statistics);
  return statistics;
}

TEST(GlyphRendererTest, sphereIsADiscOfItsRadius) {
  for (const int samples : {0, 4}) {
    Canvas canvas(64, 48, samples);
    DrawList list;
    list.sphere({0, 0, 0}, 15, red);
    draw(list, canvas.context(canvas.camera()));
    EXPECT_EQ(canvas.litInRow(23), 30);
    EXPECT_EQ(canvas.litInColumn(32), 30);
    EXPECT_NEAR(canvas.lit(), std::numbers::pi * 15 * 15, samples ? 60 : 12);
    EXPECT_FALSE(canvas.isLit(32 - 12, 24 - 12));
  }
}

TEST(GlyphRendererTest, sphereIsBrighterTowardsTheLight) {
  Canvas canvas;
  DrawList list;
  list.sphere({0, 0, 0}, 20, {0.5f, 0.5f, 0.5f, 1});
  draw(list, canvas.context(canvas.camera()));
  EXPECT_GT(canvas.pixel(32 - 6, 24 - 8)[0], canvas.pixel(32 + 10, 24 + 12)[0] + 50);
}

/// All shapes with Wireframe on: lines where their outlines are, nothing between.
TEST(GlyphRendererTest, outlines) {
  struct Owner : core::Component {
  } owner;
  type::DisplayFlags flags;
  flags.apply("showWireframe");
  DrawList list;
  list.begin(owner, flags);
  list.sphere({-60.5, 0.5, 0}, 30, red);
  list.cylinder({-20.5, -30.5, 0}, {-20.5, 30.5, 0}, 10, red);
  list.cone({20.5, -30.5, 0}, {20.5, 30.5, 0}, 10, {1, 0, 0, 0.5f});
  list.cube({60.5, 0.5, 0}, Quat::Identity(), Vec3::Constant(20), red);
  Canvas canvas(200, 100);
  const auto context = canvas.context(canvas.camera());
  const auto statistics = draw(list, context);
  EXPECT_EQ(statistics.drawCalls, 4u);
  const auto lit = [&](int left, int right) {
    int n = 0;
    for (int y = 0; y < 100; ++y)
      for (int x = left; x < right; ++x) n += canvas.isLit(x, y);
    return n;
  };
  EXPECT_GT(lit(5, 75), 300);
  EXPECT_LT(lit(5, 75), 0.6 * std::numbers::pi * 30 * 30);
  EXPECT_GT(lit(75, 100), 2 * 60);
  EXPECT_LT(lit(75, 100), 0.5 * 20 * 60);
  EXPECT_GT(lit(105, 140), 2 * 60);
  EXPECT_LT(lit(105, 140), 0.8 * 0.5 * 20 * 60);
  EXPECT_NEAR(lit(135, 190), 4 * 40, 10);  // front and back coincide
  EXPECT_TRUE(canvas.isLit(161, 30 - 1) || canvas.isLit(161, 30) || canvas.isLit(161, 29));
  EXPECT_FALSE(canvas.isLit(161, 50));
}

TEST(GlyphRendererTest, outlinesAreCutAndGrowWithThePixelRatio) {
  struct Owner : core::Component {
  } owner;
  type::DisplayFlags flags;
  flags.apply("showWireframe");
  DrawList list;
  list.begin(owner, flags);
  list.cube({0.5, 0.5, 0}, Quat::Identity(), Vec3::Constant(20), red);
  list.sphere({std::nan(""), 0, 0}, 10, red);
  Canvas canvas;
  auto context = canvas.context(canvas.camera());
  const ClipPlane plane{Vec3::UnitX(), 0};
  context.clipPlanes = {&plane, 1};
  draw(list, context);
  EXPECT_EQ(canvas.litInRow(24), 1);
  EXPECT_EQ(canvas.litInColumn(40), 0);
  Canvas large;
  draw(list, large.context(large.camera(), 3));
  EXPECT_EQ(large.litInRow(24), 6);
}

TEST(GlyphRendererTest, ellipsoidsAreTurned) {
  Canvas canvas(100, 100);
  DrawList list;
  list.ellipsoid({0, 0, 0}, Quat(sofa::type::AngleAxis(std::numbers::pi / 2, Vec3::UnitZ())), {40, 10, 5}, red);
  draw(list, canvas.context(canvas.camera()));
  EXPECT_EQ(canvas.litInColumn(50), 80);
  EXPECT_EQ(canvas.litInRow(50), 20);
}

TEST(GlyphRendererTest, sphereInPerspective) {
  Canvas canvas(101, 101);
  const auto camera = canvas.camera(1, false);
  DrawList list;
  // Seen from the distance d, the outline is a circle of radius r / sqrt(d^2 - r^2) times the distance of the plane.
  const double d = camera.position.z(), r = 0.3 * d;
  list.sphere({0, 0, 0}, r, red);
  draw(list, canvas.context(camera));
  const double expected = 2 * d * r / std::sqrt(d * d - r * r);
  EXPECT_NEAR(canvas.litInRow(50), expected, 1.5);
  EXPECT_NEAR(canvas.litInColumn(50), expected, 1.5);
}

TEST(GlyphRendererTest, spheresCutEachOtherWhereTheyMeet) {
  Canvas canvas;
  DrawList list;
  list.sphere({-6, 0, 0}, 10, red);
  list.sphere({6, 0, 0}, 10, green);
  draw(list, canvas.context(canvas.camera()));
  EXPECT_GT(canvas.pixel(30, 24)[0], canvas.pixel(30, 24)[1]);
  EXPECT_LT(canvas.pixel(33, 24)[0], canvas.pixel(33, 24)[1]);
}

TEST(GlyphRendererTest, sphereAroundTheEyeFillsTheView) {
  Canvas canvas;
  const auto camera = canvas.camera(1, false);
  DrawList list;
  list.sphere(camera.position, 0.5 * camera.position.z(), red);
  draw(list, canvas.context(camera));
  EXPECT_EQ(canvas.lit(), 64 * 48);
}

TEST(GlyphRendererTest, sphereBehindTheEyeIsNotSeen) {
  Canvas canvas;
  const auto camera = canvas.camera(1, false);
  DrawList list;
  list.sphere(2 * camera.position, 5, red);
  draw(list, canvas.context(camera));
  EXPECT_EQ(canvas.lit(), 0);
}

TEST(GlyphRendererTest, cutSphereShowsItsInside) {
  Canvas canvas;
  DrawList list;
  list.sphere({0, 0, 0}, 15, red);
  const std::vector<ClipPlane> planes{{Vec3(0, 0, 1), 0}};  // the half in front goes
  auto context = canvas.context(canvas.camera());
  context.clipPlanes = planes;
  draw(list, context);
  EXPECT_TRUE(canvas.isLit(32, 24));
}

TEST(GlyphRendererTest, tinySpheresAreStillThere) {
  Canvas canvas;
  DrawList list;
  list.sphere({0.5, 0.5, 0}, 0.6, red);
  draw(list, canvas.context(canvas.camera()));
  EXPECT_TRUE(canvas.isLit(32, 23));
  EXPECT_LE(canvas.lit(), 5);
}

TEST(GlyphRendererTest, cylinderAndConeSilhouettes) {
  Canvas canvas(100, 100);
  DrawList list;
  list.cylinder({-20, -30, 0}, {-20, 30, 0}, 10, red);
  list.cone({20, -30, 0}, {20, 30, 0}, 20, green);
  draw(list, canvas.context(canvas.camera()));
  EXPECT_NEAR(canvas.litInColumn(30), 60, 1);
  EXPECT_NEAR(canvas.litInRow(25), 20 + 2 * 20 * 5.5 / 60, 2);
  EXPECT_NEAR(canvas.litInColumn(70), 60, 2);
  EXPECT_NEAR(canvas.litInRow(78), 20 + 2 * 20 * 58.5 / 60, 2);
}

TEST(GlyphRendererTest, cubeSilhouette) {
  Canvas canvas(100, 100);
  DrawList list;
  list.cube({5, 0, 0}, Quat(sofa::type::AngleAxis(std::numbers::pi / 4, Vec3::UnitX())), {20, 10, 10}, red);
  draw(list, canvas.context(canvas.camera()));
  EXPECT_EQ(canvas.litInRow(49), 40);
  EXPECT_NEAR(canvas.litInColumn(55), 20 * std::sqrt(2.0), 1);
  EXPECT_NE(canvas.pixel(55, 44), canvas.pixel(55, 56));  // two faces, lit differently
}

TEST(GlyphRendererTest, transparentGlyphsBlend) {
  Canvas canvas;
  DrawList list;
  list.sphere({0, 0, 0}, 10, {1, 0, 0, 0.5f});
  list.sphere({0, 0, -30}, 15, green);
  const auto statistics = draw(list, canvas.context(canvas.camera()));
  EXPECT_EQ(statistics.drawCalls, 2u);
  const Rgb p = canvas.pixel(32, 24);
  EXPECT_GT(p[0], 60);
  EXPECT_GT(p[1], 60);
  EXPECT_LT(canvas.pixel(32, 24 - 13)[0], 40);
}

TEST(GlyphRendererTest, manySpheresAreOneCall) {
  Canvas canvas;
  DrawList list;
  for (int i = 0; i < 100000; ++i) list.sphere({0.3 * (i % 300) - 45, 0.3 * (i / 300) - 45, 0}, 0.1, red);
  const auto statistics = draw(list, canvas.context(canvas.camera()));
  EXPECT_EQ(statistics.drawCalls, 1u);
  EXPECT_EQ(statistics.triangles, 200000u);
}

}  // namespace
}  // namespace sofa::gl
