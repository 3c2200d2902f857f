// SPDX-License-Identifier: Apache-2.0
#include "MainWindowFixture.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QImage>
#include <QLineEdit>
#include <QToolButton>
#include <fstream>

#include "SignalSpy.h"
#include "Sofa/Component/Visual/BaseCamera.h"
#include "Sofa/Component/Visual/VisualStyle.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"

namespace sofa::gui {
namespace {

TEST_F(MainWindowTest, opensASceneAndRemembersIt) {
  ASSERT_TRUE(open(scene));
  EXPECT_EQ(window->windowTitle(), "beam.scn[*] - Sofa");
  EXPECT_EQ(window->files().recent().files().value(0), QString::fromStdString(scene));
  EXPECT_TRUE(action("play")->isEnabled());
}

TEST_F(MainWindowTest, plainScenesGetACameraAndAStyle) {
  ASSERT_TRUE(open(scene));
  EXPECT_TRUE(answer([](simulation::Node& root) {
    return root.down<component::visual::BaseCamera>() && root.slot<component::visual::VisualStyle>();
  }));
}

TEST_F(MainWindowTest, playsPausesStepsAndResets) {
  ASSERT_TRUE(open(scene));
  action("play")->trigger();
  EXPECT_TRUE(window->session().isPlaying());
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->session().lastStep().step > 3; }, patience));
  action("play")->trigger();
  EXPECT_FALSE(window->session().isPlaying());
  SignalSpy reset(&window->session(), &Session::wasReset);
  action("reset")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !reset.isEmpty(); }, patience));
  EXPECT_EQ(window->session().lastStep().step, 0);
  SignalSpy stepped(&window->session(), &Session::stepped);
  action("step")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !stepped.isEmpty(); }, patience));
  EXPECT_EQ(window->session().lastStep().step, 1);
}

/// Where the processor draws, what moves is drawn without the costly averaging, and what stands still with it.
TEST_F(MainWindowTest, edgesAreSmoothOnceThePictureStandsStill) {
  if (QTest::qWaitFor([&] { return window->viewport().context() != nullptr; }, patience)) {
    window->viewport().makeCurrent();
    const bool software = gl::Renderer::isSoftware();
    window->viewport().doneCurrent();
    if (!software) GTEST_SKIP() << "a graphics card draws: it averages in every picture";
  }
  const auto samples = [&] { return window->viewport().statistics().samples; };
  ASSERT_TRUE(open(scene));
  ASSERT_TRUE(QTest::qWaitFor([&] { return samples() == 4; }, patience));
  action("play")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return samples() == 0; }, patience));
  action("play")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return samples() == 4; }, patience));
  SignalSpy painted(&window->viewport(), &Viewport::painted);
  QTest::qWait(600);
  EXPECT_LE(painted.size(), 1) << "and is not drawn again and again";
}

TEST_F(MainWindowTest, aSceneThatFailsToLoadTellsWhyAndLeavesTheWindowUsable) {
  const auto bad = (folder.path() / "bad.scn").string();
  std::ofstream(bad) << "<Node><Unclosed></Node>";
  EXPECT_FALSE(open(bad));
  const auto* panel = window->findChild<ProblemOverlay*>("problemOverlay");
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel->isVisible(); }, patience));
  EXPECT_TRUE(panel->text().contains("bad.scn could not be loaded")) << panel->text().toStdString();
  EXPECT_FALSE(action("play")->isEnabled());
  EXPECT_TRUE(open(scene));
  EXPECT_FALSE(panel->isVisible());
}

TEST_F(MainWindowTest, theTimeStepIsThatOfTheRoot) {
  ASSERT_TRUE(open(scene));
  auto* field = window->findChild<QLineEdit*>("timeStepField");
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "0.005");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(answer([](simulation::Node& root) { return root.dt(); }), 0.005);
  field->selectAll();
  QTest::keyClicks(field, "-1");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(answer([](simulation::Node& root) { return root.dt(); }), 0.005);
  EXPECT_TRUE(QTest::qWaitFor([&] { return field->text() == "0.005"; }, patience)) << field->text().toStdString();
}

TEST_F(MainWindowTest, draggingTurnsTheCameraAndTheSceneLearnsOfIt) {
  ASSERT_TRUE(open(scene));
  auto& view = window->viewport();
  const auto before = view.camera();
  const QPoint middle = view.rect().center();
  QTest::mousePress(&view, Qt::LeftButton, {}, middle);
  QTest::mouseMove(&view, middle + QPoint(40, 10));
  QTest::mouseMove(&view, middle + QPoint(60, 15));
  QTest::mouseRelease(&view, Qt::LeftButton, {}, middle + QPoint(60, 15));
  EXPECT_GT((view.camera().position - before.position).norm(), 0.01 * before.distance());
  const auto position = view.camera().position;
  EXPECT_LT((answer([](simulation::Node& root) -> type::Vec3 {
               return root.down<component::visual::BaseCamera>()->d_position.value();
             }) -
             position)
                .norm(),
            1e-9);
}

TEST_F(MainWindowTest, keysOfTheViewChangeIt) {
  ASSERT_TRUE(open(scene));
  auto& view = window->viewport();
  window->activateWindow();
  view.setFocus();
  ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
  QTest::keyClick(&view, Qt::Key_T);
  EXPECT_TRUE(view.camera().orthographic);
  QTest::keyClick(&view, Qt::Key_A);
  EXPECT_TRUE(view.viewSettings().axes);
  QTest::keyClick(&view, Qt::Key_B);
  EXPECT_TRUE(view.viewSettings().background.has_value());
  QTest::keyClick(&view, Qt::Key_7);
  EXPECT_NEAR(view.camera().viewDirection().y(), -1, 1e-9);
  QTest::keyClick(&view, Qt::Key_Space);
  EXPECT_TRUE(window->session().isPlaying());
  QTest::keyClick(&view, Qt::Key_Space);
  EXPECT_FALSE(window->session().isPlaying());
}

/// Keys after the Enter key drive the simulation, and Ctrl+Z is the scene's wherever no text is typed.
TEST_F(MainWindowTest, enterInAFieldGivesTheKeysBackToTheView) {
  ASSERT_TRUE(open(scene));
  window->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
  const std::string path = "@/beam/UniformMass1";
  const auto mass = [&] {
    return answer(
        [&](simulation::Node& root) { return core::findObjectByPath(root, path)->findData("totalMass")->text(); });
  };
  const std::string before = mass();
  window->tools().selection.select(
      answer([&](simulation::Node& root) { return makeHandle(*core::findObjectByPath(root, path)); }));
  const auto field = [&] {
    const auto* editor = window->findChild<QWidget*>("editor_totalMass");
    return editor ? editor->findChild<QAbstractSpinBox*>() : nullptr;
  };
  ASSERT_TRUE(QTest::qWaitFor([&] { return field() && field()->isVisible(); }, patience));
  const auto type = [&](const char* text) {
    field()->setFocus();
    field()->selectAll();
    QTest::keyClicks(field(), text);
    QTest::keyClick(field(), Qt::Key_Return);
  };
  type("7");
  EXPECT_EQ(QApplication::focusWidget(), &window->viewport());
  EXPECT_TRUE(QTest::qWaitFor([&] { return mass() == "7"; }, patience));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  EXPECT_TRUE(window->session().isPlaying());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  EXPECT_FALSE(window->session().isPlaying());
  EXPECT_EQ(mass(), "7");
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(QTest::qWaitFor([&] { return mass() == before; }, patience));
  QTest::qWait(100);
  type("8");
  EXPECT_TRUE(QTest::qWaitFor([&] { return mass() == "8"; }, patience));
  field()->setFocus();  // and types nothing
  QTest::keyClick(field(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(QTest::qWaitFor([&] { return mass() == before; }, patience));
}

TEST_F(MainWindowTest, theWheelGoesNearerAndHomeShowsAll) {
  ASSERT_TRUE(open(scene));
  auto& view = window->viewport();
  view.viewAll();
  const double all = view.camera().distance();
  QWheelEvent wheel(view.rect().center(), view.mapToGlobal(view.rect().center()), {}, {0, 240}, Qt::NoButton, {},
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(&view, &wheel);
  EXPECT_NEAR(view.camera().distance(), 0.81 * all, 1e-9 * all);
  action("viewAll")->trigger();
  EXPECT_NEAR(view.camera().distance(), all, 1e-9 * all);
}

/// Black is among the backgrounds, but it is the scene's as well.
TEST_F(MainWindowTest, theNextBackgroundLooksOtherThanTheOneBefore) {
  ASSERT_TRUE(open(scene));
  auto& view = window->viewport();
  std::optional<type::Color> before = view.frame()->background;
  for (int i = 0; i < 6; ++i) {
    action("nextBackground")->trigger();
    const auto now = view.viewSettings().background.value_or(view.frame()->background);
    EXPECT_NE(now, before) << i;
    before = now;
  }
}

TEST_F(MainWindowTest, savedViewsComeBack) {
  ASSERT_TRUE(open(scene));
  auto& view = window->viewport();
  view.standardView(ViewControl::StandardView::top);
  const auto saved = view.camera();
  ASSERT_TRUE(view.saveView());
  ASSERT_TRUE(std::filesystem::exists(scene + ".view"));
  view.standardView(ViewControl::StandardView::left);
  view.resetView();
  EXPECT_LT((view.camera().position - saved.position).norm(), 1e-5 * saved.distance());
}

TEST_F(MainWindowTest, aSavedViewThatSeesNothingGivesWayToTheWholeScene) {
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
  QTest::qWait(200);  // the view has its size
  ASSERT_TRUE(open(scene));
  const auto whole = window->viewport().camera();
  const auto other = (folder.path() / "other.scn").string();
  std::filesystem::copy_file(scene, other);
  folder.write("other.scn.view",
               "<Camera><position value='0 0 500'/><orientation value='0 1 0 0'/><distance value='10'/></Camera>");
  SignalSpy told(&window->viewport(), &Viewport::picked);
  ASSERT_TRUE(open(other));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !told.isEmpty(); }, patience));
  EXPECT_TRUE(told.at(0).at(0).toString().contains("other.scn.view sees nothing"));
  EXPECT_LT((window->viewport().camera().position - whole.position).norm(), 1e-6 * whole.distance());
  // One that was asked for is obeyed.
  window->viewport().setViewFile(QString::fromStdString(other + ".view"));
  window->viewport().resetView();
  EXPECT_NEAR(window->viewport().camera().position.z(), 500, 1e-9);
}

TEST_F(MainWindowTest, loadingAgainKeepsTheView) {
  ASSERT_TRUE(open(scene));
  auto& view = window->viewport();
  view.standardView(ViewControl::StandardView::right);
  const auto before = view.camera();
  ASSERT_TRUE(open(scene));
  QTest::qWait(100);
  EXPECT_LT((view.camera().position - before.position).norm(), 1e-9);
}

TEST_F(MainWindowTest, savingAsShowsTheOtherNameAndKeepsTheView) {
  ASSERT_TRUE(open(scene));
  SignalSpy saved(&window->tools().edits, &SceneEdits::saved);
  window->files().saveAs(QString::fromStdString(folder.file("other.scn")));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !saved.isEmpty(); }, patience));
  EXPECT_EQ(window->windowTitle(), "other.scn[*] - Sofa");
  auto& view = window->viewport();
  view.standardView(ViewControl::StandardView::right);
  const auto camera = view.camera().position;
  SignalSpy loaded(&window->session(), &Session::loaded);
  action("reload")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !loaded.isEmpty(); }, patience));
  EXPECT_EQ(answer([](simulation::Node& root) { return root.dt(); }), 0.02);
  EXPECT_LT((view.camera().position - camera).norm(), 1e-9);
}

TEST_F(MainWindowTest, editsMarkTheTitle) {
  ASSERT_TRUE(open(scene));
  const auto mass =
      answer([](simulation::Node& root) { return makeHandle(*core::findObjectByPath(root, "@/beam/UniformMass1")); });
  window->tools().edits.setData(mass, "totalMass", "3");
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->isWindowModified(); }, patience));
  window->tools().edits.undoStack()->undo();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !window->isWindowModified(); }, patience));
}

TEST_F(MainWindowTest, screenshotsHaveTheSizeAskedForAndFailuresAreTold) {
  ASSERT_TRUE(open(scene));
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
  QTest::qWait(300);
  if (!window->viewport().isValid() || !window->viewport().problem().isEmpty())
    GTEST_SKIP() << "no OpenGL on this platform: " << window->viewport().problem().toStdString();
  const QString file = window->screenshots().firstFreeFile();
  EXPECT_TRUE(file.endsWith("/beam_00000000.png")) << file.toStdString();
  ASSERT_TRUE(window->screenshots().save(file, 1000, 700));
  EXPECT_EQ(QImage(file).size(), QSize(1000, 700));
  EXPECT_TRUE(window->screenshots().firstFreeFile().endsWith("/beam_00000001.png"));
  EXPECT_FALSE(window->screenshots().save("/no/such/folder/picture.png", 100, 100));
}

TEST_F(MainWindowTest, theControlsAreListedUntilClosed) {
  auto* list = window->findChild<ControlsOverlay*>("controlsOverlay");
  action("controls")->trigger();
  EXPECT_TRUE(list->isVisible());
  QTest::keyClick(window.get(), Qt::Key_Escape);
  EXPECT_FALSE(list->isVisible());
  EXPECT_FALSE(action("controls")->isChecked());
}

TEST_F(MainWindowTest, placesOfPanelsAreRemembered) {
  auto* dock = window->findChild<QDockWidget*>("displayFlagsPanelDock");
  ASSERT_TRUE(dock);
  dock->hide();
  window->close();
  window = std::make_unique<MainWindow>(options);
  window->show();
  EXPECT_TRUE(window->findChild<QDockWidget*>("displayFlagsPanelDock")->isHidden());
  EXPECT_FALSE(window->findChild<QDockWidget*>("propertyPanelDock")->isHidden());
}

/// Resident memory (MiB).
double memoryUsed() {
  std::ifstream statm("/proc/self/statm");
  long total = 0, resident = 0;
  statm >> total >> resident;
  return static_cast<double>(resident) * 4096 / (1 << 20);
}

TEST_F(MainWindowTest, memoryDoesNotGrowWithReloads) {
  ASSERT_TRUE(open(scene));
  const auto reload = [&](int times) {
    for (int i = 0; i < times; ++i) ASSERT_TRUE(open(scene));
  };
  reload(20);
  // Heaps of threads and pools of drivers grow now and then; what leaks grows all the time.
  double least = 1e9;
  for (int round = 0; round < 4; ++round) {
    const double before = memoryUsed();
    reload(50);
    least = std::min(least, memoryUsed() - before);
  }
  EXPECT_LT(least, 4) << "MiB in 50 reloads";
}

}  // namespace
}  // namespace sofa::gui
