// SPDX-License-Identifier: Apache-2.0
// Parts of the window, each alone.
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QSet>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>

#include "CapturedMessages.h"
#include "SceneFixture.h"
#include "SignalSpy.h"
#include "Sofa/GUI/Viewport/ColorBy.h"
#include "Sofa/GUI/Viewport/Viewport.h"
#include "Sofa/GUI/Window/RecentFiles.h"
#include "Sofa/GUI/Window/RecentMenu.h"
#include "Sofa/GUI/Window/Settings.h"
#include "Sofa/GUI/Window/StatusLine.h"
#include "Sofa/GUI/Window/TimeFields.h"
#include "Sofa/GUI/Window/ViewActions.h"
#include "Sofa/GUI/Window/WindowActions.h"

namespace sofa::gui {
namespace {

class WindowPartsTest : public SceneFixture {
 protected:
  WindowPartsTest() { useSettingsFile(QString::fromStdString(folder.file("settings.ini"))); }
};

// --- WindowActions ---------------------------------------------------------------------------------------------------

class WindowActionsTest : public WindowPartsTest {
 protected:
  QMainWindow window;
  QWidget view{&window};
  QUndoStack undo;
  WindowActions actions{window, view, undo};
};

TEST_F(WindowActionsTest, plainKeysAreTheViewsAndOthersTheWindows) {
  for (const char* name : {"play", "viewAll", "resetView", "screenshot", "viewTop"}) {
    EXPECT_TRUE(view.actions().contains(&actions[name])) << name;
    EXPECT_EQ(actions[name].shortcutContext(), Qt::WidgetWithChildrenShortcut) << name;
  }
  for (const char* name : {"open", "save", "reload", "viewBottom", "shadows", "fullScreen"}) {
    EXPECT_TRUE(window.actions().contains(&actions[name])) << name;
    EXPECT_EQ(actions[name].shortcutContext(), Qt::WindowShortcut) << name;
  }
  EXPECT_EQ(actions["viewAll"].shortcuts(), (QList<QKeySequence>{QKeySequence("Home"), QKeySequence("C")}));
  EXPECT_THROW(actions["noSuchAction"], std::out_of_range);
}

TEST_F(WindowActionsTest, noKeyMeansTwoThings) {
  QSet<QString> taken;
  for (const auto* action : window.findChildren<QAction*>())
    for (const auto& keys : action->shortcuts()) {
      EXPECT_FALSE(taken.contains(keys.toString())) << keys.toString().toStdString();
      taken.insert(keys.toString());
    }
  EXPECT_GE(taken.size(), 35);
}

TEST_F(WindowActionsTest, whatNeedsASceneWaitsForOne) {
  actions.setHasScene(false);
  for (const char* name : {"play", "save", "record", "resetView"}) EXPECT_FALSE(actions[name].isEnabled()) << name;
  for (const char* name : {"open", "viewAll", "axes", "about"}) EXPECT_TRUE(actions[name].isEnabled()) << name;
  actions.setHasScene(true);
  for (const char* name : {"play", "save", "record", "resetView"}) EXPECT_TRUE(actions[name].isEnabled()) << name;
}

TEST_F(WindowActionsTest, playingChangesTheTextOfItsAction) {
  connectSimulationActions(actions, session);
  ASSERT_TRUE(openBeam());
  actions["play"].trigger();
  EXPECT_EQ(actions["play"].text(), "&Pause");
  actions["step"].trigger();
  EXPECT_FALSE(session.isPlaying());
  EXPECT_EQ(actions["play"].text(), "&Play");
}

TEST_F(WindowActionsTest, menusAreFilledWithActionsSeparatorsAndMenus) {
  QMenu menu, sub("Sub");
  actions.fill(menu, {"open", "", &sub});
  ASSERT_EQ(menu.actions().size(), 3);
  EXPECT_EQ(menu.actions()[0], &actions["open"]);
  EXPECT_TRUE(menu.actions()[1]->isSeparator());
  EXPECT_EQ(menu.actions()[2]->menu(), &sub);
}

// --- StatusLine ------------------------------------------------------------------------------------------------------

class StatusLineTest : public WindowPartsTest {
 protected:
  Viewport viewport{session, selection};
  ColorBy colorBy{session};
  QStatusBar bar;
  StatusLine status{bar, session, viewport, colorBy};
};

TEST_F(StatusLineTest, tellsTimeAndStepWhileThereIsAScene) {
  const auto* time = bar.findChild<QLabel*>("timeLabel");
  ASSERT_TRUE(openBeam());
  session.step();
  EXPECT_TRUE(QTest::qWaitFor([&] { return time->text() == "Time 0.02 s   Step 1"; }, 5000))
      << time->text().toStdString();
  const tests::CapturedMessages messages;
  EXPECT_FALSE(openFile("/no/such/scene.scn"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return time->text().isEmpty(); }, 5000)) << time->text().toStdString();
}

TEST_F(StatusLineTest, problemsAreMessagesToo) {
  const tests::CapturedMessages messages;
  status.tell("Saved a.png", 8000);
  EXPECT_EQ(bar.currentMessage(), "Saved a.png");
  EXPECT_TRUE(messages.messages.empty());
  status.tellProblem("The disk is full");
  EXPECT_EQ(bar.currentMessage(), "The disk is full");
  EXPECT_EQ(messages.errors("The disk is full"), 1u);
  status.tell({}, 0);
  EXPECT_TRUE(bar.currentMessage().isEmpty());
}

TEST_F(StatusLineTest, theErrorMarkStaysUntilItIsClicked) {
  auto* mark = bar.findChild<QToolButton*>();
  EXPECT_TRUE(mark->isHidden());
  status.markError("beam.scn(3): no mass");
  EXPECT_FALSE(mark->isHidden());
  EXPECT_EQ(mark->toolTip(), "beam.scn(3): no mass");
  SignalSpy clicked(&status, &StatusLine::errorMarkClicked);
  mark->click();
  EXPECT_EQ(clicked.size(), 1);
  EXPECT_TRUE(mark->isHidden());
}

TEST_F(StatusLineTest, thePlaceUnderTheMouseIsShown) {
  Q_EMIT viewport.pointed("/beam 1 2 3", geometry::Ray{});
  EXPECT_EQ(bar.findChild<QLabel*>("pointedLabel")->text(), "/beam 1 2 3");
}

// --- TimeFields ------------------------------------------------------------------------------------------------------

TEST_F(WindowPartsTest, theTimeStepIsTakenOverOrRefused) {
  Viewport viewport(session, selection);
  TimeFields fields(session, viewport);
  QToolBar bar;
  fields.addTo(bar);
  auto* field = bar.findChild<QLineEdit*>("timeStepField");
  EXPECT_FALSE(field->isEnabled());
  ASSERT_TRUE(openBeam());
  ASSERT_TRUE(QTest::qWaitFor([&] { return field->isEnabled(); }, 5000));
  SignalSpy entered(&fields, &TimeFields::entered), refused(&fields, &TimeFields::refused);
  const auto type = [&](const char* text) {
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  };
  type("0.005");
  EXPECT_EQ(answerOf([](simulation::Node& root) { return root.dt(); }), 0.005);
  EXPECT_EQ(entered.size(), 1);
  for (const char* wrong : {"-1", "0", "nan", "soon"}) type(wrong);
  EXPECT_EQ(refused.size(), 4);
  EXPECT_TRUE(refused.at(3).at(0).toString().contains("\"soon\"")) << refused.at(3).at(0).toString().toStdString();
  EXPECT_EQ(answerOf([](simulation::Node& root) { return root.dt(); }), 0.005);
}

// --- RecentMenu ------------------------------------------------------------------------------------------------------

TEST_F(WindowPartsTest, recentScenesAreListedAndChosen) {
  RecentFiles files;
  RecentMenu menu(files, nullptr);
  EXPECT_FALSE(menu.isEnabled());
  files.add("/scenes/a.scn");
  files.add("/scenes/b.scn");
  EXPECT_TRUE(menu.isEnabled());
  SignalSpy chosen(&menu, &RecentMenu::chosen);
  menu.actions().at(1)->trigger();
  ASSERT_EQ(chosen.size(), 1);
  EXPECT_EQ(chosen.at(0).at(0).toString(), "/scenes/a.scn");
  menu.actions().back()->trigger();
  EXPECT_TRUE(files.files().isEmpty());
}

}  // namespace
}  // namespace sofa::gui
