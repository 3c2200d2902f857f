// Saving, saving as and loading again: the title names the file that all of them mean.
#include <QLabel>
#include <fstream>
#include <sstream>

#include "MainWindowFixture.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"

namespace sofa::gui {
namespace {

std::string contentOf(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

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

class WindowFilesTest : public MainWindowTest {
 protected:
  void set(const std::string& path, const char* data, const QString& text) {
    const auto object = answer([path](simulation::Node& root) {
      auto* found = core::findObjectByPath(root, "@" + path);
      return found ? makeHandle(*found) : ObjectHandle{};
    });
    ASSERT_FALSE(object.path.isEmpty()) << path;
    window->edits().setData(object, data, text);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->isWindowModified(); }, patience));
  }
  bool saved(const std::function<void()>& how) {
    SignalSpy spy(&window->edits(), &SceneEdits::saved);
    how();
    return QTest::qWaitFor([&] { return !spy.isEmpty(); }, patience);
  }
};

TEST_F(WindowFilesTest, saveWritesTheFileOfTheTitleAndNoLineButTheEditedOne) {
  ASSERT_TRUE(open(scene));
  const auto before = contentOf(scene);
  set("/beam/UniformMass1", "totalMass", "3");
  ASSERT_TRUE(saved([this] { action("save")->trigger(); }));
  EXPECT_EQ(differentLines(before, contentOf(scene)), 1) << contentOf(scene);
  EXPECT_FALSE(window->isWindowModified());
  EXPECT_EQ(window->windowTitle(), "beam.scn[*] - Sofa");
}

TEST_F(WindowFilesTest, saveAsMakesTheOtherFileTheOneThatIsShown) {
  ASSERT_TRUE(open(scene));
  const auto before = contentOf(scene);
  const auto other = QString::fromStdString((folder.path() / "other").string());
  set("/beam/UniformMass1", "totalMass", "3");
  ASSERT_TRUE(saved([&] { window->saveAs(other); }));
  EXPECT_EQ(contentOf(scene), before);
  EXPECT_EQ(window->windowTitle(), "other.scn[*] - Sofa") << "a name without an extension gets that of scenes";
  EXPECT_EQ(window->recentFiles().files().value(0), other + ".scn");
  auto& view = window->viewport();
  view.standardView(ViewControl::StandardView::right);
  const auto camera = view.camera().position;
  SignalSpy loaded(&window->session(), &Session::loaded);
  action("reload")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !loaded.isEmpty(); }, patience));
  EXPECT_EQ(answer([](simulation::Node& root) {
              return QString::fromStdString(
                  core::findObjectByPath(root, "@/beam/UniformMass1")->findData("totalMass")->text());
            }),
            "3");
  EXPECT_EQ(window->session().file(), other + ".scn");
  EXPECT_LT((view.camera().position - camera).norm(), 1e-9) << "the view stays";
  set("/beam/UniformMass1", "totalMass", "4");
  ASSERT_TRUE(saved([this] { action("save")->trigger(); }));
  EXPECT_NE(contentOf((other + ".scn").toStdString()).find("\"4\""), std::string::npos);
}

/// The program's own writing is no news to it.
TEST_F(WindowFilesTest, aWatchedSceneThatIsSavedIsNotLoadedAgain) {
  options.watchFile = true;
  window = std::make_unique<MainWindow>(options);
  window->show();
  ASSERT_TRUE(open(scene));
  SignalSpy loaded(&window->session(), &Session::loaded);
  set("/beam/UniformMass1", "totalMass", "3");
  ASSERT_TRUE(saved([this] { action("save")->trigger(); }));
  QTest::qWait(800);
  EXPECT_TRUE(loaded.isEmpty());
  EXPECT_TRUE(window->edits().undoStack()->canUndo()) << "edits can still be undone";
  std::ofstream(scene, std::ios::app) << "<!-- changed -->\n";
  EXPECT_TRUE(QTest::qWaitFor([&] { return !loaded.isEmpty(); }, patience));
}

}  // namespace
}  // namespace sofa::gui
