// SPDX-License-Identifier: Apache-2.0
// Scenes play in real time, or as fast as they can, as was chosen last.
#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QLineEdit>
#include <QTest>

#include "SignalSpy.h"
#include "Sofa/GUI/Session/RateMeter.h"
#include "Sofa/GUI/Session/Session.h"
#include "Sofa/GUI/Window/Settings.h"
#include "Sofa/GUI/Window/SpeedBox.h"
#include "TemporaryFolder.h"

namespace sofa::gui {
namespace {

constexpr int patience = 20000;  // ms

class PaceTest : public testing::Test {
 protected:
  void SetUp() override { useSettingsFile(QString::fromStdString((folder.path() / "settings.ini").string())); }
  void open(const std::string& dt) {
    simulation::BatchOptions options;
    options.scene = folder.write("scene.scn", "<Node dt='" + dt + "'><DefaultAnimationLoop/></Node>");
    SignalSpy loaded(&session, &Session::loaded);
    session.open(options);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !loaded.isEmpty(); }, patience));
  }
  /// Seconds of the clock until `steps` more steps were done.
  double play(long steps) {
    const long last = session.lastStep().step + steps;
    QElapsedTimer clock;
    clock.start();
    session.setPlaying(true);
    EXPECT_TRUE(QTest::qWaitFor([&] { return session.lastStep().step >= last; }, patience));
    const double seconds = static_cast<double>(clock.elapsed()) * 1e-3;
    session.setPlaying(false);
    return seconds;
  }
  tests::TemporaryFolder folder;
  Session session;
};

/// A busy machine makes it later, never earlier.
TEST_F(PaceTest, realTimeIsNeverFasterThanTheClock) {
  constexpr double madeUpFor = 0.11;  // s of lateness
  open("0.1");
  session.setSpeed(1);
  EXPECT_GE(play(6), 5 * 0.1 - madeUpFor);
  QTest::qWait(500);
  EXPECT_GE(play(6), 5 * 0.1 - madeUpFor) << "what was not played is not caught up with";
  session.setSpeed(0.5);
  EXPECT_GE(play(4), 3 * 0.2 - madeUpFor);
}

TEST_F(PaceTest, asFastAsPossibleDoesNotWait) {
  open("1000");
  session.setSpeed(0);
  EXPECT_LT(play(10), patience * 1e-3) << "of 10000 simulated seconds";
}

TEST_F(PaceTest, anotherSpeedEndsTheWaiting) {
  open("1000");
  session.setSpeed(1);
  session.setPlaying(true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.lastStep().step == 1; }, patience));
  session.setSpeed(0);
  EXPECT_TRUE(QTest::qWaitFor([&] { return session.lastStep().step > 5; }, patience));
}

TEST_F(PaceTest, whatWasChosenIsRemembered) {
  EXPECT_EQ(SpeedBox().factor(), 1) << "real time at first";
  SpeedBox box;
  SignalSpy chosen(&box, &SpeedBox::chosen), refused(&box, &SpeedBox::refused);
  box.setCurrentIndex(box.findText("As fast as possible"));
  Q_EMIT box.activated(box.currentIndex());
  EXPECT_EQ(box.factor(), 0);
  EXPECT_EQ(SpeedBox().factor(), 0);
  box.setEditText("3 x");
  Q_EMIT box.lineEdit()->editingFinished();
  EXPECT_EQ(box.factor(), 3);
  EXPECT_EQ(SpeedBox().factor(), 3);
  EXPECT_EQ(SpeedBox().currentText(), "3 x");
  for (const char* wrong : {"soon", "-1", "0", "inf"}) {
    box.setEditText(wrong);
    Q_EMIT box.lineEdit()->editingFinished();
    EXPECT_EQ(box.factor(), 3) << wrong;
  }
  EXPECT_EQ(refused.size(), 4);
  EXPECT_EQ(chosen.size(), 2);
}

TEST(RateMeterTest, tellsTheRatesOfTheLastSeconds) {
  RateMeter rate;
  EXPECT_EQ(rate.realTimeFactor(), 0);
  for (int i = 0; i <= 10; ++i) rate.add(0.5 * i, 25 * i, 0.5 * i);
  EXPECT_NEAR(rate.realTimeFactor(), 1, 1e-12);
  EXPECT_NEAR(rate.stepsPerSecond(), 50, 1e-12);
  for (int i = 1; i <= 4; ++i) rate.add(5 + 0.5 * i, 250 + i, 5 + 0.05 * i);
  EXPECT_NEAR(rate.realTimeFactor(), 0.1, 1e-12) << "what was before is forgotten";
  rate.add(7.5, 0, 0);
  EXPECT_EQ(rate.stepsPerSecond(), 0) << "after a reset";
}

}  // namespace
}  // namespace sofa::gui
