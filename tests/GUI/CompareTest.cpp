// SPDX-License-Identifier: Apache-2.0
// Two scenes side by side: they step at the same time, and the difference is seen where it is.
#include <gtest/gtest.h>

#include <QAction>
#include <QOpenGLContext>
#include <QTest>
#include <atomic>
#include <thread>

#include "SignalSpy.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/GUI/Plots/CompareWindow.h"
#include "Sofa/GUI/Window/Settings.h"
#include "SourceFolder.h"
#include "TemporaryFolder.h"

namespace sofa::gui {
namespace {

constexpr int patience = 20000;  // ms

/// Waits in each step until another one of its kind steps too: for ever, where scenes step one after the other.
class WaitingBehavior : public core::BehaviorModel {
 public:
  void updatePosition(double) override {
    const int step = ++m_steps;
    s_arrived += 1;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (s_arrived < 2 * step && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (s_arrived >= 2 * step) ++s_met;
  }
  static inline std::atomic<int> s_arrived = 0, s_met = 0;

 private:
  int m_steps = 0;
};
const auto registered = core::Register("WaitingBehavior", "Test", "waits in each step").add<WaitingBehavior>();

class CompareWindowTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!QOpenGLContext().create()) GTEST_SKIP() << "needs a display with OpenGL";
  }
  void open(const std::string& first, const std::string& second) {
    simulation::FrontEndOptions options;
    options.batch.scene = first;
    options.compareWith = second;
    window = std::make_unique<CompareWindow>(options);
    window->show();
    SignalSpy compared(window.get(), &CompareWindow::compared);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !compared.isEmpty(); }, patience));
  }
  void step() {
    SignalSpy compared(window.get(), &CompareWindow::compared);
    window->step();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !compared.isEmpty(); }, patience));
  }
  /// Colours of the vertices of all surfaces of a side, with alpha left out; empty where the scene's own are shown.
  std::vector<std::array<int, 3>> colorsOf(std::size_t side) {
    std::vector<std::array<int, 3>> colors;
    if (const auto frame = window->session(side).frame())
      for (const auto& surface : frame->surfaces)
        for (std::size_t i = 0; i + 3 < surface.vertices->colors.size(); i += 4)
          colors.push_back(
              {surface.vertices->colors[i], surface.vertices->colors[i + 1], surface.vertices->colors[i + 2]});
    return colors;
  }

  tests::TemporaryFolder folder;
  std::unique_ptr<CompareWindow> window;
};

TEST_F(CompareWindowTest, twoScenesStepAtTheSameTime) {
  const auto scene = folder.write("waits.scn",
                                  "<Node name='root'><DefaultAnimationLoop/><MechanicalObject position='0 0 0'/>"
                                  "<WaitingBehavior/></Node>");
  open(scene, scene);
  for (int i = 0; i < 3; ++i) step();
  EXPECT_EQ(WaitingBehavior::s_met, 6) << "two scenes, three steps";
}

/// Three points of which one falls in one scene and not in the other.
TEST_F(CompareWindowTest, theSecondSceneIsColouredByTheDistanceOfItsPoints) {
  const auto scene = [&](const char* name, const char* fixed) {
    return folder.write(name, fmt::format("<Node name='root' dt='0.1' gravity='0 -10 0'><DefaultAnimationLoop/>"
                                          "<Node name='body'><EulerExplicitSolver/>"
                                          "<MeshTopology name='mesh' position='0 0 0 1 0 0 0 1 0' triangles='0 1 2'/>"
                                          "<MechanicalObject name='dofs'/><UniformMass totalMass='1'/>"
                                          "<FixedProjectiveConstraint indices='{}'/>"
                                          "<Node name='skin'><OglModel name='skin' src='@../mesh'/>"
                                          "<IdentityMapping/></Node></Node></Node>",
                                          fixed));
  };
  open(scene("a.scn", "0 1 2"), scene("b.scn", "0 1"));
  EXPECT_TRUE(colorsOf(1).empty()) << "they are equal";
  step();
  step();
  ASSERT_GT(window->difference().largest, 0);
  ASSERT_TRUE(QTest::qWaitFor([&] { return colorsOf(1).size() == 3; }, patience));
  const auto colors = colorsOf(1);
  EXPECT_EQ(colors[0], colors[1]) << "both stayed";
  EXPECT_NE(colors[0], colors[2]);
  EXPECT_TRUE(colorsOf(0).empty()) << "the first is as it is";
  window->findChild<QAction*>("color")->trigger();
  EXPECT_TRUE(QTest::qWaitFor([&] { return colorsOf(1).empty(); }, patience));
}

/// Folders that were pointed out in the viewer hold for both.
TEST_F(CompareWindowTest, filesAreFoundInTheFoldersThatAreRemembered) {
  useSettingsFile(QString::fromStdString(folder.file("settings.ini")));
  std::filesystem::create_directories(folder.path() / "data" / "parts");
  folder.write("data/parts/corner.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  DataFolders().add(QString::fromStdString((folder.path() / "data").string()));
  const auto scene =
      folder.write("mesh.scn", "<Node><DefaultAnimationLoop/><MeshOBJLoader filename='parts/corner.obj'/></Node>");
  open(scene, scene);
  for (std::size_t side = 0; side < 2; ++side)
    EXPECT_TRUE(window->problemOf(side).isEmpty()) << window->problemOf(side).toStdString();
}

TEST(PointDistancesTest, placesOfFramesCountAndTurningDoesNot) {
  EXPECT_EQ(pointDistances({0, 0, 0, 1, 2, 3}, {3, 4, 0, 1, 2, 3}, 3), (std::vector<double>{5, 0}));
  EXPECT_EQ(pointDistances({0, 0, 0, 0, 0, 0, 1}, {0, 0, 2, 1, 0, 0, 0}, 7), (std::vector<double>{2}));
  EXPECT_EQ(pointDistances({1, 2}, {1.5, 2}, 1), (std::vector<double>{0.5, 0}));
}

}  // namespace
}  // namespace sofa::gui
