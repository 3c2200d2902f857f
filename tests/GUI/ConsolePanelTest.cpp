// SPDX-License-Identifier: Apache-2.0
// The console: with the plugin where this build has it, else with a language of the test's own.
#include "Sofa/GUI/Console/ConsolePanel.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QListWidget>
#include <QTest>
#include <QToolButton>

#include "SceneFixture.h"
#include "Sofa/GUI/Window/Settings.h"
#include "Sofa/Simulation/Run/ScriptConsole.h"

namespace sofa::gui {
namespace {

using simulation::ScriptConsole;

/// Says what it was given. A text that ends in a colon goes on; "wait" waits until it is interrupted.
class Parrot : public ScriptConsole {
 public:
  std::string greeting() override { return "Parrot"; }
  Outcome run(const std::string& source, bool whole, simulation::Node& root, core::Base* selected,
              const Write& write) override {
    if (!whole && source.ends_with(':')) return Outcome::incomplete;
    if (source == "wait") {
      write("waiting\n");
      while (!m_interrupted) QTest::qSleep(1);
      m_interrupted = false;
      write("interrupted\n");
      return Outcome::failed;
    }
    write(source + " at " + root.path() + (selected ? " with " + selected->name() : "") + "\n");
    return Outcome::done;
  }
  std::vector<std::string> complete(const std::string& text, simulation::Node&, std::size_t& start) override {
    start = text.rfind('.') + 1;
    return text.ends_with("one") ? std::vector<std::string>{"onething"}
                                 : std::vector<std::string>{"parrot", "parakeet"};
  }
  void interrupt() override { m_interrupted = true; }

 private:
  std::atomic<bool> m_interrupted{false};
};

class ConsolePanelTest : public SceneFixture {
 protected:
  static constexpr const char* scene = "<Node name='root'><DefaultAnimationLoop name='loop'/></Node>";
  void SetUp() override {
    useSettingsFile(QString::fromStdString((folder.path() / "settings.ini").string()));
    simulation::setScriptConsoleMaker([] { return std::make_shared<Parrot>(); });
    panel = std::make_unique<ConsolePanel>(session, selection);
    panel->resize(500, 200);
    panel->show();
    ASSERT_TRUE(openText(scene));
  }
  void TearDown() override {
    panel.reset();
    simulation::setScriptConsoleMaker({});
  }
  void finish() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return !panel->isBusy(); }, 20000));
    settle();
  }
  void write(const QString& text) { QTest::keyClicks(&panel->input(), text); }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(&panel->input(), key, modifiers);
  }

  std::unique_ptr<ConsolePanel> panel;
};

TEST_F(ConsolePanelTest, commandsSeeTheSceneAndWhatIsSelected) {
  write("hello");
  press(Qt::Key_Return);
  finish();
  EXPECT_TRUE(panel->output().contains("Parrot\n")) << panel->output().toStdString();
  EXPECT_TRUE(panel->output().contains(">>> hello\nhello at /\n")) << panel->output().toStdString();
  EXPECT_TRUE(panel->input().toPlainText().isEmpty());
  selection.select(handle("/loop"));
  panel->enter("again");
  finish();
  EXPECT_TRUE(panel->output().endsWith(">>> again\nagain at / with loop\n")) << panel->output().toStdString();
}

TEST_F(ConsolePanelTest, linesGoOnWithAnIndent) {
  write("for:");
  press(Qt::Key_Return);
  finish();
  EXPECT_EQ(panel->input().toPlainText(), "for:\n    ");
  write("x");
  press(Qt::Key_Return, Qt::ShiftModifier);
  EXPECT_EQ(panel->input().toPlainText(), "for:\n    x\n    ");
  press(Qt::Key_Return);
  finish();
  EXPECT_TRUE(panel->output().contains(">>> for:\n...     x\n")) << panel->output().toStdString();
  write("go:");
  press(Qt::Key_Return);
  press(Qt::Key_Return);  // before the first was answered
  finish();
  EXPECT_TRUE(panel->output().contains(">>> go:\n")) << panel->output().toStdString();
  write("if:");
  press(Qt::Key_Return, Qt::ControlModifier);
  finish();
  EXPECT_TRUE(panel->output().endsWith("if: at /\n")) << panel->output().toStdString();
}

TEST_F(ConsolePanelTest, whatIsTypedWhileACommandRunsIsKept) {
  write("wait");
  press(Qt::Key_Return);
  EXPECT_TRUE(panel->isBusy());
  write("next");
  press(Qt::Key_Return);
  panel->interrupt();
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel->output().endsWith("next at /\n"); }, 20000))
      << panel->output().toStdString();
  finish();
  EXPECT_TRUE(panel->input().toPlainText().isEmpty()) << panel->input().toPlainText().toStdString();
  panel->enter("wait");
  write("half");
  panel->interrupt();
  finish();
  EXPECT_EQ(panel->input().toPlainText(), "half");
}

TEST_F(ConsolePanelTest, historyIsKeptFromRunToRun) {
  for (const char* text : {"one", "two", "two"}) {
    panel->enter(text);
    finish();
  }
  write("unfinished");
  press(Qt::Key_Up);
  EXPECT_EQ(panel->input().toPlainText(), "two");
  press(Qt::Key_Up);
  EXPECT_EQ(panel->input().toPlainText(), "one");
  press(Qt::Key_Up);
  EXPECT_EQ(panel->input().toPlainText(), "one");
  press(Qt::Key_Down);
  press(Qt::Key_Down);
  EXPECT_EQ(panel->input().toPlainText(), "unfinished");
  ConsolePanel next(session, selection);
  EXPECT_EQ(next.input().history(), QStringList({"one", "two"}));
}

TEST_F(ConsolePanelTest, wordsAreCompleted) {
  write("a.one");
  press(Qt::Key_Tab);
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel->input().toPlainText() == "a.onething"; }, 20000));
  EXPECT_FALSE(panel->input().isOffering());
  panel->input().clear();
  write("a.p");
  press(Qt::Key_Tab);
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel->input().isOffering(); }, 20000));
  EXPECT_EQ(panel->input().toPlainText(), "a.par") << "what all have in common";
  press(Qt::Key_Down);
  press(Qt::Key_Return);
  EXPECT_EQ(panel->input().toPlainText(), "a.parakeet");
  EXPECT_FALSE(panel->input().isOffering());
}

TEST_F(ConsolePanelTest, aCommandCanBeStopped) {
  panel->enter("wait");
  EXPECT_TRUE(panel->isBusy());
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel->output().endsWith("waiting\n"); }, 20000));
  panel->enter("not now");  // is dropped: a command is no line of the one that runs
  panel->findChild<QToolButton*>("consoleStop")->click();
  finish();
  EXPECT_TRUE(panel->output().endsWith("interrupted\n")) << panel->output().toStdString();
  EXPECT_FALSE(panel->output().contains("not now"));
}

TEST_F(ConsolePanelTest, aCommandCanBeStoppedBeforeItsTurn) {
  panel->enter("wait");
  panel->findChild<QToolButton*>("consoleStop")->click();
  finish();
  panel->enter("later");
  finish();
  EXPECT_TRUE(panel->output().endsWith(">>> later\nlater at /\n")) << panel->output().toStdString();
}

TEST_F(ConsolePanelTest, withoutALanguageTheRemedyIsNamed) {
  simulation::setScriptConsoleMaker([] { return std::shared_ptr<ScriptConsole>(); });
  ConsolePanel other(session, selection);
  other.show();
  const auto* missing = other.findChild<QLabel*>("consoleMissing");
  ASSERT_TRUE(QTest::qWaitFor([&] { return missing->isVisible(); }, 20000));
  EXPECT_TRUE(missing->text().contains("SofaPython3")) << missing->text().toStdString();
  EXPECT_TRUE(missing->text().contains("./dev build"));
}

TEST(ConsoleOfPython, runsInTheInterpreterOfScenes) {
  simulation::setScriptConsoleMaker({});
  std::string problem;
  const auto console = simulation::makeScriptConsole(problem);
  if (!console) GTEST_SKIP() << "no Python here: " << problem;
  const auto root = std::make_shared<simulation::Node>();
  root->setName("root");
  std::string said;
  const auto run = [&](const char* source) {
    said.clear();
    return console->run(source, true, *root, nullptr, [&](const std::string& text) { said += text; });
  };
  EXPECT_EQ(run("root.dt = 0.25\nroot.dt.value"), ScriptConsole::Outcome::done);
  EXPECT_EQ(said, "0.25\n");
  EXPECT_EQ(root->dt(), 0.25);
  EXPECT_EQ(run("root.nothing"), ScriptConsole::Outcome::failed);
  EXPECT_NE(said.find("AttributeError"), said.npos) << said;
  std::size_t start = 0;
  EXPECT_EQ(console->complete("x = root.grav", *root, start), std::vector<std::string>{"gravity"});
  EXPECT_EQ(start, 9u);
}

}  // namespace
}  // namespace sofa::gui
