// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include "Sofa/Type/AngleAxis.h"

#include "GL/Pictures.h"

/// Texts, legends and frames, through the whole renderer.
namespace sofa::gl {
namespace {

using test::count;
using test::isNear;
using test::Picture;
using test::Rgb;
using type::Vec3;

class OverlayRendererTest : public test::PictureTest {};

const type::BoundingBox unitBox{Vec3(-1, -1, -1), Vec3(1, 1, 1)};

TEST_F(OverlayRendererTest, emptyFrameIsItsBackground) {
  frame.background = {0.2f, 0.4f, 0.6f, 1};
  const Picture p = draw();
  EXPECT_EQ(count(p, Rgb{51, 102, 153}), 400 * 300);
}

TEST_F(OverlayRendererTest, legendOfAColourMap) {
  core::DrawList::Legend legend;
  legend.min = -1.5;
  legend.max = 20;
  legend.palette = {{0, 0, 1, 1}, {0, 1, 0, 1}, {1, 0, 0, 1}};
  frame.drawList.legend(legend);
  const Picture p = draw();
  // x = 10..20 plus 10, y = 20..120 plus 5, the largest value at the top.
  EXPECT_TRUE(isNear(p(25, 26), {255, 0, 0}, 8));
  EXPECT_TRUE(isNear(p(25, 75), {0, 255, 0}, 8));
  EXPECT_TRUE(isNear(p(25, 123), {0, 0, 255}, 8));
  EXPECT_TRUE(isNear(p(25, 50), {128, 128, 0}, 8));
  EXPECT_EQ(p(25, 24), (Rgb{0, 0, 0}));
  EXPECT_EQ(p(25, 125), (Rgb{0, 0, 0}));
  EXPECT_EQ(p(19, 75), (Rgb{0, 0, 0}));
  EXPECT_EQ(p(30, 62), (Rgb{0, 0, 0}));
  // Five white numbers with a tick each: at the ends, and at the quarters.
  for (const int y : {25, 50, 75, 100, 125}) {
    EXPECT_EQ(p.brightIn(30, y - 1, 33, y + 1), 3) << y;
    EXPECT_GT(p.brightIn(34, y - 7, 80, y + 7), 5) << y;
    EXPECT_EQ(p.brightIn(30, y + 9, 80, y + 15), 0) << y;
  }
}

TEST_F(OverlayRendererTest, legendsGrowWithTheirLetters) {
  core::DrawList::Legend legend;
  legend.palette = {{1, 0, 0, 1}, {1, 0, 0, 1}};
  legend.titleSize = 22;
  frame.drawList.legend(legend);
  const auto bar = draw().boxOf([](const Rgb& c) { return c == Rgb{255, 0, 0}; });
  EXPECT_NEAR(bar[2] - bar[0], 19, 1);
  EXPECT_NEAR(bar[3] - bar[1], 199, 1);
}

TEST_F(OverlayRendererTest, anEmptySceneSaysSo) {
  frame.nothingDrawn = true;
  EXPECT_GT(draw().brightIn(50, 120, 350, 180), 300);
  view.emptyNote = false;
  EXPECT_EQ(draw().brightIn(0, 0, 400, 300), 0);
  view.emptyNote = true;
  frame.nothingDrawn = false;
  EXPECT_EQ(draw().brightIn(0, 0, 400, 300), 0);
}

TEST_F(OverlayRendererTest, titleMovesTheBarDown) {
  core::DrawList::Legend legend;
  legend.title = "Stress";
  legend.x = legend.y = 0;
  legend.palette = {{1, 0, 0, 1}, {1, 0, 0, 1}};
  frame.drawList.legend(legend);
  frame.background = {1, 1, 1, 1};
  const Picture p = draw();
  EXPECT_EQ(p(15, 41), (Rgb{255, 255, 255}));
  EXPECT_EQ(p(15, 42), (Rgb{255, 0, 0}));
  EXPECT_EQ(p(15, 141), (Rgb{255, 0, 0}));
  EXPECT_EQ(p(15, 142), (Rgb{255, 255, 255}));
  EXPECT_GT(p.darkIn(10, 20, 60, 36), 20);  // black on white
}

TEST_F(OverlayRendererTest, legendsOfOnePlaceAreStacked) {
  core::DrawList::Legend legend;
  legend.title = "Stress";
  legend.max = 1e-5;
  const auto bar = [&](const type::Color& color) {
    legend.palette = {color, color};
    frame.drawList.legend(legend);
  };
  bar({1, 0, 0, 1}), bar({0, 1, 0, 1}), bar({0, 0, 1, 1});
  legend.x = 200;
  bar({1, 1, 0, 1});
  const Picture p = draw();  // 400 x 300: two fit below each other
  const auto box = [&](const Rgb& color) { return p.boxOf([&](const Rgb& c) { return isNear(c, color, 8); }); };
  const auto red = box({255, 0, 0}), green = box({0, 255, 0}), blue = box({0, 0, 255}), yellow = box({255, 255, 0});
  for (const auto& b : {red, green, blue, yellow}) {
    EXPECT_NEAR(b[2] - b[0], 9, 1);
    EXPECT_NEAR(b[3] - b[1], 99, 1);
  }
  EXPECT_EQ(red[1], 47);
  EXPECT_EQ(green[0], red[0]);
  EXPECT_GT(green[1], red[3] + 22);  // below, with room for the title
  EXPECT_EQ(blue[1], red[1]);
  EXPECT_GT(blue[0], red[2] + 30);  // beside, with room for the numbers
  EXPECT_EQ(yellow[0], 210);
  EXPECT_EQ(yellow[1], red[1]);
}

TEST_F(OverlayRendererTest, legendsAndLabelsGrowWithThePixelRatio) {
  core::DrawList::Legend legend;
  legend.palette = {{1, 0, 0, 1}, {1, 0, 0, 1}};
  frame.drawList.legend(legend);
  core::DrawList::Label label;
  label.x = 100, label.y = 50, label.fontSize = 20;
  label.text = "HH";
  label.color = {0, 1, 0, 1};
  frame.drawList.label(label);
  const Picture one = draw();
  view.pixelRatio = 2;
  view.camera.width = 800, view.camera.height = 600;
  const Picture two = draw();
  EXPECT_EQ(count(two, Rgb{255, 0, 0}), 4 * count(one, Rgb{255, 0, 0}));
  const auto a = one.boxOf([](const Rgb& c) { return c[1] > 100 && c[0] < 50; });
  const auto b = two.boxOf([](const Rgb& c) { return c[1] > 100 && c[0] < 50; });
  EXPECT_NEAR(b[0], 2 * a[0], 2);
  EXPECT_NEAR(b[3] - b[1] + 1, 2 * (a[3] - a[1] + 1), 2);
  EXPECT_NEAR(a[0], 102, 2);
}

TEST_F(OverlayRendererTest, contrastingLabels) {
  core::DrawList::Label label;
  label.text = "Hello";
  label.contrasting = true;
  frame.drawList.label(label);
  EXPECT_GT(draw().brightIn(10, 10, 60, 30), 20);
  frame.background = {1, 1, 0.5f, 1};
  EXPECT_GT(draw().darkIn(10, 10, 60, 30), 20);
}

TEST_F(OverlayRendererTest, textsStandAtTheirPlaceInAConstantSize) {
  frame.drawList.text({0.5, 0.25, 0}, "H", 1, {1, 0, 0, 1});
  const auto red = [](const Rgb& c) { return c[0] > 128; };
  const auto near = draw().boxOf(red);
  const Vec3 place = view.camera.project({0.5, 0.25, 0});
  EXPECT_NEAR(near[0], place.x() + 2, 2);
  EXPECT_NEAR(near[3], place.y(), 2);  // its base line
  EXPECT_NEAR(near[3] - near[1] + 1, 0.729 * 14, 1.5);
  view.camera.dolly(-5);
  const auto far = draw().boxOf(red);
  EXPECT_NEAR(far[3] - far[1], near[3] - near[1], 1);
  EXPECT_LT(far[0], near[0]);
}

TEST_F(OverlayRendererTest, textsBehindTheEyeOrCutOffAreLeftOut) {
  frame.drawList.text(2 * view.camera.position, "behind", 1, {1, 0, 0, 1});
  frame.drawList.text({0.5, 0, 0}, "cut", 1, {1, 0, 0, 1});
  frame.drawList.text({NAN, 0, 0}, "nowhere", 1, {1, 0, 0, 1});
  view.clipPlanes = {{Vec3(1, 0, 0), 0}};
  EXPECT_EQ(count(draw(), Rgb{0, 0, 0}), 400 * 300);
}

TEST_F(OverlayRendererTest, boxesOfSceneAndSelection) {
  frame.box = unitBox;
  view.camera.setDefaultView(unitBox, Vec3(0, -9.81, 0));
  EXPECT_EQ(count(draw(), Rgb{0, 0, 0}), 400 * 300);
  view.boundingBox = true;
  const Picture p = draw();
  const auto yellow = [](const Rgb& c) { return c[0] > 60 && c[0] == c[1] && c[2] == 0; };
  const auto box = p.boxOf(yellow);
  const Vec3 corner = view.camera.project({-1, 1, 1}), opposite = view.camera.project({1, -1, 1});
  EXPECT_NEAR(box[0], corner.x(), 1.5);
  EXPECT_NEAR(box[1], corner.y(), 1.5);
  EXPECT_NEAR(box[2], opposite.x(), 1.5);
  EXPECT_NEAR(box[3], opposite.y(), 1.5);
  view.boundingBox = false;
  view.selectionBox = unitBox;
  EXPECT_GT(draw().countIf([](const Rgb& c) { return c[0] > 200 && c[1] < 30 && c[2] > 150; }), 400);
}

TEST_F(OverlayRendererTest, axesHaveTheirColoursAndLetters) {
  frame.box = unitBox;
  view.camera.setDefaultView(unitBox, Vec3(0, -9.81, 0));
  view.axes = true;
  const Picture p = draw();
  const double length = std::sqrt(3.0);
  const Vec3 x = view.camera.project({0.5 * length, 0, 0}), y = view.camera.project({0, 0.5 * length, 0});
  EXPECT_GT(p.at(x)[0], 100);
  EXPECT_LT(p.at(x)[1], 100);
  EXPECT_GT(p.at(y)[1], 100);
  EXPECT_LT(p.at(y)[0], 100);
  const Vec3 letter = view.camera.project({1.03 * length, 0, 0});
  EXPECT_GT(p.brightIn(static_cast<int>(letter.x()), static_cast<int>(letter.y()) - 12,
                       static_cast<int>(letter.x()) + 14, static_cast<int>(letter.y())),
            10);
}

TEST_F(OverlayRendererTest, sceneFramesInCorners) {
  for (const auto style : {SceneFrame::Style::arrows, SceneFrame::Style::cylinders, SceneFrame::Style::cubeCones})
    for (const auto corner : {SceneFrame::Corner::bottomLeft, SceneFrame::Corner::bottomRight,
                              SceneFrame::Corner::topRight, SceneFrame::Corner::topLeft}) {
      frame.sceneFrames = {{style, corner, 100}};
      const bool right = corner == SceneFrame::Corner::bottomRight || corner == SceneFrame::Corner::topRight;
      const bool top = corner == SceneFrame::Corner::topLeft || corner == SceneFrame::Corner::topRight;
      view.camera.orientation = type::Quat::Identity();
      view.camera.position = {0, 0, 5};
      const Picture p = draw(fmt::format("{}{}", static_cast<int>(style), static_cast<int>(corner)));
      const int x = right ? 350 : 50, y = top ? 50 : 250;
      const auto box = p.boxOf([](const Rgb& c) { return c[0] + c[1] + c[2] > 60; });
      EXPECT_GE(box[0], x - 50);
      EXPECT_LE(box[2], x + 50);
      EXPECT_GE(box[1], y - 50);
      EXPECT_LE(box[3], y + 50);
      // x to the right is red, y up is green: 100 / 2 / tan(30) / 3 pixels per unit.
      EXPECT_GT(p(x + 17, y)[0], p(x + 17, y)[1] + 60);
      EXPECT_GT(p(x, y - 17)[1], p(x, y - 17)[0] + 60);
    }
}

TEST_F(OverlayRendererTest, theFrameTurnsWithTheCamera) {
  view.sceneFrame = true;
  view.camera.turn(type::Quat(sofa::type::AngleAxis(std::acos(0.0), Vec3::UnitZ())), Vec3::Zero());
  const Picture p = draw();
  const int x = 400 - 75, y = 300 - 75;              // the corner a viewer's own frame is in
  EXPECT_GT(p(x, y + 20)[0], p(x, y + 20)[1] + 60);  // the camera lies on its side: x points down
}

TEST_F(OverlayRendererTest, theViewersOwnFrameLeavesASmallViewToTheScene) {
  view.sceneFrame = true;
  view.camera.width = view.camera.height = 120;
  const auto box = draw().boxOf([](const Rgb& c) { return c[0] + c[1] + c[2] > 60; });
  EXPECT_GE(box[0], 60);
  EXPECT_GE(box[1], 60);
}

TEST_F(OverlayRendererTest, whatIsOnTopIsHiddenByNothing) {
  frame.box = unitBox;
  view.camera.setDefaultView(unitBox, Vec3(0, -9.81, 0));
  frame.drawList.cube(Vec3::Zero(), type::Quat::Identity(), Vec3::Constant(0.5), {0, 0, 1, 1});
  core::DrawList list;
  list.point(Vec3::Zero(), 9, {1, 1, 0, 1});
  const auto yellowPixels = [&] { return draw().countIf([](const Rgb& c) { return c[0] > 200 && c[1] > 200; }); };
  view.extra = &list;
  EXPECT_EQ(yellowPixels(), 0);
  view.extra = nullptr;
  view.onTop = &list;
  EXPECT_GT(yellowPixels(), 30);
}

TEST_F(OverlayRendererTest, gridOfTheGround) {
  frame.gravity = {0, -9.81, 0};
  frame.box = unitBox;
  view.camera.position = {2, 3, 4};
  view.camera.lookAt = Vec3::Zero();
  view.camera.orientation = view.camera.orientationTowards(view.camera.position, view.camera.lookAt);
  EXPECT_EQ(count(draw("without"), Rgb{0, 0, 0}), 400 * 300);
  view.grid = true;
  const Picture p = draw();
  EXPECT_LT(count(p, Rgb{0, 0, 0}), 395 * 300);
  EXPECT_GT(count(p, Rgb{0, 0, 0}), 200 * 300);
  // x and z through the origin are red and blue.
  const Rgb x = p.at(view.camera.project({0.5, 0, 0})), z = p.at(view.camera.project({0, 0, 0.5}));
  EXPECT_GT(x[0], x[2] + 40);
  EXPECT_GT(z[2], z[0] + 40);
  // Seen from the side it is a line at most.
  view.camera.position = {0, 0, 5};
  view.camera.orientation = type::Quat::Identity();
  EXPECT_GT(draw("side").countIf([](const Rgb& c) { return c == Rgb{0, 0, 0}; }), 395 * 300);
}

TEST_F(OverlayRendererTest, gridIsHiddenByWhatIsInFront) {
  view.grid = true;
  frame.box = unitBox;
  frame.gravity = {0, 0, -9.81};
  frame.drawList.quad({-1, -1, 0.5}, {1, -1, 0.5}, {1, 1, 0.5}, {-1, 1, 0.5}, {0, 1, 0, 1});
  const Picture p = draw();
  const Vec3 inside = view.camera.project({0.9, 0.9, 0.5});
  const int reach = static_cast<int>(inside.x()) - 200;
  EXPECT_GT(reach, 20);
  for (int x = 200 - reach; x < 200 + reach; ++x) EXPECT_EQ(p(x, 150), (Rgb{0, 255, 0})) << x;
}

TEST_F(OverlayRendererTest, gridSpacing) {
  EXPECT_NEAR(GridRenderer::spacing(0.01), 1, 1e-12);     // 20 pixels are 0.2
  EXPECT_NEAR(GridRenderer::spacing(0.004), 0.1, 1e-12);  // 20 pixels are 0.08
}

TEST_F(OverlayRendererTest, extraThingsOfTheViewer) {
  core::DrawList extra;
  extra.point({0, 0, 0}, 21, {0, 1, 0, 1});
  core::DrawList::Label label;
  label.x = 300, label.y = 20;
  label.text = "measure";
  label.color = {1, 0, 0, 1};
  extra.label(label);
  view.extra = &extra;
  const Picture p = draw();
  EXPECT_EQ(p(200, 150), (Rgb{0, 255, 0}));
  EXPECT_GT(p.countIf([](const Rgb& c) { return c[0] > 200 && c[1] == 0; }), 20);
}

TEST_F(OverlayRendererTest, steadySceneMakesNothingNew) {
  frame.box = unitBox;
  view.axes = view.grid = view.boundingBox = view.sceneFrame = true;
  view.selectionBox = unitBox;
  frame.drawList.text({0, 0, 0}, "17", 1, {1, 1, 1, 1});
  draw();
  draw();
  EXPECT_EQ(renderer().statistics().createdBuffers, 0u);
  EXPECT_LT(renderer().statistics().drawCalls, 16u);
}

TEST_F(OverlayRendererTest, theSameFrameIsSentOnce) {
  for (int i = 0; i < 1000; ++i) frame.drawList.point({0.001 * i, 0, 0}, 5, {1, 0, 0, 1});
  const auto sent = [&](std::uint64_t number) {
    frame.number = number;
    draw();
    return renderer().statistics().uploadedBytes;
  };
  EXPECT_EQ(sent(1), 20000u);
  EXPECT_EQ(sent(1), 0u);
  EXPECT_EQ(sent(2), 20000u);
  EXPECT_EQ(sent(0), 20000u);  // made by hand: may have changed
  EXPECT_EQ(sent(0), 20000u);
}

TEST_F(OverlayRendererTest, boxesThatAreNoBoxes) {
  view.axes = view.grid = view.boundingBox = view.sceneFrame = true;
  for (const auto& box : {type::BoundingBox{}, type::BoundingBox{Vec3::Constant(NAN), Vec3::Constant(NAN)},
                          type::BoundingBox{Vec3::Constant(-INFINITY), Vec3::Constant(INFINITY)}}) {
    frame.box = view.selectionBox = box;
    draw();
  }
}

}  // namespace
}  // namespace sofa::gl
