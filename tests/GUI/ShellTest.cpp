// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QOpenGLContext>
#include <QSpinBox>
#include <QTest>
#include <fstream>

#include "CapturedMessages.h"
#include "SignalSpy.h"
#include "Sofa/GUI/Plots/CompareWindow.h"
#include "Sofa/GUI/Timeline/ScreenshotDialog.h"
#include "Sofa/GUI/Viewport/ViewControl.h"
#include "Sofa/GUI/Window/Icons.h"
#include "Sofa/GUI/Window/RecentFiles.h"
#include "Sofa/GUI/Window/Settings.h"
#include "SourceFolder.h"
#include "TemporaryFolder.h"

namespace sofa::gui {
namespace {

using type::Vec3;

// --- ViewControl -----------------------------------------------------------------------------------------------------

class ViewControlTest : public testing::Test {
 protected:
  void SetUp() override {
    control.setSize(800, 600);
    control.setScene({Vec3(-1, -1, -1), Vec3(1, 1, 1)}, {0, -9.81, 0});
    control.defaultView();
  }
  void drag(ViewControl::Gesture gesture, QPointF from, QPointF to) {
    control.begin(gesture, from);
    control.move(to);
    control.end();
  }
  ViewControl control;
};

/// Where the corners of a box are seen: in the view, and near its border.
void expectFramed(const geometry::Camera& camera, const type::BoundingBox& box) {
  double nearest = 1;
  for (int corner = 0; corner < 8; ++corner) {
    const auto side = [&](int i) { return corner >> i & 1 ? box.max[i] : box.min[i]; };
    const Vec3 p = camera.project(Vec3(side(0), side(1), side(2)));
    EXPECT_GT(p.z(), 0);
    nearest = std::min(
        {nearest, p.x() / camera.width, 1 - p.x() / camera.width, p.y() / camera.height, 1 - p.y() / camera.height});
  }
  EXPECT_NEAR(nearest, 1.0 / 12, 0.01);
}

TEST_F(ViewControlTest, theDefaultViewIsAThreeQuarterViewOfTheWholeScene) {
  expectFramed(control.camera(), {Vec3(-1, -1, -1), Vec3(1, 1, 1)});
  EXPECT_LT(control.camera().viewDirection().y(), -0.2);
  EXPECT_LT(control.camera().viewDirection().x(), -0.2);
}

TEST_F(ViewControlTest, allAndTheStandardViewsFrameTheBoxAsItIsNow) {
  const type::BoundingBox moved{Vec3(10, -4, 2), Vec3(16, -3.5, 3)};
  control.setScene(moved, {0, -9.81, 0});
  for (const bool orthographic : {false, true}) {
    if (control.camera().orthographic != orthographic) control.toggleProjection();
    control.viewAll();
    expectFramed(control.camera(), moved);
    for (const auto view : {ViewControl::StandardView::front, ViewControl::StandardView::right,
                            ViewControl::StandardView::top, ViewControl::StandardView::isometric}) {
      control.standardView(view);
      expectFramed(control.camera(), moved);
    }
  }
}

TEST_F(ViewControlTest, aCameraThatFollowsMovesWhenTheSceneLeavesTheView) {
  const type::BoundingBox near{Vec3(-1, -1.2, -1), Vec3(1, 1, 1)}, away{Vec3(-1, -31, -1), Vec3(1, -29, 1)};
  control.setScene(away, {0, -9.81, 0});
  EXPECT_FALSE(control.follow());  // nobody asked for it
  control.setFollowing(true);
  control.setScene(near, {0, -9.81, 0});
  EXPECT_FALSE(control.follow());  // it is still seen
  const Vec3 direction = control.camera().viewDirection();
  control.setScene(away, {0, -9.81, 0});
  EXPECT_TRUE(control.follow());
  expectFramed(control.camera(), away);
  EXPECT_NEAR((control.camera().viewDirection() - direction).norm(), 0, 1e-12);
  EXPECT_FALSE(control.follow());
  control.setScene({}, {0, -9.81, 0});
  EXPECT_FALSE(control.follow());
}

TEST_F(ViewControlTest, rotationKeepsTheDistanceToThePivot) {
  const Vec3 before = control.camera().position;
  drag(ViewControl::Gesture::rotate, {400, 300}, {500, 350});
  EXPECT_NEAR(control.camera().position.norm(), before.norm(), 1e-6);
  EXPECT_GT((control.camera().position - before).norm(), 0.1);
}

TEST_F(ViewControlTest, aTurntableKeepsTheHorizonLevel) {
  control.setMode(ViewControl::Mode::turntable);
  drag(ViewControl::Gesture::rotate, {400, 300}, {520, 380});
  EXPECT_NEAR(control.camera().axis(0).y(), 0, 1e-12);
}

TEST_F(ViewControlTest, whatIsPannedStaysUnderTheMouse) {
  const Vec3 before = control.camera().project(Vec3::Zero());
  drag(ViewControl::Gesture::pan, {400, 300}, {450, 320});
  const Vec3 after = control.camera().project(Vec3::Zero());
  EXPECT_NEAR(after.x() - before.x(), 50, 1e-6);
  EXPECT_NEAR(after.y() - before.y(), 20, 1e-6);
}

TEST_F(ViewControlTest, zoomingNeverGetsStuck) {
  control.zoom(200);
  const double near = control.camera().position.z();
  control.zoom(1);
  EXPECT_LT(control.camera().position.z(), near);
  EXPECT_TRUE(control.camera().position.allFinite());
}

TEST_F(ViewControlTest, standardViewsLookAlongTheAxes) {
  control.standardView(ViewControl::StandardView::top);
  EXPECT_NEAR((control.camera().viewDirection() - Vec3(0, -1, 0)).norm(), 0, 1e-9);
  control.standardView(ViewControl::StandardView::right);
  EXPECT_NEAR((control.camera().viewDirection() - Vec3(-1, 0, 0)).norm(), 0, 1e-9);
  EXPECT_NEAR((control.camera().axis(1) - Vec3(0, 1, 0)).norm(), 0, 1e-9);
}

TEST_F(ViewControlTest, aSceneThatDivergedOrIsEmptyLeavesAUsableCamera) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  control.setScene({Vec3(nan, nan, nan), Vec3(nan, nan, nan)}, {nan, 0, 0});
  control.viewAll();
  EXPECT_TRUE(control.camera().position.allFinite());
  control.setScene({}, {0, 0, 0});
  control.defaultView();
  EXPECT_TRUE(control.camera().position.allFinite());
  EXPECT_GT(control.camera().distance(), 0);
}

TEST_F(ViewControlTest, camerasThatAreNotActivatedStayWhereTheyAre) {
  ViewControl::Habits habits;
  habits.activated = false;
  control.setHabits(habits);
  const Vec3 before = control.camera().position;
  drag(ViewControl::Gesture::rotate, {400, 300}, {500, 350});
  control.zoom(1);
  EXPECT_EQ(control.camera().position, before);
}

// --- Small parts -----------------------------------------------------------------------------------------------------

TEST(RecentFilesTest, keepsTheNewestTenInOrder) {
  tests::TemporaryFolder folder;
  useSettingsFile(QString::fromStdString((folder.path() / "settings.ini").string()));
  RecentFiles recent;
  for (int i = 0; i < 12; ++i) recent.add(QString("/scenes/%1.scn").arg(i));
  recent.add("/scenes/5.scn");
  EXPECT_EQ(recent.files().size(), RecentFiles::capacity);
  EXPECT_EQ(recent.files().value(0), "/scenes/5.scn");
  EXPECT_EQ(recent.files().value(1), "/scenes/11.scn");
  EXPECT_EQ(recent.files().count("/scenes/5.scn"), 1);
  EXPECT_EQ(RecentFiles().files(), recent.files());
}

TEST(ScreenshotDialogTest, keepsTheShapeOfTheView) {
  ScreenshotDialog dialog({800, 600}, "/tmp/a");
  EXPECT_EQ(dialog.pictureSize(), QSize(800, 600));
  EXPECT_EQ(dialog.file(), "/tmp/a.png");
  dialog.findChild<QSpinBox*>("widthField")->setValue(1000);
  EXPECT_EQ(dialog.pictureSize(), QSize(1000, 750));
}

TEST(IconsTest, everySymbolDrawsSomething) {
  for (int i = 0; i <= static_cast<int>(Symbol::fullScreen); ++i) {
    const QImage image = icon(static_cast<Symbol>(i)).pixmap(24, 24).toImage();
    int drawn = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) drawn += qAlpha(image.pixel(x, y)) > 0;
    EXPECT_GT(drawn, 20) << "symbol " << i;
  }
}

TEST(QtFrontEndTest, withoutADisplayItSaysSoAndGivesUp) {
  std::map<const char*, QByteArray> kept;
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
    kept[name] = qgetenv(name);
    qunsetenv(name);
  }
  const auto* frontEnd = simulation::findFrontEnd("qt");
  ASSERT_TRUE(frontEnd);
  tests::CapturedMessages messages;
  EXPECT_EQ((*frontEnd)({}), simulation::ExitStatus::badInput);
  EXPECT_EQ(1u, messages.errors("neither DISPLAY nor WAYLAND_DISPLAY is set"));
  qputenv("DISPLAY", ":987");
  EXPECT_EQ((*frontEnd)({}), simulation::ExitStatus::badInput);
  EXPECT_EQ(1u, messages.errors("\":987\" does not answer"));
  qputenv("QT_QPA_PLATFORM", "nonsense");
  EXPECT_EQ((*frontEnd)({}), simulation::ExitStatus::badInput);
  EXPECT_EQ(1u, messages.errors("which this Qt does not have"));
  for (const auto& [name, value] : kept) value.isEmpty() ? qunsetenv(name) : qputenv(name, value);
}

// --- CompareWindow ---------------------------------------------------------------------------------------------------

TEST(CompareTest, differencesAreFoundByPath) {
  const StatePositions a{{"/x", {0, 1, 2}}, {"/y", {1}}}, b{{"/x", {0, 1.5, 2}}, {"/z", {1}}};
  const auto d = compareStates(a, b);
  EXPECT_TRUE(d.comparable);
  EXPECT_DOUBLE_EQ(d.largest, 0.5);
  EXPECT_EQ(d.path, "/x");
  EXPECT_EQ(d.unmatched, 2u);
  EXPECT_FALSE(compareStates({{"/x", {0}}}, {{"/x", {0, 1}}}).comparable);
}

TEST(CompareTest, bothScenesStepTogether) {
  if (!QOpenGLContext().create()) GTEST_SKIP() << "needs a display with OpenGL";
  simulation::FrontEndOptions options;
  options.batch.scene = options.compareWith = SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn";
  CompareWindow window(options);
  window.show();
  SignalSpy compared(&window, &CompareWindow::compared);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !compared.isEmpty(); }, 20000));
  EXPECT_EQ(window.difference().largest, 0);
  window.session(1).post([](simulation::Node& root) { root.d_gravity.set({0, -20, 0}); });
  window.setPlaying(true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return window.session(0).lastStep().step >= 5; }, 20000));
  window.setPlaying(false);
  QTest::qWait(300);
  EXPECT_EQ(window.session(0).lastStep().step, window.session(1).lastStep().step);
  EXPECT_GT(window.difference().largest, 0);
  window.viewport(0).standardView(ViewControl::StandardView::top);
  EXPECT_EQ(window.viewport(1).camera().position, window.viewport(0).camera().position);
}

TEST(CompareTest, whatIsWrongWithASceneIsToldAtItsSide) {
  if (!QOpenGLContext().create()) GTEST_SKIP() << "needs a display with OpenGL";
  tests::CapturedMessages messages;
  simulation::FrontEndOptions options;
  options.batch.scene = SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn";
  options.compareWith = "/no/such/scene.scn";
  options.fullScreen = true;
  CompareWindow window(options);
  window.show();
  EXPECT_TRUE(window.isFullScreen());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window.problemOf(1).isEmpty(); }, 20000));
  EXPECT_TRUE(window.problemOf(1).startsWith("scene.scn could not be loaded")) << window.problemOf(1).toStdString();
  EXPECT_TRUE(window.problemOf(1).contains("/no/such/scene.scn")) << window.problemOf(1).toStdString();
  EXPECT_TRUE(window.problemOf(0).isEmpty()) << window.problemOf(0).toStdString();
}

TEST(CompareTest, bothScenesPlayAtOnceAndAreLoadedAgainWhenTheirFilesChange) {
  if (!QOpenGLContext().create()) GTEST_SKIP() << "needs a display with OpenGL";
  tests::TemporaryFolder folder;
  const auto copy = folder.path() / "copy.scn";
  std::filesystem::copy_file(SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn", copy);
  simulation::FrontEndOptions options;
  options.batch.scene = SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn";
  options.compareWith = copy.string();
  options.startAnimated = options.watchFile = true;
  CompareWindow window(options);
  window.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window.session(1).lastStep().step >= 3; }, 20000));
  EXPECT_EQ(window.difference().largest, 0);
  SignalSpy loaded(&window.session(1), &Session::loaded);
  std::ofstream(copy, std::ios::app) << "<!-- changed -->\n";
  ASSERT_TRUE(QTest::qWaitFor([&] { return !loaded.isEmpty(); }, 20000));
  EXPECT_FALSE(window.isPlaying());
}

}  // namespace
}  // namespace sofa::gui
