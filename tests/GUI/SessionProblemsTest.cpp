// SPDX-License-Identifier: Apache-2.0
#include <QThread>
#include <cmath>

#include "CapturedMessages.h"
#include "SceneFixture.h"
#include "SignalSpy.h"
#include "Sofa/Core/ObjectModel/Event.h"
#include "Sofa/GUI/Messages/MessageQueue.h"
#include "Sofa/Simulation/Run/Checkpoint.h"

namespace sofa::gui {
namespace {

/// Gives up at every step.
class GivesUp : public core::Component {
 public:
  void handleEvent(core::Event& event) override {
    if (dynamic_cast<core::AnimateBeginEvent*>(&event)) throw std::runtime_error("the matrix is singular");
  }
};

class SessionProblemsTest : public SceneFixture {
 protected:
  SessionProblemsTest() {
    QObject::connect(&session, &Session::stopped, &receiver, [this](const QString& why) { reasons.append(why); });
  }
  void play(long until) {
    session.setPlaying(true);
    EXPECT_TRUE(QTest::qWaitFor([&] { return session.lastStep().step >= until || !session.isPlaying(); }, 20000));
    settle();
  }
  void letDiverge() {
    session.post([](simulation::Node& root) { root.d_gravity.set({HUGE_VAL, 0, 0}); });
    settle();
  }
  void addGivesUp() {
    session.post([](simulation::Node& root) {
      const auto component = std::make_shared<GivesUp>();
      component->d_listening.set(true);
      root.addComponent(component);
    });
    settle();
  }

  QObject receiver;
  QStringList reasons;
};

TEST_F(SessionProblemsTest, aStateThatIsNotFinitePausesAndIsNamedWithItsStep) {
  ASSERT_TRUE(openBeam());
  letDiverge();
  tests::CapturedMessages messages;
  play(20);
  EXPECT_FALSE(session.isPlaying());
  ASSERT_EQ(reasons.size(), 1);
  EXPECT_TRUE(reasons[0].startsWith(QString("At step %1 (time ").arg(session.lastStep().step)))
      << reasons[0].toStdString();
  EXPECT_TRUE(reasons[0].contains("is not finite. Try a smaller dt")) << reasons[0].toStdString();
  EXPECT_EQ(messages.errors("The simulation diverged"), 1u);
}

TEST_F(SessionProblemsTest, aComponentThatThrowsPausesAndTheRestGoesOn) {
  ASSERT_TRUE(openBeam());
  addGivesUp();
  play(20);
  EXPECT_FALSE(session.isPlaying());
  ASSERT_EQ(reasons.size(), 1);
  EXPECT_TRUE(reasons[0].contains("The step failed: the matrix is singular")) << reasons[0].toStdString();
  EXPECT_TRUE(resetScene());
}

TEST_F(SessionProblemsTest, thePauseCanBeSwitchedOffAndTheProblemIsToldOnce) {
  ASSERT_TRUE(openBeam());
  session.setPausesAtProblems(false);
  addGivesUp();
  tests::CapturedMessages messages;
  play(20);
  EXPECT_TRUE(session.isPlaying());
  session.setPlaying(false);
  settle();
  EXPECT_TRUE(reasons.isEmpty());
  EXPECT_EQ(messages.errors("The step failed"), 1u);
  ASSERT_TRUE(resetScene());
  steps(1);
  EXPECT_EQ(messages.errors("The step failed"), 2u);
}

TEST_F(SessionProblemsTest, messagesOfAnotherScenesThreadAreNotTaken) {
  ASSERT_TRUE(openBeam());
  Session other;
  MessageQueue mine(session, 100, [] {}), theirs(other, 100, [] {});
  session.post([](simulation::Node& root) { root.warning("of the beam"); });
  settle();
  helper::send(helper::Severity::Warning, "test", "of the program");
  const auto texts = [](MessageQueue& queue) {
    std::vector<std::string> all;
    for (const auto& logged : queue.take().messages) all.push_back(logged.message.text);
    return all;
  };
  EXPECT_EQ(texts(mine), (std::vector<std::string>{"of the beam", "of the program"}));
  EXPECT_EQ(texts(theirs), std::vector<std::string>{"of the program"});
}

TEST_F(SessionProblemsTest, aCheckpointIsResumed) {
  ASSERT_TRUE(openBeam());
  steps(7);
  const std::string file = folder.file("state.checkpoint");
  ASSERT_TRUE(answerOf([&](simulation::Node& root) { return simulation::saveCheckpoint(file, root, 7); }));
  simulation::BatchOptions options = session.options();
  options.resume = file;
  SignalSpy loaded(&session, &Session::loaded);
  session.open(options);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !loaded.isEmpty(); }, 20000));
  settle();
  EXPECT_EQ(session.lastStep().step, 7);
  EXPECT_NEAR(session.lastStep().time, 7 * 0.02, 1e-12);
  steps(1);
  EXPECT_EQ(session.lastStep().step, 8);
}

}  // namespace
}  // namespace sofa::gui
