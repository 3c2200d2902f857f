// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/RecorderPanel.h"

#include <QDir>
#include <QImage>
#include <QLabel>
#include <QProcess>
#include <QStandardPaths>
#include <QToolButton>
#include <atomic>
#include <thread>

#include "CapturedMessages.h"
#include "SceneFixture.h"
#include "Sofa/GUI/Timeline/ExportObj.h"

namespace sofa::gui {
namespace {

/// A picture whose colour tells the step.
gl::Image stepPicture(const gl::Frame& frame, int width, int height) {
  gl::Image image{width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(4 * width * height), 255)};
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) image.rgba[i] = static_cast<std::uint8_t>(10 * frame.step);
  return image;
}

/// What ffprobe says about a film: number of pictures it can decode.
int picturesIn(const QString& file) {
  QProcess probe;
  probe.start("ffprobe", {"-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                          "stream=nb_read_frames", "-of", "csv=p=0", file});
  probe.waitForFinished(30000);
  return probe.readAllStandardOutput().trimmed().split(',').front().toInt();
}

bool hasFfmpeg() { return !VideoWriter::program().isEmpty() && !QStandardPaths::findExecutable("ffprobe").isEmpty(); }

class RecorderPanelTest : public SceneFixture {
 protected:
  RecorderPanelTest() {
    panel.setRenderer(stepPicture);
    settings.folder = QString::fromStdString(folder.file("out"));
    settings.width = 64;
    settings.height = 48;
    settings.rate = 30;
    QObject::connect(&panel.film(), &RecorderFilm::stopped, [this](const QString& why) {
      ++ends;
      reason = why;
    });
  }
  void record(RecorderFilm::Settings::Kind kind, int n) {
    settings.kind = kind;
    panel.setSettings(settings);
    panel.setRecording(true);
    ASSERT_TRUE(panel.film().isRecording()) << panel.statusText().toStdString();
    steps(n);
    panel.setRecording(false);
    ASSERT_TRUE(QTest::qWaitFor([&] { return ends > 0; }, 30000));
  }
  QStringList files(const QString& pattern) { return QDir(settings.folder).entryList({pattern}); }

  RecorderPanel panel{session, selection};
  RecorderFilm::Settings settings;
  int ends = 0;
  QString reason;
};

TEST_F(RecorderPanelTest, aPictureForEveryStep) {
  ASSERT_TRUE(openBeam());
  record(RecorderFilm::Settings::Kind::pictures, 9);
  const QStringList written = files("hanging_beam_????????.png");
  ASSERT_EQ(written.size(), 10);
  for (int i = 0; i < 10; ++i) {
    const QImage image(QDir(settings.folder).filePath(written[i]));
    ASSERT_EQ(image.size(), QSize(64, 48));
    EXPECT_EQ(image.pixelColor(3, 3).red(), 10 * i);
    EXPECT_EQ(image.pixelColor(3, 3).green(), 255);
  }
  EXPECT_TRUE(reason.isEmpty());
}

TEST_F(RecorderPanelTest, everyThirdStepAndNumbersThatGoOn) {
  ASSERT_TRUE(openBeam());
  settings.every = 3;
  record(RecorderFilm::Settings::Kind::pictures, 7);
  ASSERT_EQ(files("*.png").size(), 3);
  EXPECT_EQ(QImage(QDir(settings.folder).filePath("hanging_beam_00000002.png")).pixelColor(0, 0).red(), 60);
  ends = 0;
  record(RecorderFilm::Settings::Kind::pictures, 3);
  EXPECT_EQ(files("*.png").size(), 5);
}

TEST_F(RecorderPanelTest, noStepIsLostWhileDrawingIsSlow) {
  ASSERT_TRUE(openBeam());
  panel.setRenderer([](const gl::Frame& frame, int width, int height) {
    QThread::msleep(30);
    return stepPicture(frame, width, height);
  });
  settings.kind = RecorderFilm::Settings::Kind::pictures;
  panel.setSettings(settings);
  panel.setRecording(true);
  session.setPlaying(true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel.film().pictures() >= 12; }, 20000));
  session.setPlaying(false);
  panel.setRecording(false);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ends > 0; }, 30000));
  const QStringList written = files("*.png");
  for (int i = 0; i < written.size() && i < 25; ++i)
    EXPECT_EQ(QImage(QDir(settings.folder).filePath(written[i])).pixelColor(0, 0).red(), 10 * i);
}

/// Holds frames back before they are shown, for as long as it is slow.
struct SlowCapture : StepObserver {
  void afterStep(simulation::Node&, const StepInfo&) override {}
  void captured(simulation::Node&, gl::Frame&) override {
    for (int i = 0; i < 2000 && isSlow; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::atomic<bool> isSlow{true};
};

TEST_F(RecorderPanelTest, aStepThatIsNotYetShownIsNotLost) {
  SlowCapture slow;
  session.addObserver(&slow);
  ASSERT_TRUE(openBeam());
  ASSERT_FALSE(session.frame()) << "the first frame is meant to be on its way";
  settings.kind = RecorderFilm::Settings::Kind::pictures;
  panel.setSettings(settings);
  panel.setRecording(true);
  slow.isSlow = false;
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel.film().pictures() > 0; }, 20000));
  steps(2);
  panel.setRecording(false);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ends > 0; }, 30000));
  const QStringList written = files("*.png");
  ASSERT_EQ(written.size(), 3);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(QImage(QDir(settings.folder).filePath(written[i])).pixelColor(0, 0).red(), 10 * i);
  session.removeObserver(&slow);
}

TEST_F(RecorderPanelTest, aFilmOfEveryStep) {
  if (!hasFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  ASSERT_TRUE(openBeam());
  record(RecorderFilm::Settings::Kind::mp4, 11);
  EXPECT_TRUE(reason.isEmpty()) << reason.toStdString();
  ASSERT_EQ(files("hanging_beam_r30_0001.mp4").size(), 1);
  EXPECT_EQ(picturesIn(panel.film().file()), 12);
  ends = 0;
  record(RecorderFilm::Settings::Kind::mkv, 3);
  EXPECT_EQ(picturesIn(QDir(settings.folder).filePath("hanging_beam_r30_0001.mkv")), 4);
}

TEST_F(RecorderPanelTest, aFilmInRealTimeLastsAsLongAsItWasRecorded) {
  if (!hasFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  ASSERT_TRUE(openBeam());
  settings.kind = RecorderFilm::Settings::Kind::mp4;
  settings.realTime = true;
  settings.width = 63;  // made even
  panel.setSettings(settings);
  panel.setRecording(true);
  session.setPlaying(true);
  QTest::qWait(1000);
  session.setPlaying(false);
  panel.setRecording(false);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ends > 0; }, 30000));
  EXPECT_TRUE(reason.isEmpty()) << reason.toStdString();
  const int pictures = picturesIn(panel.film().file());
  EXPECT_GE(pictures, 25);
  EXPECT_LE(pictures, 45);
}

TEST_F(RecorderPanelTest, withoutFfmpegFilmsAreRefusedAndTheRemedyTold) {
  ASSERT_TRUE(openBeam());
  tests::CapturedMessages messages;
  VideoWriter::setProgramFolder("/nonexistent");
  settings.kind = RecorderFilm::Settings::Kind::mp4;
  panel.setSettings(settings);
  panel.setRecording(true);
  VideoWriter::setProgramFolder({});
  EXPECT_FALSE(panel.film().isRecording());
  EXPECT_FALSE(panel.findChild<QToolButton*>("recorderRecord")->isChecked());
  EXPECT_TRUE(panel.statusText().contains("package ffmpeg"));
  EXPECT_EQ(messages.errors("apt install ffmpeg"), 1u);
}

TEST(VideoWriterTest, aFullDiskEndsTheFilm) {
  if (!hasFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  VideoWriter writer;
  QString reason;
  bool ended = false;
  QObject::connect(&writer, &VideoWriter::finished, [&](const QString& why) {
    ended = true;
    reason = why;
  });
  QString refused;
  ASSERT_TRUE(writer.start("/dev/full", {320, 240, 30}, refused)) << refused.toStdString();
  gl::Image image{320, 240, std::vector<std::uint8_t>(4 * 320 * 240, 90)};
  for (int i = 0; i < 200 && !ended; ++i) {
    for (auto& c : image.rgba) c = static_cast<std::uint8_t>(c * 31 + i);
    writer.add(image);
    QTest::qWait(1);
  }
  writer.finish();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended; }, 30000));
  EXPECT_TRUE(reason.contains("No space left")) << reason.toStdString();
}

TEST_F(RecorderPanelTest, whatWasWrittenBeforeFfmpegDiedCanBePlayed) {
  if (!hasFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  ASSERT_TRUE(openBeam());
  tests::CapturedMessages messages;
  settings.kind = RecorderFilm::Settings::Kind::mp4;
  panel.setSettings(settings);
  panel.setRecording(true);
  for (int i = 0; i < 4; ++i) steps(60);
  auto* process = panel.film().findChild<QProcess*>();
  ASSERT_TRUE(process);
  process->kill();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ends > 0; }, 30000));
  EXPECT_FALSE(panel.film().isRecording());
  EXPECT_EQ(messages.errors("ended after"), 1u);
  EXPECT_GE(picturesIn(panel.film().file()), 30);
  steps(3);  // nobody waits for a recorder any more
}

TEST_F(RecorderPanelTest, aFolderThatGoesAwayEndsTheRecording) {
  ASSERT_TRUE(openBeam());
  tests::CapturedMessages messages;
  settings.kind = RecorderFilm::Settings::Kind::pictures;
  panel.setSettings(settings);
  panel.setRecording(true);
  steps(2);
  QTest::qWait(100);
  QDir(settings.folder).removeRecursively();
  steps(3);
  ASSERT_TRUE(QTest::qWaitFor([&] { return ends > 0; }, 10000));
  EXPECT_TRUE(reason.contains("cannot be written"));
  EXPECT_GE(messages.errors("cannot be written"), 1u);
}

TEST_F(RecorderPanelTest, withoutAViewThereIsNothingToRecord) {
  RecorderPanel bare(session, selection);
  tests::CapturedMessages messages;
  bare.setRecording(true);
  EXPECT_TRUE(bare.statusText().contains("no view"));
}

TEST_F(RecorderPanelTest, surfacesAsObj) {
  ASSERT_TRUE(openBeam());
  panel.setFolder(settings.folder);
  panel.exportObj();
  settle();
  ASSERT_EQ(files("hanging_beam_00000.*").size(), 2) << panel.statusText().toStdString();
  const QStringList lines = QString::fromStdString(folder.read("out/hanging_beam_00000.obj")).split('\n');
  EXPECT_EQ(lines.filter(QRegularExpression("^v ")).size(), 21 * 5 * 5);
  EXPECT_EQ(lines.filter(QRegularExpression("^vn ")).size(), 21 * 5 * 5);
  const int faces = 2 * (20 * 4 + 20 * 4 + 4 * 4);
  EXPECT_EQ(lines.filter(QRegularExpression("^f \\d+//\\d+ \\d+//\\d+ \\d+//\\d+ \\d+//\\d+$")).size(), faces);
  EXPECT_EQ(lines.filter(QRegularExpression("^usemtl beam_surface_skin$")).size(), 1);
  const QString mtl = QString::fromStdString(folder.read("out/hanging_beam_00000.mtl"));
  EXPECT_TRUE(mtl.contains("newmtl beam_surface_skin\nillum 4\n"));
  EXPECT_TRUE(mtl.contains("Kd 0.9 0.5 0.2\n"));
  EXPECT_FALSE(mtl.contains("Ks")) << "it is not used";
}

TEST_F(RecorderPanelTest, numbersOfObjGoOnFromModelToModel) {
  ASSERT_TRUE(openText(R"(<Node name="root"><DefaultAnimationLoop/>
    <OglModel name="a" position="0 0 0 1 0 0 0 1 0" triangles="0 1 2" updateNormals="false" useNormals="false"/>
    <OglModel name="b" position="0 0 1 1 0 1 0 1 1" triangles="0 1 2  0 1 9"/></Node>)"));
  panel.setFolder(settings.folder);
  panel.exportObj();
  settle();
  const QStringList lines = QString::fromStdString(folder.read("out/scene_00000.obj")).split('\n');
  const QStringList faces = lines.filter(QRegularExpression("^f "));
  ASSERT_EQ(faces.size(), 2) << "a face that names a missing vertex is left out";
  EXPECT_TRUE(faces[0].startsWith("f 1"));
  EXPECT_TRUE(faces[1].startsWith("f 4"));
}

TEST_F(RecorderPanelTest, sequencesOfObjAndVtu) {
  ASSERT_TRUE(openBeam());
  panel.setFolder(settings.folder);
  panel.setObjSequence(true);
  panel.setVtuSequence(true);
  steps(3);
  panel.setObjSequence(false);
  steps(2);
  panel.setVtuSequence(false);
  steps(1);
  EXPECT_EQ(files("*.obj").size(), 3);
  EXPECT_EQ(files("*.vtu").size(), 5);
  const QString index = QString::fromStdString(folder.read("out/series.pvd"));
  EXPECT_EQ(index.count(".vtu\""), 5);
  EXPECT_EQ(index.count(".vtp\""), 5);  // the beam's visual surface
}

TEST_F(RecorderPanelTest, exportsGoOnWhenAStateIsRemovedOrTheSceneReloaded) {
  ASSERT_TRUE(openBeam());
  panel.setFolder(settings.folder);
  panel.setVtuSequence(true);
  steps(2);
  session.post([](simulation::Node& root) { root.removeChild(root.children()[0].get()); });
  steps(2);
  ASSERT_TRUE(openBeam());
  steps(2);
  EXPECT_FALSE(files("*.vtu").isEmpty());
}

TEST_F(RecorderPanelTest, anExportThatFailsIsTold) {
  ASSERT_TRUE(openBeam());
  tests::CapturedMessages messages;
  panel.setFolder("/dev/full/folder");
  panel.exportObj();
  settle();
  EXPECT_EQ(messages.errors("/dev/full/folder"), 1u);
  panel.setObjSequence(true);
  steps(2);
  EXPECT_FALSE(panel.findChild<QToolButton*>("exportObjSequence")->isChecked());
}

}  // namespace
}  // namespace sofa::gui
