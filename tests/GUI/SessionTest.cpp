// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Session/Session.h"

#include <gtest/gtest.h>

#include <QTest>
#include <QThread>

#include "SignalSpy.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"
#include "SourceFolder.h"

namespace sofa::gui {
namespace {

/// Waits for a signal of the simulation's thread; it may have come already.
bool arrived(const SignalSpy& signal, int times = 1) {
  return QTest::qWaitFor([&] { return signal.size() >= times; }, 20000);
}

class SessionTest : public testing::Test {
 protected:
  /// Opens the hanging beam and waits until it is there.
  void open() {
    simulation::BatchOptions options;
    options.scene = SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn";
    SignalSpy loaded(&session, &Session::loaded);
    session.open(options);
    ASSERT_TRUE(arrived(loaded));
    ASSERT_TRUE(loaded.at(0).at(0).toBool());
  }
  Session session;
};

TEST_F(SessionTest, showsAFrameAfterLoading) {
  SignalSpy frames(&session, &Session::frameReady);
  open();
  ASSERT_TRUE(arrived(frames));
  ASSERT_TRUE(session.frame());
  EXPECT_FALSE(session.frame()->box.empty());
}

TEST_F(SessionTest, stepsAndResets) {
  open();
  SignalSpy stepped(&session, &Session::stepped);
  session.step();
  session.step();
  ASSERT_TRUE(arrived(stepped, 2));
  EXPECT_EQ(session.lastStep().step, 2);
  SignalSpy reset(&session, &Session::wasReset);
  session.reset();
  ASSERT_TRUE(arrived(reset));
  EXPECT_EQ(session.lastStep().step, 0);
}

TEST_F(SessionTest, answersInTheThreadThatAsked) {
  open();
  double dt = 0;
  QThread* thread = nullptr;
  session.ask(
      &session, [](simulation::Node& root) { return root.dt(); },
      [&](double answer) {
        dt = answer;
        thread = QThread::currentThread();
      });
  for (int i = 0; i < 500 && dt == 0; ++i) QTest::qWait(10);
  EXPECT_GT(dt, 0);
  EXPECT_EQ(thread, QThread::currentThread());
}

TEST_F(SessionTest, aSceneThatDoesNotExistLeavesTheSessionUsable) {
  simulation::BatchOptions options;
  options.scene = "/no/such/scene.scn";
  SignalSpy loaded(&session, &Session::loaded);
  session.open(options);
  ASSERT_TRUE(arrived(loaded));
  EXPECT_FALSE(loaded.at(0).at(0).toBool());
  open();
}

TEST_F(SessionTest, pausesWhereAStateIsNoLongerFinite) {
  open();
  SignalSpy stopped(&session, &Session::stopped);
  session.post([](simulation::Node& root) { root.setAttribute("gravity", "0 -1e308 0"); });
  session.setPlaying(true);
  ASSERT_TRUE(arrived(stopped));
  EXPECT_FALSE(session.isPlaying());
}

/// A component that fails where it is told to.
class Failing : public core::Component {
 public:
  explicit Failing(std::string where) : m_where(std::move(where)) { setClass("Failing"); }
  void reset() override { failIf("reset"); }
  void updateVisual() override { failIf("update"); }
  void draw(core::DrawList&) const override { failIf("draw"); }

 private:
  void failIf(const char* here) const {
    if (m_where == here) throw std::runtime_error("thrown by a component");
  }
  std::string m_where;
};

TEST_F(SessionTest, aComponentThatThrowsPausesAndLeavesTheSessionUsable) {
  open();
  for (const char* where : {"reset", "update", "draw"}) {
    SCOPED_TRACE(where);
    SignalSpy stopped(&session, &Session::stopped), frames(&session, &Session::frameReady);
    std::shared_ptr<core::Component> failing;
    session.post([&](simulation::Node& root) { root.addComponent(failing = std::make_shared<Failing>(where)); });
    session.reset();
    ASSERT_TRUE(arrived(frames, 2));
    EXPECT_TRUE(where == std::string("draw") || arrived(stopped));
    session.post([&](simulation::Node& root) { root.removeComponent(failing.get()); });
    SignalSpy stepped(&session, &Session::stepped);
    session.step();
    EXPECT_TRUE(arrived(stepped));
  }
}

/// It goes on from where the program left it, and is the program's again afterwards.
TEST(SessionOfAProgram, showsTheSceneAndLeavesItAsItIs) {
  const auto root = simulation::readScene(SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn");
  ASSERT_TRUE(root);
  simulation::initRoot(*root);
  for (int i = 0; i < 3; ++i) simulation::animate(*root);
  const double before = root->time();
  {
    Session session;
    simulation::BatchOptions options;
    options.root = root;
    SignalSpy loaded(&session, &Session::loaded), stepped(&session, &Session::stepped);
    session.open(options);
    ASSERT_TRUE(arrived(loaded));
    EXPECT_EQ(session.lastStep().time, before);
    session.step();
    ASSERT_TRUE(arrived(stepped));
  }
  EXPECT_NEAR(root->time(), before + root->dt(), 1e-12);
  EXPECT_FALSE(root->children().empty());
  simulation::animate(*root);
}

TEST(SessionOfAProgram, isReloadedFromItsFile) {
  const auto root = std::make_shared<simulation::Node>();
  root->setName("made");
  simulation::initRoot(*root);
  Session session;
  simulation::BatchOptions options;
  options.root = root;
  options.scene = SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn";
  SignalSpy loaded(&session, &Session::loaded);
  session.open(options);
  ASSERT_TRUE(arrived(loaded));
  session.reload();
  ASSERT_TRUE(arrived(loaded, 2));
  std::optional<bool> isFromFile;
  session.ask(
      &session, [](simulation::Node& scene) { return !scene.children().empty(); },
      [&](bool answer) { isFromFile = answer; });
  ASSERT_TRUE(QTest::qWaitFor([&] { return isFromFile.has_value(); }, 20000));
  EXPECT_TRUE(*isFromFile);
}

}  // namespace
}  // namespace sofa::gui
