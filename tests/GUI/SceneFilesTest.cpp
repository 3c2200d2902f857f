// SPDX-License-Identifier: Apache-2.0
// Opening, saving, saving as and loading again: the title names the file that all of them mean.
#include "Sofa/GUI/Window/SceneFiles.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <fstream>
#include <sstream>

#include "CapturedMessages.h"
#include "SceneFixture.h"
#include "SignalSpy.h"
#include "Sofa/GUI/Session/SceneEdits.h"
#include "Sofa/GUI/Window/Settings.h"

namespace sofa::gui {
namespace {

constexpr int patience = 20000;  // ms

int differentLines(const std::string& a, const std::string& b) {
  std::istringstream first(a), second(b);
  int different = 0;
  std::string one, other;
  while (std::getline(first, one)) {
    std::getline(second, other);
    different += one != other;
  }
  return different + (std::getline(second, other) ? 1000 : 0);
}

class SceneFilesTest : public SceneFixture {
 protected:
  SceneFilesTest() {
    useSettingsFile(QString::fromStdString(folder.file("settings.ini")));
    std::filesystem::copy_file(SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn", scene);
    make();
  }
  void make() { files = std::make_unique<SceneFiles>(session, edits, options, window); }
  bool open(const std::string& file) {
    SignalSpy loaded(&session, &Session::loaded);
    files->open(QString::fromStdString(file));
    return QTest::qWaitFor([&] { return !loaded.isEmpty(); }, patience) && session.hasScene();
  }
  void setMass(const char* text) {
    edits.setData(handle("/beam/UniformMass1"), "totalMass", text);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !edits.undoStack()->isClean(); }, patience));
  }
  bool saves(const std::function<void()>& how) {
    SignalSpy saved(&edits, &SceneEdits::saved);
    how();
    return QTest::qWaitFor([&] { return !saved.isEmpty(); }, patience);
  }
  /// Answers the next question that is asked.
  static void answerQuestion(QMessageBox::StandardButton button) {
    QTimer::singleShot(100, qApp, [button] {
      auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      ASSERT_TRUE(question);
      question->button(button)->click();
    });
  }

  const std::string scene = folder.file("beam.scn");
  simulation::FrontEndOptions options;
  QWidget window;
  SceneEdits edits{session};
  std::unique_ptr<SceneFiles> files;
};

TEST_F(SceneFilesTest, theTitleNamesTheSceneAndTheRecentOnesHaveIt) {
  EXPECT_EQ(files->title(), "Sofa");
  SignalSpy titles(files.get(), &SceneFiles::titleChanged);
  ASSERT_TRUE(open(scene));
  EXPECT_EQ(files->title(), "beam.scn[*] - Sofa");
  EXPECT_EQ(titles.back().at(0).toString(), files->title());
  EXPECT_EQ(files->recent().files().value(0), QString::fromStdString(scene));
}

TEST_F(SceneFilesTest, temporaryScenesAreNotRemembered) {
  options.temporary = true;
  make();
  ASSERT_TRUE(open(scene));
  EXPECT_TRUE(files->recent().files().isEmpty());
}

TEST_F(SceneFilesTest, whatTheCommandLineSaysIsForItsSceneOnly) {
  options.batch.assignments = {{"/beam/UniformMass1.totalMass", "4"}};
  make();
  SignalSpy another(files.get(), &SceneFiles::opensAnother);
  ASSERT_TRUE(open(scene));
  EXPECT_FALSE(session.options().assignments.empty());
  EXPECT_TRUE(another.isEmpty());
  ASSERT_TRUE(open(scene));
  EXPECT_TRUE(session.options().assignments.empty());
  EXPECT_EQ(another.size(), 1);
}

TEST_F(SceneFilesTest, aSceneThatCannotBeLoadedIsToldWithReasonsAndOneThatIsGoneForgotten) {
  const tests::CapturedMessages messages;
  files->recent().add("/no/such/scene.scn");
  SignalSpy failed(files.get(), &SceneFiles::loadFailed);
  EXPECT_FALSE(open("/no/such/scene.scn"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !failed.isEmpty(); }, patience));
  EXPECT_EQ(failed.at(0).at(0).toString(), "scene.scn could not be loaded");
  EXPECT_TRUE(failed.at(0).at(1).toStringList().value(0).contains("/no/such/scene.scn"));
  EXPECT_TRUE(files->recent().files().isEmpty());
}

TEST_F(SceneFilesTest, saveWritesTheFileOfTheTitleAndNoLineButTheEditedOne) {
  ASSERT_TRUE(open(scene));
  const auto before = folder.read("beam.scn");
  setMass("3");
  ASSERT_TRUE(saves([this] { files->save(); }));
  EXPECT_EQ(differentLines(before, folder.read("beam.scn")), 1) << folder.read("beam.scn");
  EXPECT_TRUE(edits.undoStack()->isClean());
  EXPECT_EQ(files->title(), "beam.scn[*] - Sofa");
}

TEST_F(SceneFilesTest, saveAsMakesTheOtherFileTheOneThatIsShown) {
  ASSERT_TRUE(open(scene));
  const auto before = folder.read("beam.scn");
  const auto other = QString::fromStdString(folder.file("other"));
  setMass("3");
  ASSERT_TRUE(saves([&] { files->saveAs(other); }));
  EXPECT_EQ(folder.read("beam.scn"), before);
  EXPECT_EQ(files->title(), "other.scn[*] - Sofa") << "a name without an extension gets that of scenes";
  EXPECT_EQ(files->recent().files().value(0), other + ".scn");
  SignalSpy loaded(&session, &Session::loaded);
  files->reload();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !loaded.isEmpty(); }, patience));
  EXPECT_EQ(answerOf([](simulation::Node& root) {
              return core::findObjectByPath(root, "@/beam/UniformMass1")->findData("totalMass")->text();
            }),
            "3");
  EXPECT_EQ(session.file(), other + ".scn");
  setMass("4");
  ASSERT_TRUE(saves([this] { files->save(); }));
  EXPECT_NE(folder.read("other.scn").find("\"4\""), std::string::npos);
}

TEST_F(SceneFilesTest, aProgramIsNotReplacedByTheSceneItMade) {
  ASSERT_TRUE(open(scene));
  const auto program = QString::fromStdString(folder.file("beam.py"));
  setMass("3");
  ASSERT_TRUE(saves([&] { files->saveAs(program); }));
  EXPECT_EQ(session.file(), program + ".scn");
  EXPECT_FALSE(QFileInfo::exists(program));
}

TEST_F(SceneFilesTest, whatFollowsSavingWaitsUntilTheFileIsWritten) {
  ASSERT_TRUE(open(scene));
  EXPECT_TRUE(files->mayLeave([] { FAIL() << "nothing is to be saved"; }));
  setMass("3");
  bool went = false;
  answerQuestion(QMessageBox::Cancel);
  EXPECT_FALSE(files->mayLeave([&] { went = true; }));
  answerQuestion(QMessageBox::Discard);
  EXPECT_TRUE(files->mayLeave([&] { went = true; }));
  EXPECT_FALSE(went) << "who asks goes on at once";
  answerQuestion(QMessageBox::Save);
  EXPECT_FALSE(files->mayLeave([&] { went = true; }));
  EXPECT_TRUE(QTest::qWaitFor([&] { return went; }, patience));
  EXPECT_NE(folder.read("beam.scn").find("totalMass=\"3\""), std::string::npos) << folder.read("beam.scn");
}

/// The program's own writing is no news to it.
TEST_F(SceneFilesTest, aWatchedSceneIsLoadedAgainWhenAnotherProgramWroteIt) {
  options.watchFile = true;
  make();
  ASSERT_TRUE(open(scene));
  SignalSpy loaded(&session, &Session::loaded);
  setMass("3");
  ASSERT_TRUE(saves([this] { files->save(); }));
  QTest::qWait(800);
  EXPECT_TRUE(loaded.isEmpty());
  EXPECT_TRUE(edits.undoStack()->canUndo()) << "edits can still be undone";
  std::ofstream(scene, std::ios::app) << "<!-- changed -->\n";
  EXPECT_TRUE(QTest::qWaitFor([&] { return !loaded.isEmpty(); }, patience));
}

}  // namespace
}  // namespace sofa::gui
