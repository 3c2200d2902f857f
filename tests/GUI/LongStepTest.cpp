// SPDX-License-Identifier: Apache-2.0
// Steps that take long tell what they compute, and can be given up.
#include <QLabel>
#include <QPushButton>
#include <atomic>
#include <thread>

#include "MainWindowFixture.h"
#include "SceneFixture.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::gui {
namespace {

/// Moves the first point of its node to x = 99, and works on for some seconds, or until the test lets it end.
class SlowBehavior : public core::BehaviorModel {
 public:
  core::Data<double> d_seconds{this, "seconds", 0, "how long"};
  core::Data<bool> d_canStop{this, "canStop", true, "whether it looks if it is asked to stop"};

  void updatePosition(double) override {
    if (auto* state = context()->slot<core::BaseState>()) state->hostWrite(core::vec::position)[0] = 99;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(d_seconds.value());
    while (std::chrono::steady_clock::now() < end && !s_mayEnd) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      if (d_canStop.value()) helper::checkInterrupt();
    }
  }
  static inline std::atomic<bool> s_mayEnd = false;
};
const auto registered = core::Register("SlowBehavior", "Test", "takes its time").add<SlowBehavior>();

std::string slowScene(double seconds, bool canStop) {
  return fmt::format(
      "<Node name='root' dt='0.5'><DefaultAnimationLoop/><MechanicalObject name='dofs' position='1 2 3'/>"
      "<SlowBehavior name='slow' seconds='{}' canStop='{}'/></Node>",
      seconds, canStop);
}

class LongStepTest : public SceneFixture {
 protected:
  LongStepTest() {
    SlowBehavior::s_mayEnd = false;
    QObject::connect(&session, &Session::stopped, &receiver, [this](const QString& why) { reason = why; });
  }
  bool stepBegins() {
    session.step();
    return QTest::qWaitFor([this] { return session.runningStep().seconds() > 0.05; }, 10000);
  }
  std::string positions() {
    return answerOf([](simulation::Node& root) {
      return fmt::format("{} at {}", core::findObjectByPath(root, "@/dofs")->findData("position")->text(0),
                         root.time());
    });
  }

  QObject receiver;
  QString reason;
};

TEST_F(LongStepTest, aStepIsLeftWhereItCanAndPositionsGoBack) {
  ASSERT_TRUE(openText(slowScene(60, true)));
  EXPECT_EQ(session.runningStep().seconds(), 0);
  ASSERT_TRUE(stepBegins());
  EXPECT_EQ(session.runningStep().what(), "at work: /slow (SlowBehavior)");
  session.giveUpStep();
  ASSERT_TRUE(QTest::qWaitFor([this] { return !reason.isEmpty(); }, 10000));
  EXPECT_TRUE(reason.startsWith("Step 1 was given up after ")) << reason.toStdString();
  EXPECT_TRUE(reason.contains("/slow (SlowBehavior)")) << reason.toStdString();
  EXPECT_TRUE(reason.contains("those after step 0")) << reason.toStdString();
  EXPECT_EQ(positions(), "1 2 3 at 0");
  EXPECT_EQ(session.lastStep().step, 0);
  EXPECT_EQ(session.runningStep().what(), "");
  // The session goes on.
  session.post([](simulation::Node& root) { core::findObjectByPath(root, "@/slow")->findData("seconds")->read("0"); });
  steps(2);
  EXPECT_EQ(positions(), "99 2 3 at 1");
}

TEST_F(LongStepTest, aStepThatCannotBeLeftEndsThePlaying) {
  ASSERT_TRUE(openText(slowScene(60, false)));
  session.setPlaying(true);
  ASSERT_TRUE(QTest::qWaitFor([this] { return session.runningStep().seconds() > 0.05; }, 10000));
  session.giveUpStep();
  SlowBehavior::s_mayEnd = true;
  ASSERT_TRUE(QTest::qWaitFor([this] { return !reason.isEmpty(); }, 10000));
  EXPECT_TRUE(reason.contains("could not be left before its end")) << reason.toStdString();
  EXPECT_FALSE(session.isPlaying());
  EXPECT_EQ(session.lastStep().step, 1);
  EXPECT_EQ(positions(), "99 2 3 at 0.5");
}

TEST_F(LongStepTest, givingUpWithoutAStepDoesNothing) {
  ASSERT_TRUE(openText(slowScene(0, true)));
  session.giveUpStep();
  steps(1);
  EXPECT_TRUE(reason.isEmpty());
  EXPECT_EQ(session.lastStep().step, 1);
}

class LongStepNoticeTest : public MainWindowTest {};

TEST_F(LongStepNoticeTest, theViewSaysWhatIsComputedAndEscGivesItUp) {
  ASSERT_TRUE(open(folder.write("slow.scn", slowScene(60, true))));
  auto* notice = window->findChild<HintOverlay*>("longStepOverlay");
  EXPECT_FALSE(notice->isVisible());
  action("step")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return notice->isVisible(); }, patience));
  EXPECT_TRUE(notice->text().startsWith("Step 1 takes ")) << notice->text().toStdString();
  EXPECT_TRUE(notice->text().contains("/slow (SlowBehavior)")) << notice->text().toStdString();
  EXPECT_TRUE(notice->findChild<QPushButton*>()->isVisible());
  QTest::keyClick(&window->viewport(), Qt::Key_Escape);
  EXPECT_TRUE(QTest::qWaitFor([&] { return !notice->isVisible(); }, patience));
  const auto* problem = window->findChild<ProblemOverlay*>("problemOverlay");
  EXPECT_TRUE(QTest::qWaitFor([&] { return problem->isVisible(); }, patience));
  EXPECT_TRUE(problem->text().contains("Step 1 was given up")) << problem->text().toStdString();
}

}  // namespace
}  // namespace sofa::gui
