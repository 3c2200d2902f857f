// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/MeasureTool.h"

#include "MainWindowFixture.h"

namespace sofa::gui {
namespace {

using type::Vec3;

/// Takes what the measure leaves to it.
class OtherTool : public ViewportTool {
 public:
  bool click(const std::optional<gl::Pick>&, const gl::Frame&) override { return ++clicks > 0; }
  int clicks = 0;
};

/// A triangle from (0,0,0) to (1,0,0) and (0,1,0), moved along z.
gl::Frame triangleAt(double z, std::shared_ptr<const gl::SurfaceMesh> mesh) {
  auto vertices = std::make_shared<gl::SurfaceVertices>();
  const auto h = static_cast<float>(z);
  vertices->positions = {0, 0, h, 1, 0, h, 0, 1, h};
  gl::Frame frame;
  gl::Surface surface;
  surface.id = 7;
  surface.owner = 1;
  surface.mesh = std::move(mesh);
  surface.vertices = std::move(vertices);
  frame.surfaces.push_back(surface);
  return frame;
}

class MeasureToolTest : public testing::Test {
 protected:
  MeasureToolTest() {
    auto triangle = std::make_shared<gl::SurfaceMesh>();
    triangle->triangles = {0, 1, 2};
    mesh = triangle;
    frame = triangleAt(0, mesh);
    tool.setOn(true);
  }
  void click(const Vec3& p, std::uint32_t owner = 1) { EXPECT_TRUE(tool.click(gl::Pick{owner, p}, frame)); }

  std::shared_ptr<const gl::SurfaceMesh> mesh;
  gl::Frame frame;
  OtherTool other;
  MeasureTool tool{other};
};

TEST_F(MeasureToolTest, twoPointsTellTheirDistanceAThirdTheAngle) {
  EXPECT_EQ(tool.text(), "Click a point to measure from.");
  click({0.5, 0, 0});
  click({0, 0, 0});
  EXPECT_EQ(tool.text(), "Distance 0.5");
  click({0, 0.25, 0});
  ASSERT_TRUE(tool.angle());
  EXPECT_NEAR(*tool.angle(), 90, 1e-9);
  EXPECT_EQ(tool.text(), QString::fromUtf8("Distance 0.5, 0.25; angle 90\u00b0"));
  EXPECT_EQ(tool.onTop()->texts().size(), 3u);
  click({0.1, 0.1, 0});
  EXPECT_EQ(tool.points().size(), 1u);
}

TEST_F(MeasureToolTest, pointsOnSurfacesMoveWithThemOthersStay) {
  click({0.25, 0.25, 0});
  click({0, 0, 3}, 0);
  tool.frameChanged(triangleAt(2, mesh));
  EXPECT_LT((tool.points()[0] - Vec3(0.25, 0.25, 2)).norm(), 1e-6);
  EXPECT_EQ(tool.points()[1], Vec3(0, 0, 3));
  // Another mesh, or positions that are not finite, leave it where it was.
  tool.frameChanged(triangleAt(5, std::make_shared<gl::SurfaceMesh>(*mesh)));
  tool.frameChanged(triangleAt(std::numeric_limits<double>::quiet_NaN(), mesh));
  EXPECT_LT((tool.points()[0] - Vec3(0.25, 0.25, 2)).norm(), 1e-6);
}

TEST_F(MeasureToolTest, clicksBesideEverythingAndEqualPointsAreSurvived) {
  EXPECT_TRUE(tool.click({}, frame));
  EXPECT_TRUE(tool.points().empty());
  for (int i = 0; i < 3; ++i) click({0.5, 0, 0});
  EXPECT_FALSE(tool.angle());
  EXPECT_EQ(tool.text(), "Distance 0, 0");
}

TEST_F(MeasureToolTest, offItLeavesClicksToOthers) {
  click({0, 0, 0});
  tool.setOn(false);
  EXPECT_TRUE(tool.points().empty());
  EXPECT_FALSE(tool.onTop());
  EXPECT_TRUE(tool.text().isEmpty());
  tool.click({}, frame);
  EXPECT_EQ(other.clicks, 1);
}

// --- In the view -----------------------------------------------------------------------------------------------------

class ViewTest : public MainWindowTest {
 protected:
  void SetUp() override {
    MainWindowTest::SetUp();
    if (IsSkipped()) return;
    ASSERT_TRUE(open(scene));
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
    QTest::qWait(200);
  }
  QImage picture() {
    QString reason;
    const auto image = window->viewport().picture(400, 300, reason);
    EXPECT_TRUE(reason.isEmpty()) << reason.toStdString();
    return QImage(image.rgba.data(), image.width, image.height, QImage::Format_RGBA8888).copy();
  }
};

TEST_F(ViewTest, aClickHitsWhatIsSeenThereWhateverThePixelRatio) {
  auto& view = window->viewport();
  action("measure")->setChecked(true);
  // The beam's middle lies where the camera projects it.
  const auto& frame = *view.frame();
  const Vec3 middle = 0.5 * (frame.box.min + frame.box.max);
  const Vec3 pixel = view.camera().project(middle);
  QTest::mouseClick(&view, Qt::LeftButton, {}, (QPointF(pixel.x(), pixel.y()) / view.pixelRatio()).toPoint());
  ASSERT_EQ(window->tools().measure.points().size(), 1u);
  const Vec3 half = 0.5 * (frame.box.max - frame.box.min);
  const Vec3 off = (window->tools().measure.points()[0] - middle).cwiseAbs();
  EXPECT_TRUE((off.array() <= half.array() + 1e-3).all()) << off.transpose();
  EXPECT_TRUE(window->tools().selection.isEmpty());
  // The framebuffer has a pixel for each of the screen's.
  EXPECT_EQ(view.camera().width, static_cast<unsigned>(std::lround(view.width() * view.devicePixelRatioF())));
}

TEST_F(ViewTest, theScaleBarIsDrawnAndMeasuresAreNotHidden) {
  const QImage before = picture();
  action("scale")->trigger();
  EXPECT_NE(picture(), before);
  action("scale")->trigger();
  EXPECT_EQ(picture(), before);
  action("measure")->setChecked(true);
  const auto& box = window->viewport().frame()->box;
  window->tools().measure.click(gl::Pick{0, box.min}, *window->viewport().frame());
  window->tools().measure.click(gl::Pick{0, box.max}, *window->viewport().frame());
  EXPECT_NE(picture(), before);
  action("measure")->setChecked(false);
  EXPECT_EQ(picture(), before);
}

TEST_F(ViewTest, altAndTheLeftButtonMoveTheLight) {
  auto& view = window->viewport();
  const QImage before = picture();
  const auto camera = view.camera().position;
  const QPoint middle = view.rect().center();
  QTest::mousePress(&view, Qt::LeftButton, Qt::AltModifier, middle);
  for (int i = 1; i <= 4; ++i) {
    const QPointF at = middle + QPoint(30 * i, 0);
    QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::AltModifier);
    QCoreApplication::sendEvent(&view, &move);
  }
  QTest::mouseRelease(&view, Qt::LeftButton, Qt::AltModifier, middle + QPoint(120, 0));
  EXPECT_EQ(view.camera().position, camera);
  EXPECT_NE(picture(), before);
  action("resetLight")->trigger();
  EXPECT_EQ(picture(), before);
}

}  // namespace
}  // namespace sofa::gui
