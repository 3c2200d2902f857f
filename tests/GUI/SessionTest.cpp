#include "Sofa/GUI/Session/Session.h"

#include <gtest/gtest.h>

#include <QTest>
#include <QThread>

#include "SignalSpy.h"
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

}  // namespace
}  // namespace sofa::gui
