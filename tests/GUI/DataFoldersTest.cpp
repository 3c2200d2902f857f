// SPDX-License-Identifier: Apache-2.0
// A scene that does not find its mesh: the user points out the folder, and it is found from then on.
#include "Sofa/GUI/Window/DataFolders.h"

#include <QMenu>
#include <QPushButton>

#include "CapturedMessages.h"
#include "MainWindowFixture.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"

namespace sofa::gui {
namespace {

class DataFoldersTest : public MainWindowTest {
 protected:
  void SetUp() override {
    MainWindowTest::SetUp();
    if (IsSkipped()) return;
    std::filesystem::create_directories(folder.path() / "elsewhere" / "parts");
    std::filesystem::create_directories(folder.path() / "empty");
    folder.write("elsewhere/parts/corner.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    file = folder.write("scene.scn",
                        "<Node name='root'><DefaultAnimationLoop/>"
                        "<MeshOBJLoader name='loader' filename='parts/corner.obj'/></Node>");
  }
  std::size_t loaded() {
    return answer([](simulation::Node& root) {
      return core::findObjectByPath(root, "@/loader")->findData("position")->text(0).size();
    });
  }
  QString path(const char* name) const { return QString::fromStdString((folder.path() / name).string()); }

  std::string file;
};

TEST_F(DataFoldersTest, aFolderThatIsPointedOutIsSearchedAndRemembered) {
  tests::CapturedMessages silence;
  ASSERT_TRUE(open(file));
  auto* problem = window->findChild<ProblemOverlay*>("problemOverlay");
  ASSERT_TRUE(QTest::qWaitFor([&] { return problem->isVisible(); }, patience));
  auto* button = problem->findChild<QPushButton*>("problemButton");
  EXPECT_TRUE(button->isVisible());
  EXPECT_EQ(loaded(), 0u);
  // A folder that does not help is refused.
  SignalSpy failed(&window->files(), &SceneFiles::failed);
  window->files().locate(path("empty"));
  ASSERT_EQ(failed.size(), 1);
  EXPECT_TRUE(failed.at(0).at(0).toString().contains("parts/corner.obj"));
  EXPECT_TRUE(window->files().dataFolders().folders().isEmpty());
  // The user points at where the mesh itself lies.
  SignalSpy again(&window->session(), &Session::loaded);
  window->files().locate(path("elsewhere/parts"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !again.isEmpty(); }, patience));
  EXPECT_GT(loaded(), 0u);
  EXPECT_FALSE(problem->isVisible());
  EXPECT_FALSE(window->files().missesFiles());
  EXPECT_EQ(window->files().dataFolders().folders(), QStringList{path("elsewhere")});
  // The next run finds it at once, until it is forgotten.
  window = nullptr;
  window = std::make_unique<MainWindow>(options);
  window->show();
  ASSERT_TRUE(open(file));
  EXPECT_GT(loaded(), 0u);
  auto* menu = window->findChild<QMenu*>("dataFoldersMenu");
  ASSERT_EQ(menu->actions().size(), 3) << "locate, a line, forget";
  menu->actions().back()->trigger();
  EXPECT_EQ(menu->actions().size(), 1);
  ASSERT_TRUE(open(file));
  EXPECT_EQ(loaded(), 0u);
}

TEST_F(DataFoldersTest, otherProblemsHaveNoButton) {
  tests::CapturedMessages silence;
  ASSERT_TRUE(open(folder.write("bad.scn", "<Node><DefaultAnimationLoop/><NoSuchThing/></Node>")));
  auto* problem = window->findChild<ProblemOverlay*>("problemOverlay");
  ASSERT_TRUE(QTest::qWaitFor([&] { return problem->isVisible(); }, patience));
  EXPECT_FALSE(problem->findChild<QPushButton*>("problemButton")->isVisible());
}

TEST(MissingFilesTest, namesComeFromTheErrors) {
  const QString path = " in /a:/b (--data-path FOLDER or SOFA_DATA_PATH adds a folder; ...)";
  EXPECT_EQ(DataFolders::missingFiles({"[ERROR] [MeshOBJLoader(/l)] filename: mesh 'mesh/a b.obj' not found. It was "
                                       "searched" +
                                           path,
                                       "[ERROR] [OglModel(/m)] File mesh/liver.obj NOT FOUND" + path,
                                       "[ERROR] [OglModel(/m)] File mesh/liver.obj NOT FOUND" + path,
                                       "[ERROR] [OglModel(/m)] Texture \"wood.png\" of a material not found" + path,
                                       "[ERROR] [X(/m)] 'other' not found."}),
            (QStringList{"mesh/a b.obj", "mesh/liver.obj", "wood.png"}));
}

}  // namespace
}  // namespace sofa::gui
