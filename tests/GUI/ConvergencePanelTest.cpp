// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/ConvergencePanel.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QLabel>
#include <QTableWidget>
#include <QTest>

#include "SceneFixture.h"

namespace sofa::gui {
namespace {

/// Two points on which two equality constraints act.
constexpr const char* attached = R"(<Node name="root" dt="0.01" gravity="0 -10 0">
  <FreeMotionAnimationLoop/>
  <BlockGaussSeidelConstraintSolver name="solver" tolerance="1e-9" maxIterations="100"/>
  <Node name="body">
    <EulerImplicitSolver/>
    <CGLinearSolver iterations="100" tolerance="1e-12" threshold="1e-12"/>
    <MechanicalObject name="dofs" position="0 0 0  1 0 0  2 0 0"/>
    <UniformMass totalMass="3"/>
    <UncoupledConstraintCorrection/>
    <FixedLagrangianConstraint indices="0 1"/>
  </Node>
</Node>)";

class ConvergencePanelTest : public SceneFixture {
 protected:
  ConvergencePanelTest() {
    panel.resize(800, 300);
    panel.show();
  }
  void steps(int n) {
    SceneFixture::steps(n);
    panel.flush();
  }
  bool recordsIterations() {
    return answerOf([](simulation::Node& root) {
      return core::findObjectByPath(root, "@/solver")->findData("computeGraphs")->text() == "1";
    });
  }
  QString cell(int column) { return panel.findChild<QTableWidget*>("convergenceTable")->item(0, column)->text(); }

  ConvergencePanel panel{session, selection};
};

TEST_F(ConvergencePanelTest, tellsWhatTheSolverDid) {
  ASSERT_TRUE(openText(attached));
  settle();
  steps(3);
  ASSERT_EQ(panel.samples().size(), 3u);
  const auto& sample = panel.samples().back();
  EXPECT_EQ(sample.step, 3);
  EXPECT_EQ(sample.contacts, 0u);
  ASSERT_EQ(sample.solves.size(), 1u);
  const auto& solve = sample.solves[0];
  EXPECT_EQ(solve.rows, 6) << "two points with three directions";
  EXPECT_GE(solve.iterations, 1);
  EXPECT_DOUBLE_EQ(solve.tolerance, 6e-9) << "scaled by the rows";
  EXPECT_LE(solve.error, solve.tolerance);
  ASSERT_FALSE(solve.errors.empty());
  EXPECT_EQ(solve.errors.back(), solve.error);
  EXPECT_EQ(cell(0), "/solver");
  EXPECT_EQ(cell(1), "6");
  EXPECT_EQ(cell(5), "converged");
  EXPECT_EQ(panel.steps().curves().size(), 3u);
  EXPECT_EQ(panel.steps().curves()[1].y, (std::vector<double>{6, 6, 6}));
  ASSERT_EQ(panel.errors().curves().size(), 2u) << "the error, and the tolerance";
  EXPECT_EQ(panel.errors().curves()[0].y.size(), solve.errors.size());
}

TEST_F(ConvergencePanelTest, recordsIterationsOnlyWhileItIsSeen) {
  ASSERT_TRUE(openText(attached));
  settle();
  EXPECT_TRUE(recordsIterations());
  panel.hide();
  settle();
  EXPECT_FALSE(recordsIterations());
  steps(1);
  EXPECT_TRUE(panel.samples().empty());
  panel.show();
  settle();
  EXPECT_TRUE(recordsIterations());
  panel.findChild<QCheckBox*>("convergenceIterations")->setChecked(false);
  settle();
  EXPECT_FALSE(recordsIterations());
  steps(1);
  ASSERT_EQ(panel.samples().size(), 1u);
  EXPECT_TRUE(panel.errors().curves().empty());
}

TEST_F(ConvergencePanelTest, whatTheSceneRecordsItselfStays) {
  QString text = attached;
  text.replace("maxIterations=", "computeGraphs=\"true\" maxIterations=");
  ASSERT_TRUE(openText(text.toStdString()));
  settle();
  panel.hide();
  settle();
  EXPECT_TRUE(recordsIterations());
}

TEST_F(ConvergencePanelTest, aStepCanBeChosen) {
  ASSERT_TRUE(openText(attached));
  settle();
  steps(4);
  panel.selectStep(2);
  EXPECT_TRUE(panel.findChild<QLabel*>("convergenceSummary")->text().startsWith("Step 2:"));
  panel.selectStep(0);
  EXPECT_TRUE(panel.findChild<QLabel*>("convergenceSummary")->text().startsWith("Step 4:"));
  ASSERT_TRUE(resetScene());
  settle();
  EXPECT_TRUE(panel.samples().empty());
}

TEST_F(ConvergencePanelTest, countsContacts) {
  ASSERT_TRUE(openFile(SOFA_SOURCE_DIR "/examples/Collision/friction_contact.scn"));
  settle();
  std::size_t most = 0;
  for (int k = 0; k < 20 && most == 0; ++k) {
    steps(10);
    for (const auto& sample : panel.samples()) most = std::max(most, sample.contacts);
  }
  EXPECT_GT(most, 0u);
}

TEST_F(ConvergencePanelTest, withoutSolversItSaysSo) {
  ASSERT_TRUE(openText("<Node name='root'><DefaultAnimationLoop/></Node>"));
  settle();
  steps(1);
  EXPECT_TRUE(panel.findChild<QLabel*>("convergenceSummary")->text().contains("no solver of constraints"));
}

}  // namespace
}  // namespace sofa::gui
