// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/ProfilerPanel.h"

#include <QLabel>
#include <QTreeView>

#include "SceneFixture.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"

namespace sofa::gui {
namespace {

class ProfilerPanelTest : public SceneFixture {
 protected:
  ProfilerPanelTest() { panel.resize(800, 600); }
  void measuredSteps(int n) {
    steps(n);
    panel.flush();
  }
  /// First row of that name, anywhere.
  static const ProfilerModel::Row* find(const ProfilerModel::Row& row, const QString& name) {
    if (row.name == name) return &row;
    for (const auto& child : row.children)
      if (const auto* found = find(*child, name)) return found;
    return nullptr;
  }
  const ProfilerModel::Row* find(const QString& name) { return find(panel.model().root(), name); }

  ProfilerPanel panel{session, selection};
};

TEST_F(ProfilerPanelTest, showsTheScopesOfSteps) {
  ASSERT_TRUE(openBeam());
  panel.show();
  panel.setAveraged(5);
  steps(1);  // starts measuring
  measuredSteps(5);
  const auto* animate = find("Simulation::animate");
  ASSERT_TRUE(animate);
  EXPECT_DOUBLE_EQ(animate->calls, 1);
  EXPECT_GT(animate->milliseconds, 0);
  const auto* solver = find("/beam/EulerImplicitSolver1");
  ASSERT_TRUE(solver) << "a component, by its path";
  const auto* force = find(*solver, "ComputeForce");
  ASSERT_TRUE(force) << "an operation of the solver";
  const auto* fem = find(*force, "/beam/HexahedronFEMForceField1");
  ASSERT_TRUE(fem) << "a component in that operation";
  EXPECT_LE(fem->milliseconds, force->milliseconds * 1.001);
  EXPECT_TRUE(find(*solver, "/beam/CGLinearSolver1"));
  EXPECT_TRUE(find("FrameCapture"));
  // What is below a scope never takes longer than the scope.
  const std::function<void(const ProfilerModel::Row&)> check = [&](const ProfilerModel::Row& row) {
    double sum = 0;
    for (const auto& child : row.children) {
      sum += child->milliseconds;
      check(*child);
    }
    EXPECT_LE(sum, row.milliseconds * 1.001 + 1e-4) << row.name.toStdString();
  };
  check(panel.model().root());
}

TEST_F(ProfilerPanelTest, measuresOnlyWhileVisible) {
  ASSERT_TRUE(openBeam());
  measuredSteps(3);
  EXPECT_TRUE(panel.history().empty());
  EXPECT_FALSE(helper::Profiler::isEnabled());
  panel.show();
  steps(1);
  measuredSteps(2);
  EXPECT_FALSE(panel.history().empty());
  panel.hide();
  settle();
  EXPECT_FALSE(helper::Profiler::isEnabled());
}

TEST_F(ProfilerPanelTest, keepsAsManyStepsAsAskedFor) {
  ASSERT_TRUE(openBeam());
  panel.show();
  panel.setHistory(10);
  measuredSteps(15);
  EXPECT_EQ(panel.history().size(), 10u);
  EXPECT_EQ(panel.history().back().step, 15);
}

TEST_F(ProfilerPanelTest, aChosenStepIsShown) {
  ASSERT_TRUE(openBeam());
  panel.show();
  panel.setAveraged(1);
  measuredSteps(10);
  panel.selectStep(7);
  EXPECT_TRUE(panel.findChild<QLabel*>("profilerSummary")->text().startsWith("Step 7:"));
  const auto it =
      std::find_if(panel.history().begin(), panel.history().end(), [](const auto& s) { return s.step == 7; });
  ASSERT_NE(it, panel.history().end());
  EXPECT_NEAR(panel.model().root().milliseconds, it->milliseconds, 1e-9);
}

TEST_F(ProfilerPanelTest, aTickPlotsARow) {
  ASSERT_TRUE(openBeam());
  panel.show();
  measuredSteps(6);
  EXPECT_EQ(panel.chart().curves().size(), 1u);
  auto& model = const_cast<ProfilerModel&>(panel.model());
  model.setData(model.index(0, 0), Qt::Checked, Qt::CheckStateRole);
  ASSERT_EQ(panel.chart().curves().size(), 2u);
  EXPECT_EQ(panel.chart().curves()[1].name, model.index(0, 0).data().toString());
  EXPECT_GT(panel.chart().curves()[1].y.back(), 0);
}

TEST_F(ProfilerPanelTest, survivesReloadsAndChangesOfTheGraph) {
  ASSERT_TRUE(openBeam());
  panel.show();
  measuredSteps(3);
  session.post([](simulation::Node& root) {
    root.createChild("extra")->add("MechanicalObject", {{"position", "0 0 0"}});
  });
  measuredSteps(2);
  session.post([](simulation::Node& root) { root.removeChild(root.children().back().get()); });
  measuredSteps(2);
  ASSERT_TRUE(openBeam());
  measuredSteps(3);
  EXPECT_TRUE(find("Simulation::animate"));
}

ProfileSample::Scope scope(std::uint32_t name, std::uint16_t depth, float milliseconds) {
  return {name, 1, depth, milliseconds};
}

TEST(ProfilerTimes, componentsWithoutWhatOthersTookMeanwhile) {
  const std::vector<std::string> names = {"step", "/solver", "force", "/fem"};
  const ProfileSample sample{
      1, 0, 10, {scope(0, 0, 10), scope(1, 1, 8), scope(2, 2, 5), scope(3, 3, 4), scope(3, 1, 1)}};
  const auto times = componentTimes({&sample}, names);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[0].path, "/fem");
  EXPECT_DOUBLE_EQ(times[0].milliseconds, 5);
  EXPECT_DOUBLE_EQ(times[0].calls, 2);
  EXPECT_EQ(times[1].path, "/solver");
  EXPECT_DOUBLE_EQ(times[1].milliseconds, 4);
  EXPECT_DOUBLE_EQ(millisecondsOf(sample, {0, 1, 2, 3}), 4);
  EXPECT_DOUBLE_EQ(millisecondsOf(sample, {0, 3}), 1);
  EXPECT_DOUBLE_EQ(millisecondsOf(sample, {3}), 0);
}

}  // namespace
}  // namespace sofa::gui
