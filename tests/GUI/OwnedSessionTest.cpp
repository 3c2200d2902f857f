// SPDX-License-Identifier: Apache-2.0
// Windows and sessions that go while a step runs.
#include "Sofa/GUI/Session/OwnedSession.h"

#include <QElapsedTimer>
#include <QStatusBar>
#include <atomic>
#include <thread>

#include "MainWindowFixture.h"
#include "Sofa/GUI/Plots/CompareWindow.h"
#include "Sofa/Helper/Interrupt.h"
#include "SourceFolder.h"

namespace sofa::gui {
namespace {

constexpr int atOnce = 700;  // ms; far less than what runs takes
constexpr std::chrono::milliseconds longStep{2500};

/// Makes a session busy for a while. True once it is.
class Work {
 public:
  bool begin(Session& session) {
    session.post([begun = m_begun, done = m_done](simulation::Node&) {
      *begun = true;
      std::this_thread::sleep_for(longStep);
      *done = true;
    });
    return QTest::qWaitFor([&] { return m_begun->load(); }, patience);
  }
  bool isDone() const { return *m_done; }

 private:
  std::shared_ptr<std::atomic<bool>> m_begun = std::make_shared<std::atomic<bool>>(false),
                                     m_done = std::make_shared<std::atomic<bool>>(false);
};

TEST(OwnedSessionTest, goesAtOnceAndFinishesItsWork) {
  simulation::BatchOptions options;
  options.scene = SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn";
  auto session = std::make_unique<OwnedSession>();
  SignalSpy loaded(&**session, &Session::loaded);
  (*session)->open(options);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !loaded.isEmpty(); }, patience));
  Work work;
  ASSERT_TRUE(work.begin(**session));
  EXPECT_TRUE((*session)->isBusy());
  bool later = false;
  (*session)->post([&](simulation::Node&) { later = true; });
  QElapsedTimer clock;
  clock.start();
  session.reset();
  EXPECT_LT(clock.elapsed(), atOnce);
  EXPECT_FALSE(work.isDone());
  OwnedSession::waitForAll();
  EXPECT_TRUE(work.isDone());
  EXPECT_FALSE(later) << "what was not begun is dropped";
}

TEST(OwnedSessionTest, givesUpWorkThatMayBeInterrupted) {
  simulation::BatchOptions options;
  options.scene = SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn";
  auto session = std::make_unique<OwnedSession>();
  SignalSpy loaded(&**session, &Session::loaded);
  (*session)->open(options);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !loaded.isEmpty(); }, patience));
  // As a solver that does not converge, in a step that has no end.
  auto begun = std::make_shared<std::atomic<int>>(0);
  const auto endless = [begun](simulation::Node&) {
    for (++*begun;; std::this_thread::sleep_for(std::chrono::milliseconds(1))) helper::checkInterrupt();
  };
  (*session)->post(endless);
  ASSERT_TRUE(QTest::qWaitFor([&] { return *begun == 1; }, patience));
  (*session)->open(options);
  ASSERT_TRUE(QTest::qWaitFor([&] { return loaded.size() == 2; }, patience)) << "another scene is opened meanwhile";
  (*session)->post(endless);
  ASSERT_TRUE(QTest::qWaitFor([&] { return *begun == 2; }, patience));
  session.reset();
  OwnedSession::waitForAll();
}

TEST_F(MainWindowTest, closesWhileAStepRuns) {
  ASSERT_TRUE(open(scene));
  Work work;
  ASSERT_TRUE(work.begin(window->session()));
  QElapsedTimer clock;
  clock.start();
  window->close();
  EXPECT_FALSE(window->isVisible());
  window.reset();
  EXPECT_LT(clock.elapsed(), atOnce);
  OwnedSession::waitForAll();
  EXPECT_TRUE(work.isDone());
}

TEST_F(MainWindowTest, aCompareWindowClosesWhileAStepRuns) {
  ASSERT_TRUE(open(scene));
  auto* compare = window->files().compareWith(QString::fromStdString(scene));
  ASSERT_TRUE(QTest::qWaitFor([&] { return compare->session(0).frame() && compare->session(1).frame(); }, patience));
  Work work;
  ASSERT_TRUE(work.begin(compare->session(1)));
  const QPointer<CompareWindow> watched(compare);
  QElapsedTimer clock;
  clock.start();
  compare->close();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_TRUE(watched.isNull());
  EXPECT_LT(clock.elapsed(), atOnce);
  OwnedSession::waitForAll();
  EXPECT_TRUE(work.isDone());
}

TEST_F(MainWindowTest, tellsThatAStepIsFinishedBeforeTheNextSceneLoads) {
  ASSERT_TRUE(open(scene));
  Work work;
  ASSERT_TRUE(work.begin(window->session()));
  SignalSpy began(&window->session(), &Session::loadingBegan), loaded(&window->session(), &Session::loaded);
  QStringList said;
  QObject::connect(window->statusBar(), &QStatusBar::messageChanged, window.get(),
                   [&](const QString& text) { said.append(text); });
  window->files().open(QString::fromStdString(scene));
  EXPECT_TRUE(window->statusBar()->currentMessage().startsWith("Finishing the step"))
      << window->statusBar()->currentMessage().toStdString();
  EXPECT_TRUE(began.isEmpty());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !loaded.isEmpty(); }, patience));
  QCoreApplication::processEvents();
  EXPECT_TRUE(work.isDone());
  EXPECT_EQ(began.size(), 1);
  EXPECT_TRUE(std::any_of(said.begin(), said.end(), [](const auto& text) { return text.startsWith("Loading"); }));
}

}  // namespace
}  // namespace sofa::gui
