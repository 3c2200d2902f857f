// SPDX-License-Identifier: Apache-2.0
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QSet>
#include <QStatusBar>
#include <fstream>

#include "CapturedMessages.h"
#include "MainWindowFixture.h"
#include "SignalSpy.h"
#include "Sofa/GUI/Viewport/SavedViewsMenu.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"
#include "Sofa/GUI/Window/QtFrontEnd.h"
#include "Sofa/GUI/Window/StartupReport.h"
#include "Sofa/Simulation/Scene/SceneLoader.h"

namespace sofa::gui {
namespace {

class MainWindowOptionsTest : public MainWindowTest {
 protected:
  void SetUp() override {
    MainWindowTest::SetUp();
    if (!IsSkipped()) window.reset();
  }
  void make() {
    window = std::make_unique<MainWindow>(options);
    window->show();
  }
  std::string write(const std::string& name, const std::string& text) {
    const auto file = (folder.path() / name).string();
    std::ofstream(file) << text;
    return file;
  }
  bool drop(const QList<QUrl>& urls) {
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, {});
    enter.ignore();
    QCoreApplication::sendEvent(window.get(), &enter);
    if (!enter.isAccepted()) return false;
    QDropEvent event({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(window.get(), &event);
    return event.isAccepted();
  }
};

TEST_F(MainWindowOptionsTest, theSizeThatIsAskedForIsThatOfTheView) {
  options.sizeGiven = true;
  make();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
  const double ratio = window->devicePixelRatioF();
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->viewport().size() * ratio == QSize(640, 480); }, 3000))
      << window->viewport().width() << " x " << window->viewport().height();
}

TEST_F(MainWindowOptionsTest, fillsTheScreenWhenAskedTo) {
  options.fullScreen = true;
  make();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
  EXPECT_TRUE(window->isFullScreen());
  EXPECT_TRUE(action("fullScreen")->isChecked());
  QTest::keyClick(window.get(), Qt::Key_Escape);
  EXPECT_FALSE(window->isFullScreen());
  EXPECT_FALSE(action("fullScreen")->isChecked());
}

TEST_F(MainWindowOptionsTest, playsAtOnceWhenAskedTo) {
  options.startAnimated = true;
  make();
  ASSERT_TRUE(open(scene));
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->session().lastStep().step > 2; }, patience));
}

TEST_F(MainWindowOptionsTest, looksFromTheViewThatIsNamed) {
  make();
  ASSERT_TRUE(open(scene));
  auto& view = window->viewport();
  view.standardView(ViewControl::StandardView::left);
  const auto position = view.camera().position;
  options.viewFile = (folder.path() / "mine.view").string();
  ASSERT_TRUE(view.saveViewAs(QString::fromStdString(options.viewFile)));
  make();
  ASSERT_TRUE(open(scene));
  EXPECT_LT((window->viewport().camera().position - position).norm(), 1e-5);
}

TEST_F(MainWindowOptionsTest, theLastSceneThatIsStillThereIsOpenedAgain) {
  RecentFiles recent;
  recent.add(QString::fromStdString(scene));
  recent.add("/no/such/scene.scn");
  simulation::FrontEndOptions request;
  EXPECT_EQ(sceneToOpen(request, recent), scene);
  request.batch.scene = "given.scn";
  EXPECT_EQ(sceneToOpen(request, recent), "given.scn");
  recent.clear();
  EXPECT_EQ(sceneToOpen({}, recent), "");
}

TEST_F(MainWindowOptionsTest, aSceneDroppedOnTheWindowIsOpened) {
  make();
  ASSERT_TRUE(open(scene));
  const auto other = write("other.scn", "<Node name='root' dt='0.25'><DefaultAnimationLoop/></Node>");
  EXPECT_FALSE(drop({}));
  EXPECT_FALSE(drop({QUrl("https://example.org/scene.scn")}));
  ASSERT_TRUE(drop({QUrl::fromLocalFile(QString::fromStdString(other))}));
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->windowTitle().startsWith("other.scn"); }, patience));
  EXPECT_EQ(answer([](simulation::Node& root) { return root.dt(); }), 0.25);
}

TEST_F(MainWindowOptionsTest, aSceneInPythonIsDroppedAndLoadedAgainWhenItsFileChanges) {
  std::string problem;
  if (!simulation::findSceneLoader(".py", problem)) GTEST_SKIP() << problem;
  options.watchFile = true;
  make();
  const auto text = [](const char* dt) {
    return std::string("def createScene(root):\n    root.addObject('DefaultAnimationLoop')\n    root.dt = ") + dt +
           "\n";
  };
  for (const char* name : {"dropped.py", "dropped.pyscn"}) {
    const auto file = write(name, text("0.5"));
    ASSERT_TRUE(drop({QUrl::fromLocalFile(QString::fromStdString(file))}));
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->windowTitle().startsWith(name); }, patience));
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->session().hasScene(); }, patience));
    const auto dt = [](simulation::Node& root) { return root.dt(); };
    EXPECT_EQ(answer(dt), 0.5);
    SignalSpy again(&window->session(), &Session::loaded);
    write(name, text("0.125"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !again.isEmpty(); }, patience));
    EXPECT_EQ(answer(dt), 0.125);
  }
}

TEST_F(MainWindowOptionsTest, theStatusBarTellsTimeStepAndRates) {
  make();
  ASSERT_TRUE(open(scene));
  action("step")->trigger();
  auto* time = window->findChild<QLabel*>("timeLabel");
  EXPECT_TRUE(QTest::qWaitFor([&] { return time->text() == "Time 0.02 s   Step 1"; }, patience))
      << time->text().toStdString();
  action("play")->trigger();
  auto* rates = window->findChild<QLabel*>("ratesLabel");
  EXPECT_TRUE(QTest::qWaitFor(
      [&] { return rates->text().contains("steps/s") && rates->text().contains("× real time"); }, patience))
      << rates->text().toStdString();
}

TEST_F(MainWindowOptionsTest, errorsWhileLoadingAreShownAndTheSceneIsOpen) {
  make();
  ASSERT_TRUE(open(write("errors.scn", "<Node name='root'><DefaultAnimationLoop/><NoSuchThing/></Node>")));
  const auto* panel = window->findChild<ProblemOverlay*>("problemOverlay");
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel->isVisible(); }, patience));
  EXPECT_TRUE(panel->text().contains("1 error while loading")) << panel->text().toStdString();
  EXPECT_TRUE(panel->text().contains("NoSuchThing")) << panel->text().toStdString();
  EXPECT_TRUE(action("play")->isEnabled());
}

TEST_F(MainWindowOptionsTest, aSceneThatDivergesPausesWithItsReason) {
  make();
  ASSERT_TRUE(open(scene));
  EXPECT_TRUE(action("pauseAtProblems")->isChecked());
  window->session().post([](simulation::Node& root) { root.d_gravity.set({HUGE_VAL, 0, 0}); });
  action("play")->trigger();
  const auto* panel = window->findChild<ProblemOverlay*>("problemOverlay");
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel->isVisible(); }, patience));
  EXPECT_TRUE(panel->text().contains("not finite")) << panel->text().toStdString();
  EXPECT_FALSE(window->session().isPlaying());
  action("pauseAtProblems")->trigger();
  EXPECT_FALSE(window->session().pausesAtProblems());
  make();
  EXPECT_FALSE(action("pauseAtProblems")->isChecked());  // remembered
}

TEST_F(MainWindowOptionsTest, whatStatsSettingAsksForIsDoneOrTold) {
  make();
  tests::CapturedMessages messages;
  window->findChild<QDockWidget*>("profilerPanelDock")->hide();
  ASSERT_TRUE(open(write("stats.scn",
                         "<Node name='root'><DefaultAnimationLoop/>"
                         "<StatsSetting logTime='1' dumpState='1' exportState='1'/></Node>")));
  EXPECT_TRUE(
      QTest::qWaitFor([&] { return window->findChild<QDockWidget*>("profilerPanelDock")->isVisible(); }, patience));
  EXPECT_EQ(messages.warnings("dumpState has no effect"), 1u);
  EXPECT_EQ(messages.warnings("exportState has no effect"), 1u);
}

TEST_F(MainWindowOptionsTest, viewsAreSavedUnderNamesBesideTheScene) {
  make();
  ASSERT_TRUE(open(scene));
  auto* menu = window->findChild<SavedViewsMenu*>("savedViewsMenu");
  auto& view = window->viewport();
  view.standardView(ViewControl::StandardView::top);
  const auto top = view.camera().position;
  ASSERT_TRUE(menu->save("from above"));
  EXPECT_TRUE(std::filesystem::exists(scene + ".from above.view"));
  view.standardView(ViewControl::StandardView::left);
  ASSERT_TRUE(menu->save("left"));
  EXPECT_EQ(menu->names(), (QStringList{"from above", "left"}));
  Q_EMIT menu->aboutToShow();
  menu->actions().at(0)->trigger();
  EXPECT_LT((view.camera().position - top).norm(), 1e-5);
  EXPECT_FALSE(menu->save("a/b"));
  EXPECT_FALSE(menu->save(" "));
  EXPECT_TRUE(menu->remove("left"));
  EXPECT_FALSE(menu->remove("left"));
  EXPECT_EQ(menu->names(), QStringList{"from above"});
  // One that is no view changes nothing.
  std::ofstream(scene + ".broken.view") << "nonsense";
  tests::CapturedMessages messages;
  EXPECT_FALSE(view.showSavedView(QString::fromStdString(scene + ".broken.view")));
  EXPECT_EQ(messages.errors("broken.view"), 1u);
}

TEST_F(MainWindowOptionsTest, theTimesOfTheStartAreInOrder) {
  options.sizeGiven = true;
  window = std::make_unique<MainWindow>(options);
  StartupReport report(window->session(), window->viewport());
  SignalSpy finished(&report, &StartupReport::finished);
  window->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
  ASSERT_TRUE(open(scene));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !finished.isEmpty(); }, patience));
  EXPECT_GT(report.window(), 0);
  EXPECT_LE(report.window(), report.loading());
  EXPECT_LE(report.loading(), report.loaded());
  EXPECT_LE(report.loaded(), report.picture());
}

TEST_F(MainWindowOptionsTest, menusHaveNoTwoEntriesWithOneLetterNorDeadOnes) {
  make();
  ASSERT_TRUE(open(scene));
  for (const auto* menu : window->menuBar()->findChildren<QMenu*>()) {
    QSet<QChar> letters;
    for (const auto* entry : menu->actions()) {
      if (entry->isSeparator()) continue;
      const QString text = entry->text();
      EXPECT_FALSE(text.isEmpty()) << menu->title().toStdString();
      QString plain = text;
      const auto at = plain.replace("&&", "").indexOf('&');
      if (at < 0 || at + 1 >= plain.size()) continue;
      const QChar letter = plain[at + 1].toLower();
      EXPECT_FALSE(letters.contains(letter)) << menu->title().toStdString() << ": " << text.toStdString();
      letters.insert(letter);
    }
  }
}

}  // namespace
}  // namespace sofa::gui
