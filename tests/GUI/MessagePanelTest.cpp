// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Messages/MessagePanel.h"

#include <gtest/gtest.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTreeView>
#include <thread>

#include "SceneFixture.h"
#include "SignalSpy.h"
#include "Sofa/GUI/Window/Settings.h"

namespace sofa::gui {
namespace {

using helper::Severity;

class MessagePanelTest : public SceneFixture {
 protected:
  MessagePanelTest() {
    helper::setConsole(false);
    panel.resize(1100, 300);
  }
  ~MessagePanelTest() override { helper::setConsole(true); }

  static void send(Severity severity, std::string path, std::string text) {
    helper::send({severity, "Tester", std::move(path), std::move(text), {"scene.scn", 12}});
  }
  QString cell(int row, int column) {
    return panel.model().data(panel.model().index(row, column), Qt::DisplayRole).toString();
  }

  MessagePanel panel{session, selection};
};

TEST_F(MessagePanelTest, showsMessagesOfOtherThreads) {
  std::thread([] { send(Severity::Warning, "/Liver/FEM", "stiff"); }).join();
  EXPECT_EQ(panel.model().rowCount(), 0);  // not before the interface comes for it
  for (int i = 0; i < 100 && panel.model().rowCount() == 0; ++i) QTest::qWait(10);
  ASSERT_EQ(panel.model().rowCount(), 1);
  EXPECT_EQ(cell(0, MessageModel::Component), "/Liver/FEM");
  EXPECT_EQ(cell(0, MessageModel::Text), "stiff");
  EXPECT_EQ(cell(0, MessageModel::Place), "scene.scn:12");
}

TEST_F(MessagePanelTest, keepsTheNewestOfAFlood) {
  std::thread([] {
    for (int i = 0; i < 150000; ++i) send(Severity::Info, "/a", std::to_string(i));
  }).join();
  panel.flush();
  EXPECT_EQ(panel.model().rowCount(), static_cast<int>(MessagePanel::capacity));
  EXPECT_EQ(cell(0, MessageModel::Text), "50000");
  EXPECT_EQ(cell(99999, MessageModel::Text), "149999");
  EXPECT_EQ(panel.model().dropped(), 50000u);
  const auto* note = panel.findChild<QLabel*>("messageNote");
  EXPECT_FALSE(note->isHidden());
  EXPECT_TRUE(note->text().contains("dropped"));
  send(Severity::Info, "/a", "one more");
  panel.flush();
  EXPECT_EQ(panel.model().rowCount(), static_cast<int>(MessagePanel::capacity));
  EXPECT_EQ(cell(99999, MessageModel::Text), "one more");
}

TEST_F(MessagePanelTest, theInterfaceStaysAwakeWhileMessagesPour) {
  std::atomic<bool> stop{false};
  std::atomic<long> sent{0};
  std::thread sender([&] {
    while (!stop) {
      for (int i = 0; i < 1000; ++i) send(Severity::Warning, "/a/b", "again"), ++sent;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
  panel.show();
  QElapsedTimer all;
  all.start();
  double longest = 0;
  while (all.elapsed() < 1500) {
    QElapsedTimer one;
    one.start();
    QTest::qWait(1);
    longest = std::max(longest, static_cast<double>(one.nsecsElapsed()) * 1e-6);
  }
  stop = true;
  sender.join();
  EXPECT_GT(sent, 10000);
  EXPECT_LT(longest, 500) << "ms, on a machine that does other things too";
}

TEST_F(MessagePanelTest, filters) {
  send(Severity::Error, "/Liver/FEM", "broken Thing");
  send(Severity::Warning, "/Liver", "odd thing");
  send(Severity::Info, "/LiverTwo/FEM", "hello");
  panel.flush();
  EXPECT_EQ(panel.model().rowCount(), 3);
  panel.setTextFilter("THING");
  EXPECT_EQ(panel.model().rowCount(), 2);
  panel.setSeverityShown(Severity::Warning, false);
  ASSERT_EQ(panel.model().rowCount(), 1);
  EXPECT_EQ(cell(0, MessageModel::Kind), "Error");
  panel.setSeverityShown(Severity::Warning, true);
  panel.setTextFilter({});
  panel.setComponentFilter("fem");
  EXPECT_EQ(panel.model().rowCount(), 2);
  panel.setComponentFilter({});
  selection.select({{}, "/Liver", "Liver", "Node", true});
  panel.setSelectedOnly(true);
  EXPECT_EQ(panel.model().rowCount(), 2);  // /LiverTwo is another node
  send(Severity::Info, "/LiverTwo/FEM", "not here");
  send(Severity::Info, "/Liver/FEM", "here");
  panel.flush();
  EXPECT_EQ(panel.model().rowCount(), 3);
}

TEST_F(MessagePanelTest, aClickSelectsTheComponent) {
  ASSERT_TRUE(openBeam());
  panel.clear();
  send(Severity::Warning, "/beam/dofs", "look here");
  panel.flush();
  panel.show();
  auto* view = panel.findChild<QTreeView*>("messageView");
  SignalSpy changed(&selection, &Selection::changed);
  const QRect row = view->visualRect(panel.model().index(0, MessageModel::Text));
  QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, row.center());
  ASSERT_TRUE(changed.wait(5000));
  EXPECT_EQ(selection.current().path, "/beam/dofs");
  EXPECT_EQ(selection.current().className, "MechanicalObject");
}

TEST_F(MessagePanelTest, aDoubleClickLeadsToTheComponentAndItsLine) {
  ASSERT_TRUE(openBeam());
  useSettingsFile(QString::fromStdString(folder.file("settings.ini")));
  settings().setValue("editor/command", "/no/such/editor +%l %f");
  panel.clear();
  panel.resize(500, 300);
  panel.show();
  session.post([](simulation::Node& root) { core::findObjectByPath(root, "@/beam/dofs")->warning("look here"); });
  settle();
  panel.flush();
  ASSERT_EQ(panel.model().rowCount(), 1);
  // The eleventh line of the file, which the message did not say.
  EXPECT_EQ(cell(0, MessageModel::Place), "hanging_beam.scn:11");
  auto* view = panel.findChild<QTreeView*>("messageView");
  for (const int column : {MessageModel::Component, MessageModel::Text, MessageModel::Place}) {
    EXPECT_FALSE(view->isColumnHidden(column)) << column << ", in a narrow panel too";
    EXPECT_GE(view->columnWidth(column), 60);
  }
  SignalSpy opened(&panel, &MessagePanel::openRequested);
  const QPoint place = view->visualRect(panel.model().index(0, MessageModel::Text)).center();
  QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, place);
  QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, place);
  EXPECT_TRUE(QTest::qWaitFor([&] { return selection.current().path == "/beam/dofs"; }, 5000));
  ASSERT_EQ(opened.size(), 1);
  EXPECT_EQ(opened[0][1].toInt(), 11);
  EXPECT_TRUE(QGuiApplication::clipboard()->text().endsWith("hanging_beam.scn:11"));
  panel.flush();
  EXPECT_TRUE(cell(1, MessageModel::Text).contains("/no/such/editor"));
  EXPECT_TRUE(cell(1, MessageModel::Text).contains("was copied"));
}

TEST_F(MessagePanelTest, aMessageOfAComponentThatIsGoneSelectsNothing) {
  ASSERT_TRUE(openBeam());
  SignalSpy changed(&selection, &Selection::changed);
  send(Severity::Warning, "/beam/gone", "boo");
  panel.flush();
  Q_EMIT panel.findChild<QTreeView*>("messageView")->clicked(panel.model().index(panel.model().rowCount() - 1, 0));
  QTest::qWait(200);
  EXPECT_EQ(changed.size(), 0);
}

TEST_F(MessagePanelTest, tellsProblemsOfLoading) {
  SignalSpy problems(&panel, &MessagePanel::loadProblems);
  openText("<Node name=\"root\"><DefaultAnimationLoop/><NoSuchThing/></Node>");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !problems.isEmpty(); }, 5000));
  ASSERT_EQ(problems.size(), 1);
  EXPECT_GE(problems[0][0].toInt(), 1);
  EXPECT_TRUE(problems[0][2].toStringList().front().contains("NoSuchThing"));
}

TEST_F(MessagePanelTest, copiesAndSavesWhatIsShown) {
  send(Severity::Error, "/a", "first");
  send(Severity::Info, "/b", "second");
  panel.flush();
  panel.setSeverityShown(Severity::Info, false);
  EXPECT_TRUE(panel.shownText().contains("first"));
  EXPECT_FALSE(panel.shownText().contains("second"));
  QString reason;
  ASSERT_TRUE(panel.save(QString::fromStdString(folder.file("log.txt")), reason));
  EXPECT_NE(folder.read("log.txt").find("first"), std::string::npos);
  EXPECT_EQ(folder.read("log.txt").find("second"), std::string::npos);
}

TEST_F(MessagePanelTest, aFullDiskIsTold) {
  for (int i = 0; i < 1000; ++i) send(Severity::Info, "/a", "words enough to fill a buffer that is written at once");
  panel.flush();
  QString reason;
  EXPECT_FALSE(panel.save("/dev/full", reason));
  EXPECT_TRUE(reason.contains("/dev/full")) << reason.toStdString();
}

}  // namespace
}  // namespace sofa::gui
