// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/TimelinePanel.h"

#include <QLabel>
#include <QSlider>
#include <QToolButton>

#include "CapturedMessages.h"
#include "SceneFixture.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::gui {
namespace {

class TimelinePanelTest : public SceneFixture {
 protected:
  TimelinePanelTest() {
    panel.resize(700, 120);
    QObject::connect(&panel, &TimelinePanel::showFrame, [this](std::shared_ptr<const gl::Frame> frame) {
      ++shows;
      shown = std::move(frame);
    });
  }
  void recordedSteps(int n) {
    steps(n);
    panel.flush();
  }
  /// All positions and velocities, exactly.
  std::vector<double> state() {
    return answerOf([](simulation::Node& root) {
      std::vector<double> values;
      std::vector<core::BaseState*> states;
      root.collectDown(states);
      for (const auto* s : states)
        if (s->isMechanical())
          for (const auto v : {s->hostRead(core::vec::position), s->hostRead(core::vec::velocity)})
            values.insert(values.end(), v.begin(), v.end());
      return values;
    });
  }
  template <class T>
  T* child(const QString& name) {
    return panel.findChild<T*>(name);
  }

  std::shared_ptr<const gl::Frame> shown;
  int shows = 0;
  TimelinePanel panel{session, selection};
};

TEST_F(TimelinePanelTest, keepsEveryStepAndShowsTheOneAskedFor) {
  ASSERT_TRUE(openBeam());
  panel.setRecording(true);
  recordedSteps(20);
  ASSERT_EQ(panel.frames().size(), 21u);
  child<QSlider>("timelineSlider")->setValue(7);
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->step, 7);
  EXPECT_NEAR(shown->time, 7 * 0.02, 1e-12);
  EXPECT_TRUE(panel.isScrubbing());
  EXPECT_TRUE(child<QLabel>("timelineWhere")->text().startsWith("step 7,"));
  // It shows what was, not what is.
  ASSERT_FALSE(shown->surfaces.empty());
  EXPECT_NE(shown->surfaces[0].vertices->positions, panel.frames().at(20)->surfaces[0].vertices->positions);
  child<QToolButton>("timelineForward")->click();
  EXPECT_EQ(shown->step, 8);
  child<QToolButton>("timelineLast")->click();
  EXPECT_FALSE(shown);
  EXPECT_FALSE(panel.isScrubbing());
}

TEST_F(TimelinePanelTest, nothingIsKeptWithoutRecording) {
  ASSERT_TRUE(openBeam());
  recordedSteps(3);
  EXPECT_EQ(panel.frames().size(), 0u);
  panel.showIndex(5);
  EXPECT_EQ(shows, 0);
}

TEST_F(TimelinePanelTest, playingShowsThePresentAgain) {
  ASSERT_TRUE(openBeam());
  panel.setRecording(true);
  recordedSteps(5);
  panel.showIndex(2);
  session.setPlaying(true);
  EXPECT_FALSE(shown);
  panel.showIndex(1);
  EXPECT_FALSE(session.isPlaying());
  EXPECT_EQ(shown->step, 1);
}

TEST_F(TimelinePanelTest, playsBackToTheEnd) {
  ASSERT_TRUE(openBeam());
  panel.setRecording(true);
  recordedSteps(8);
  child<QToolButton>("timelinePlay")->click();
  EXPECT_TRUE(panel.isPlayingBack());
  ASSERT_TRUE(QTest::qWaitFor([&] { return shown && shown->step == 8; }, 5000));
  EXPECT_FALSE(panel.isPlayingBack());
  EXPECT_EQ(shows, 9);
}

TEST_F(TimelinePanelTest, memoryIsBoundedAndTheBoundTold) {
  ASSERT_TRUE(openText(R"(<Node name="root"><DefaultAnimationLoop/><Node name="a">
    <EulerImplicitSolver/><CGLinearSolver/>
    <RegularGridTopology n="30 30 30" min="0 0 0" max="1 1 1"/><MechanicalObject name="dofs"/><UniformMass/>
    <QuadSetTopologyContainer name="quads" src="@RegularGridTopology1"/>
    <OglModel name="skin" position="@dofs.position" quads="@RegularGridTopology1.quads"/></Node></Node>)"));
  panel.setMemoryLimit(4);
  panel.setCheckpointInterval(0);
  panel.setRecording(true);
  recordedSteps(12);
  EXPECT_LE(panel.frames().bytes(), std::size_t{4} << 20);
  EXPECT_GT(panel.frames().bytes(), std::size_t{2} << 20);
  EXPECT_LT(panel.frames().size(), 12u);
  EXPECT_EQ(panel.frames().lastStep(), 12);
  EXPECT_TRUE(child<QLabel>("timelineStatus")->text().contains("gave way"));
}

TEST_F(TimelinePanelTest, goesOnFromAPastStepToTheSameBits) {
  ASSERT_TRUE(openBeam());
  panel.setCheckpointInterval(10);
  panel.setRecording(true);
  settle();
  steps(27);
  const auto at27 = state();
  steps(13);
  panel.flush();
  EXPECT_EQ(panel.checkpoints().size(), 5u);
  panel.showIndex(panel.frames().indexOf(24));
  child<QToolButton>("timelineGoOn")->click();
  settle();
  EXPECT_FALSE(panel.isScrubbing());
  EXPECT_EQ(session.lastStep().step, 24);
  EXPECT_EQ(panel.frames().lastStep(), 24);
  recordedSteps(3);
  EXPECT_EQ(session.lastStep().step, 27);
  EXPECT_EQ(state(), at27);
  EXPECT_EQ(panel.frames().size(), 28u);
}

TEST_F(TimelinePanelTest, goingOnCanBeGivenUpAndThePresentStays) {
  ASSERT_TRUE(openBeam());
  panel.setCheckpointInterval(1000);  // only the start, so that the way is long
  panel.setRecording(true);
  settle();
  recordedSteps(150);
  const auto present = state();
  panel.showIndex(panel.frames().indexOf(149));
  child<QToolButton>("timelineGoOn")->click();
  EXPECT_TRUE(panel.isComputing());
  child<QToolButton>("timelineCancel")->click();
  settle();
  EXPECT_FALSE(panel.isComputing());
  EXPECT_EQ(session.lastStep().step, 150);
  EXPECT_EQ(state(), present);
  EXPECT_EQ(panel.frames().lastStep(), 150);
  EXPECT_EQ(panel.checkpoints().size(), 1u);
  EXPECT_TRUE(child<QToolButton>("timelineCancel")->isHidden());
}

TEST_F(TimelinePanelTest, openingASceneEndsTheWayToAPastStep) {
  ASSERT_TRUE(openBeam());
  panel.setCheckpointInterval(1000);
  panel.setRecording(true);
  settle();
  recordedSteps(60);
  panel.showIndex(panel.frames().indexOf(59));
  child<QToolButton>("timelineGoOn")->click();
  ASSERT_TRUE(openBeam());
  settle();
  EXPECT_FALSE(panel.isComputing());
  EXPECT_EQ(session.lastStep().step, 0);
}

TEST_F(TimelinePanelTest, takesTheLastStepBack) {
  ASSERT_TRUE(openBeam());
  panel.setRecording(true);
  settle();
  steps(3);
  const auto at3 = state();
  steps(1);
  panel.flush();
  child<QToolButton>("timelineStepBack")->click();
  settle();
  EXPECT_EQ(session.lastStep().step, 3);
  EXPECT_EQ(state(), at3);
}

TEST_F(TimelinePanelTest, withoutAStateThereIsNoGoingOn) {
  ASSERT_TRUE(openBeam());
  panel.setCheckpointInterval(0);
  panel.setRecording(true);
  recordedSteps(4);
  panel.showIndex(2);
  EXPECT_FALSE(child<QToolButton>("timelineGoOn")->isEnabled());
  tests::CapturedMessages messages;
  panel.goOnFromHere();
  settle();
  EXPECT_EQ(messages.errors("no saved state"), 1u);
  EXPECT_EQ(session.lastStep().step, 4);
}

TEST_F(TimelinePanelTest, aStateOfAnotherGraphIsToldAndTheSceneReset) {
  ASSERT_TRUE(openBeam());
  panel.setRecording(true);
  settle();
  recordedSteps(4);
  session.post([](simulation::Node& root) {
    root.createChild("new")->add("MechanicalObject", {{"position", "0 0 0"}});
  });
  panel.showIndex(2);
  tests::CapturedMessages messages;
  panel.goOnFromHere();
  settle();
  EXPECT_GE(messages.errors("cannot be resumed"), 1u);
  EXPECT_EQ(session.lastStep().step, 0);
}

TEST_F(TimelinePanelTest, aResetBeginsAnew) {
  ASSERT_TRUE(openBeam());
  panel.setRecording(true);
  recordedSteps(6);
  panel.showIndex(3);
  ASSERT_TRUE(resetScene());
  settle();
  EXPECT_FALSE(panel.isScrubbing());
  EXPECT_EQ(panel.frames().size(), 1u);
  EXPECT_EQ(panel.frames().lastStep(), 0);
  ASSERT_TRUE(openBeam());
  settle();
  EXPECT_LE(panel.frames().size(), 1u);
}

}  // namespace
}  // namespace sofa::gui
