// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Primitive/DrawListRenderer.h"
#include "Sofa/Type/AngleAxis.h"

#include "GL/Canvas.h"

namespace sofa::gl {
namespace {

using core::DrawList;
using test::Canvas;
using test::Rgb;
using type::Color;
using type::Vec3;

constexpr Color red{1, 0, 0, 1}, green{0, 1, 0, 1}, white{1, 1, 1, 1};
const Rgb black{0, 0, 0};

RenderStatistics draw(const DrawList& list, const DrawContext& context) {
  RenderStatistics statistics;
  DrawListRenderer renderer;
  renderer.upload(list, statistics);
  renderer.draw(PrimitivePass::opaque, context, statistics);
  renderer.draw(PrimitivePass::transparent, context, statistics);
  return statistics;
}

RenderStatistics draw(const DrawList& list, Canvas& canvas, double pixelsPerUnit = 1, float pixelRatio = 1) {
  return draw(list, canvas.context(canvas.camera(pixelsPerUnit), pixelRatio));
}

TEST(DrawListRendererTest, pointOfNinePixelsCoversNine) {
  for (const int samples : {0, 4}) {
    Canvas canvas(64, 48, samples);
    DrawList list;
    list.point({0.5, 0.5, 0}, 9, red);  // the middle of a pixel: (32, 23)
    draw(list, canvas);
    EXPECT_EQ(canvas.pixel(32, 23), (Rgb{255, 0, 0}));
    EXPECT_EQ(canvas.litInRow(23), 9);
    EXPECT_EQ(canvas.litInColumn(32), 9);
    // A disc, not a square.
    EXPECT_EQ(canvas.pixel(28, 19), black);
    EXPECT_NEAR(canvas.lit(), 64, samples ? 16 : 6);
  }
}

TEST(DrawListRendererTest, pointsAndLinesGrowWithThePixelRatio) {
  Canvas canvas;
  DrawList list;
  list.point({0, 0, 0}, 9, red);
  draw(list, canvas, 1, 2);
  EXPECT_EQ(canvas.litInRow(23), 18);
  canvas.clear();
  DrawList lines;
  lines.line({-20, 0, 0}, {20, 0, 0}, 5, red);
  draw(lines, canvas, 1, 2);
  EXPECT_EQ(canvas.litInColumn(32), 10);
}

TEST(DrawListRendererTest, lineOfWidthFiveCoversFive) {
  for (const int samples : {0, 4}) {
    Canvas canvas(64, 48, samples);
    DrawList list;
    list.line({-20, 0.5, 0}, {20, 0.5, 0}, 5, red);
    list.line({0.5, -15, 0}, {0.5, -10, 0}, 3, green);
    draw(list, canvas);
    EXPECT_EQ(canvas.litInColumn(20), 5);
    EXPECT_EQ(canvas.litInRow(23), 40);
    EXPECT_EQ(canvas.litInRow(36), 3);
    EXPECT_EQ(canvas.pixel(32, 36), (Rgb{0, 255, 0}));
  }
}

TEST(DrawListRendererTest, slantingLineHasItsWidthAcross) {
  Canvas canvas(200, 200);
  DrawList list;
  list.line({-50, -31, 0}, {50, 31, 0}, 6, red);
  draw(list, canvas);
  EXPECT_NEAR(canvas.lit(), 6 * std::hypot(100, 62), 20);
}

TEST(DrawListRendererTest, lineFromBehindTheEye) {
  Canvas canvas;
  const auto camera = canvas.camera(1, false);
  DrawList list;
  list.line({0, -5, 0}, {0, -5, 10 * camera.position.z()}, 3, red);
  draw(list, canvas.context(camera));
  EXPECT_TRUE(canvas.isLit(32, 30));  // straight down from the middle, and nowhere else
  EXPECT_TRUE(canvas.isLit(32, 46));
  EXPECT_EQ(canvas.litInRow(10), 0);
  EXPECT_EQ(canvas.litInRow(40), 3);
}

TEST(DrawListRendererTest, coloursAreInterpolated) {
  Canvas canvas;
  DrawList list;
  list.triangle({Vec3(-20, -20, 0), Vec3(20, -20, 0), Vec3(-20, 20, 0)}, {red, green, Color{0, 0, 1, 1}});
  draw(list, canvas);
  const Rgb p = canvas.pixel(32 - 7, 23 + 6);  // near the centroid
  for (const int c : p) EXPECT_NEAR(c, 85, 12);
}

TEST(DrawListRendererTest, unlitTrianglesKeepTheirColour) {
  Canvas canvas;
  DrawList list;
  list.triangle({-20, -20, 0}, {20, -20, 5}, {0, 20, -5}, {0.2f, 0.4f, 0.6f, 1});
  draw(list, canvas);
  EXPECT_EQ(canvas.pixel(32, 24), (Rgb{51, 102, 153}));
}

TEST(DrawListRendererTest, litTrianglesDependOnTheirSlope) {
  const auto brightness = [](double slope) {
    Canvas canvas;
    DrawList list;
    list.triangle({-20, -20, 0}, {20, -20, 40 * slope}, {0, 20, 20 * slope}, {0.5f, 0, 0, 1}, DrawList::Shading::lit);
    draw(list, canvas);
    return canvas.pixel(32, 24)[0];
  };
  EXPECT_GT(brightness(0), 70);
  // The light comes from the left.
  EXPECT_GT(brightness(0.3), brightness(-1.0) + 20);
}

TEST(DrawListRendererTest, facesChooseSides) {
  for (const auto& [faces, front, back] :
       {std::tuple(DrawList::Faces::both, true, true), std::tuple(DrawList::Faces::front, true, false),
        std::tuple(DrawList::Faces::back, false, true)}) {
    Canvas canvas;
    DrawList list;
    list.triangle({-20, -10, 0}, {-2, -10, 0}, {-10, 10, 0}, red, DrawList::Shading::unlit, faces);
    list.triangle({2, -10, 0}, {10, 10, 0}, {20, -10, 0}, red, DrawList::Shading::unlit, faces);
    draw(list, canvas);
    EXPECT_EQ(canvas.isLit(32 - 10, 24), front);
    EXPECT_EQ(canvas.isLit(32 + 10, 24), back);
  }
}

TEST(DrawListRendererTest, wireframeLeavesTheInsideEmpty) {
  struct Owner : core::Component {
  } owner;
  type::DisplayFlags flags;
  flags.apply("showWireframe");
  Canvas canvas;
  DrawList list;
  list.begin(owner, flags);
  list.triangle({-20.5, -19.5, 0}, {20.5, -19.5, 0}, {0, 19.5, 0}, red);
  draw(list, canvas);
  EXPECT_FALSE(canvas.isLit(32, 24));
  EXPECT_TRUE(canvas.isLit(32, 43));  // bottom side
  EXPECT_EQ(canvas.litInRow(30), 2);  // left and right
}

TEST(DrawListRendererTest, nearerThingsHideWhatIsBehind) {
  Canvas canvas;
  DrawList list;
  list.triangle({-20, -20, 5}, {20, -20, 5}, {0, 20, 5}, red);
  list.triangle({-20, -20, 0}, {20, -20, 0}, {0, 20, 0}, green);
  draw(list, canvas);
  EXPECT_EQ(canvas.pixel(32, 24), (Rgb{255, 0, 0}));
}

TEST(DrawListRendererTest, edgesShowOnTheirFaces) {
  Canvas canvas(64, 48);
  auto camera = canvas.camera(1, false);
  camera.turn(type::Quat(sofa::type::AngleAxis(0.5, Vec3(1, 1, 0).normalized())), Vec3::Zero());
  DrawList list;
  list.quad({-15, -15, 0}, {15, -15, 0}, {15, 15, 0}, {-15, 15, 0}, red);
  list.line({-15, -15, 0}, {15, 15, 0}, 1, green);
  draw(list, canvas.context(camera));
  int shown = 0;
  for (int y = 0; y < canvas.height(); ++y)
    for (int x = 0; x < canvas.width(); ++x) shown += canvas.pixel(x, y) == Rgb{0, 255, 0};
  EXPECT_GE(shown, 20);
}

TEST(DrawListRendererTest, transparentThingsBlendAndWriteNoDepth) {
  Canvas canvas;
  DrawList list;
  list.triangle({-20, -20, 5}, {20, -20, 5}, {0, 20, 5}, {1, 0, 0, 0.5f});
  list.triangle({-20, -20, 0}, {20, -20, 0}, {0, 20, 0}, {0, 1, 0, 0.5f});
  draw(list, canvas);
  const Rgb p = canvas.pixel(32, 24);  // red first, then green over it though it is farther away
  EXPECT_NEAR(p[0], 64, 2);
  EXPECT_NEAR(p[1], 128, 2);
}

TEST(DrawListRendererTest, clipPlanesCutEverything) {
  Canvas canvas(64, 48);
  DrawList list;
  list.quad({-20, 5, 0}, {20, 5, 0}, {20, 20, 0}, {-20, 20, 0}, red);
  list.line({-20, 0.5, 0}, {20, 0.5, 0}, 3, red);
  list.sphere({0, -10, 0}, 9, red);
  list.cylinder({-20, -20, 0}, {20, -20, 0}, 2, red);
  list.point({10, 2, 0}, 3, red);
  const std::vector<ClipPlane> planes{{Vec3(1, 0, 0), 0}};  // the right half goes
  auto context = canvas.context(canvas.camera());
  context.clipPlanes = planes;
  draw(list, context);
  for (int y = 0; y < canvas.height(); ++y)
    for (int x = 33; x < canvas.width(); ++x) ASSERT_FALSE(canvas.isLit(x, y)) << x << ' ' << y;
  for (const int y : {10, 23, 34, 44}) EXPECT_TRUE(canvas.isLit(28, y)) << y;
}

TEST(DrawListRendererTest, ownersAreDrawnAsNumbers) {
  struct Owner : core::Component {
  } a, b, c, d;
  Canvas canvas;
  DrawList list;
  list.begin(a, {});
  list.triangle({-20, -10, 0}, {-2, -10, 0}, {-10, 10, 0}, {0, 0, 0, 0.1f});
  list.begin(b, {});
  list.sphere({10, 0, 0}, 8, green);
  list.begin(c, {});
  list.point({0.5, 15.5, 0}, 5, green);
  list.begin(d, {});
  list.line({-20, -15.5, 0}, {20, -15.5, 0}, 3, green);
  Framebuffer ids;
  ids.resize(64, 48, 0, GL_R32UI);
  ids.bind();
  const GLuint nobody[4] = {0, 0, 0, 0};
  glClearBufferuiv(GL_COLOR, 0, nobody);
  glClear(GL_DEPTH_BUFFER_BIT);
  RenderStatistics statistics;
  DrawListRenderer renderer;
  renderer.upload(list, statistics);
  renderer.drawIds(canvas.context(canvas.camera()), statistics);
  const auto owner = [](int x, int y) {
    GLuint id = 99;
    glReadPixels(x, 47 - y, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, &id);
    return id;
  };
  EXPECT_EQ(owner(32 - 10, 24), 1u);
  EXPECT_EQ(owner(32 + 10, 24), 2u);
  EXPECT_EQ(owner(32, 8), 3u);
  EXPECT_EQ(owner(32, 39), 4u);
  EXPECT_EQ(owner(1, 1), 0u);
}

TEST(DrawListRendererTest, whatIsNotANumberIsNotDrawn) {
  Canvas canvas;
  DrawList list;
  const Vec3 nowhere(0, NAN, 0), far(INFINITY, 0, 0);
  list.triangle({-20, -20, 0}, {20, -20, 0}, nowhere, red);
  list.triangle({-20, -20, 0}, {20, -20, 0}, far, red);
  list.line({-20, 0, 0}, nowhere, 3, red);
  list.point(nowhere, 3, red);
  list.sphere(nowhere, 3, red);
  list.sphere({0, 0, 0}, NAN, red);
  list.sphere({0, 0, 0}, 0, red);
  list.ellipsoid({0, 0, 0}, type::Quat::Identity(), {5, 5, 0}, red);
  list.cylinder({0, 0, 0}, {0, 5, 0}, NAN, red);
  draw(list, canvas);
  EXPECT_EQ(canvas.lit(), 0);
}

TEST(DrawListRendererTest, steadySceneMakesNothingNew) {
  Canvas canvas;
  DrawListRenderer renderer;
  DrawList list;
  const auto frame = [&](int n) {
    RenderStatistics statistics;
    list.clear();
    for (int i = 0; i < n; ++i) {
      list.point(Vec3(i, 0, 0), 3, red);
      list.sphere(Vec3(i, 0, 0), 1, red);
      list.line(Vec3(i, 0, 0), Vec3(0, i, 0), 1, red);
    }
    renderer.upload(list, statistics);
    renderer.draw(PrimitivePass::opaque, canvas.context(canvas.camera()), statistics);
    return statistics;
  };
  EXPECT_EQ(frame(100).createdBuffers, 3u);
  const auto steady = frame(100);
  EXPECT_EQ(steady.createdBuffers, 0u);
  EXPECT_EQ(steady.drawCalls, 3u);
  EXPECT_EQ(steady.uploadedBytes, 100 * (20 + 56 + 40u));
  EXPECT_EQ(frame(50).createdBuffers, 0u);
  EXPECT_EQ(frame(0).drawCalls, 0u);
  EXPECT_EQ(frame(200).createdBuffers, 3u);
}

}  // namespace
}  // namespace sofa::gl
