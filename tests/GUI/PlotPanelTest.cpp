// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/PlotPanel.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <cmath>
#include <numbers>

#include "CapturedMessages.h"
#include "SceneFixture.h"
#include "Sofa/GUI/Plots/PlotDialog.h"

namespace sofa::gui {
namespace {

constexpr double dt = 0.01, stiffness = 40, mass = 2;

/// A mass on a spring, moved by symplectic Euler, and a falling one.
constexpr const char* oscillator = R"(<Node name="root" dt="0.01" gravity="0 0 0">
  <DefaultAnimationLoop/>
  <Node name="body">
    <EulerExplicitSolver symplectic="true"/>
    <MechanicalObject name="dofs" position="1 0 0  3 4 0" rest_position="0 0 0  3 4 0"/>
    <UniformMass name="mass" vertexMass="2"/>
    <RestShapeSpringsForceField stiffness="40"/>
  </Node>
  <Node name="fall" gravity="0 -10 0">
    <Gravity gravity="0 -10 0"/>
    <EulerExplicitSolver symplectic="true"/>
    <MechanicalObject name="dofs" position="0 5 0"/>
    <UniformMass name="mass" vertexMass="2"/>
  </Node>
</Node>)";

/// x of step n: x(n+1) - 2 x(n) + x(n-1) = -h^2 k/m x(n), with x(-1) = x(0) = 1.
double exactPosition(long n) {
  const double angle = std::acos(1 - dt * dt * stiffness / mass / 2);
  return std::cos((static_cast<double>(n) + 0.5) * angle) / std::cos(angle / 2);
}

class PlotPanelTest : public SceneFixture {
 protected:
  PlotPanelTest() { panel.resize(700, 320); }
  void open() { ASSERT_TRUE(openText(oscillator)); }
  void steps(int n) {
    SceneFixture::steps(n);
    panel.flush();
  }
  void settle() {
    SceneFixture::settle();
    panel.flush();
  }
  const ChartCurve& curve(std::size_t i) { return panel.chart().curves().at(i); }

  tests::CapturedMessages messages;
  PlotPanel panel{session, selection};
};

TEST(PlotReduction, textAndBack) {
  for (const QString text : {"", "norm", "min", "max.z", "mean.x", "[12]", "[0].y", ".x", "norm.5"}) {
    const auto reduction = PlotReduction::fromText(text);
    ASSERT_TRUE(reduction) << text.toStdString();
    EXPECT_EQ(reduction->text(), text);
  }
  for (const QString text : {"median", "[a]", "[-1]", "max.w", "max max", "[1"})
    EXPECT_FALSE(PlotReduction::fromText(text));
}

TEST_F(PlotPanelTest, anOscillatorIsPlottedStepByStep) {
  open();
  panel.addData(handle("/body/dofs"), "position", "[0].x");
  settle();
  ASSERT_EQ(panel.chart().curves().size(), 1u);
  steps(100);
  const auto& c = curve(0);
  ASSERT_EQ(c.y.size(), 101u);
  for (long n = 0; n <= 100; ++n) {
    EXPECT_NEAR(c.x[static_cast<std::size_t>(n)], static_cast<double>(n) * dt, 1e-12);
    EXPECT_NEAR(c.y[static_cast<std::size_t>(n)], exactPosition(n), 1e-10) << "step " << n;
  }
}

TEST_F(PlotPanelTest, reductionsOfAVector) {
  open();
  const auto dofs = handle("/body/dofs");
  for (const char* how : {"norm", "min", "max", "mean", "max.y", "[1]", "[7]", "mean.x"})
    panel.addData(dofs, "position", how);
  settle();
  ASSERT_EQ(panel.chart().curves().size(), 8u);
  EXPECT_DOUBLE_EQ(curve(0).y.at(0), std::sqrt(26.0));
  EXPECT_DOUBLE_EQ(curve(1).y.at(0), 1);
  EXPECT_DOUBLE_EQ(curve(2).y.at(0), 5);
  EXPECT_DOUBLE_EQ(curve(3).y.at(0), 3);
  EXPECT_DOUBLE_EQ(curve(4).y.at(0), 4);
  EXPECT_DOUBLE_EQ(curve(5).y.at(0), 5);
  EXPECT_TRUE(std::isnan(curve(6).y.at(0)));
  EXPECT_DOUBLE_EQ(curve(7).y.at(0), 2);
}

TEST_F(PlotPanelTest, aSpringStoresEnergy) {
  open();
  panel.addEnergies("/body");
  settle();
  ASSERT_EQ(curve(1).y.size(), 1u);
  EXPECT_DOUBLE_EQ(curve(1).y[0], stiffness / 2) << "of one bound point, 1 m away";
  steps(50);
  for (const double energy : curve(2).y) EXPECT_NEAR(energy, stiffness / 2, 0.05 * stiffness / 2);
}

TEST_F(PlotPanelTest, momentaOfAFall) {
  open();
  for (const auto kind : {PlotQuantity::Kind::linearMomentum, PlotQuantity::Kind::angularMomentum})
    panel.add({kind, "/fall", {}, {}, {}});
  panel.add({PlotQuantity::Kind::linearMomentum, "/fall", {}, {PlotReduction::Kind::value, 0, 1}, {}});
  steps(10);
  const double speed = 10 * 10 * dt;
  EXPECT_NEAR(curve(0).y.back(), mass * speed, 1e-12);
  EXPECT_NEAR(curve(1).y.back(), 0, 1e-12) << "straight through the origin";
  EXPECT_NEAR(curve(2).y.back(), -mass * speed, 1e-12);
  EXPECT_EQ(panel.names().at(2), "momentum.y of /fall (kg m/s)");
}

TEST_F(PlotPanelTest, namesForcesWithoutEnergy) {
  ASSERT_TRUE(
      openText("<Node name='root' dt='0.01'><DefaultAnimationLoop/><Node name='a'><EulerExplicitSolver/>"
               "<MechanicalObject position='0 0 0'/><UniformMass totalMass='1'/>"
               "<UniformVelocityDampingForceField name='drag' dampingCoefficient='1'/></Node></Node>"));
  panel.addEnergies();
  settle();
  auto* note = panel.findChild<QLabel*>("plotNote");
  EXPECT_TRUE(note->isVisibleTo(&panel));
  EXPECT_TRUE(note->text().contains("/a/drag")) << note->text().toStdString();
}

TEST_F(PlotPanelTest, energiesOfAFall) {
  open();
  panel.addEnergies("/fall");
  settle();
  steps(20);
  ASSERT_EQ(panel.chart().curves().size(), 3u);
  for (std::size_t n = 0; n <= 20; ++n) {
    const double v = 10 * dt * static_cast<double>(n), h = 5 - 10 * dt * dt * static_cast<double>(n * (n + 1)) / 2;
    EXPECT_NEAR(curve(0).y[n], 0.5 * mass * v * v, 1e-10);
    EXPECT_NEAR(curve(1).y[n], mass * 10 * h, 1e-10);
    EXPECT_NEAR(curve(2).y[n], curve(0).y[n] + curve(1).y[n], 1e-10);
  }
}

TEST_F(PlotPanelTest, noSampleIsLostWhileTheInterfaceIsBusy) {
  open();
  panel.addData(handle("/body/dofs"), "position", "[0].x");
  settle();
  session.setPlaying(true);
  QElapsedTimer busy;
  busy.start();
  while (busy.elapsed() < 400) {
  }
  session.setPlaying(false);
  settle();
  const auto& c = curve(0);
  ASSERT_EQ(static_cast<long>(c.y.size()), session.lastStep().step + 1);
  EXPECT_GT(c.y.size(), 50u);
  for (std::size_t n = 0; n < c.y.size(); n += 17) EXPECT_NEAR(c.y[n], exactPosition(static_cast<long>(n)), 1e-8);
}

TEST_F(PlotPanelTest, aResetKeepsTheLastRunAsAReference) {
  open();
  panel.addData(handle("/body/dofs"), "position", "[0].x");
  settle();
  steps(10);
  ASSERT_TRUE(resetScene());
  steps(3);
  ASSERT_EQ(panel.chart().curves().size(), 2u);
  EXPECT_EQ(curve(0).y.size(), 4u);
  EXPECT_FALSE(curve(0).dashed);
  EXPECT_EQ(curve(1).y.size(), 11u);
  EXPECT_TRUE(curve(1).dashed);
  EXPECT_EQ(panel.chart().colorOf(0), panel.chart().colorOf(1));
}

TEST_F(PlotPanelTest, aReloadFindsTheSameDataAgain) {
  open();
  panel.addData(handle("/body/dofs"), "position", "[0].x");
  settle();
  steps(5);
  open();
  steps(2);
  EXPECT_EQ(curve(0).y.size(), 3u);
  EXPECT_NEAR(curve(0).y.back(), exactPosition(2), 1e-10);
  ASSERT_TRUE(openText("<Node name=\"root\"><DefaultAnimationLoop/></Node>"));
  steps(2);
  EXPECT_TRUE(std::isnan(curve(0).y.back()));
}

TEST_F(PlotPanelTest, aComponentThatIsRemovedLeavesAGap) {
  open();
  panel.addData(handle("/fall/dofs"), "position", "[0].y");
  settle();
  session.post([](simulation::Node& root) { root.removeChild(root.children()[1].get()); });
  steps(2);
  EXPECT_TRUE(std::isnan(curve(0).y.back()));
}

TEST_F(PlotPanelTest, wrongNamesAreTold) {
  open();
  const auto dofs = handle("/body/dofs");
  panel.addData(dofs, "positoin", "norm");
  panel.addData(dofs, "name");
  panel.addData(dofs, "position", "median");
  panel.addData({{}, "/gone", "gone", "", false}, "position", "norm");
  settle();
  EXPECT_EQ(messages.warnings("Did you mean \"position\""), 1u);
  EXPECT_EQ(messages.warnings("not a number"), 1u);
  EXPECT_EQ(messages.warnings("median"), 1u);
  EXPECT_EQ(messages.warnings("/gone is not in the scene any more"), 1u);
  EXPECT_TRUE(panel.chart().curves().empty());
}

TEST_F(PlotPanelTest, theDialogFindsAndReduces) {
  open();
  panel.addData(handle("/body/dofs"), "position");  // many numbers: the dialog asks
  settle();
  auto* dialog = panel.findChild<PlotDialog*>("PlotDialog");
  ASSERT_TRUE(dialog);
  auto* list = dialog->findChild<QListView*>("plotList");
  ASSERT_GE(list->model()->rowCount(), 1);
  dialog->search("dofs BODY velocity");
  EXPECT_LT(list->model()->rowCount(), 6);
  dialog->search("BODY/dofs.velocity");
  ASSERT_EQ(list->model()->rowCount(), 1);
  list->selectionModel()->setCurrentIndex(list->model()->index(0, 0), QItemSelectionModel::ClearAndSelect);
  const auto chosen = dialog->chosen();
  ASSERT_EQ(chosen.size(), 1u);
  EXPECT_EQ(chosen[0].name(), "/body/dofs.velocity max");
  QTest::mouseClick(dialog->findChild<QWidget*>("plotAdd"), Qt::LeftButton);
  settle();
  EXPECT_EQ(panel.names(), QStringList{"/body/dofs.velocity max"});
}

TEST_F(PlotPanelTest, solversIterationsAndConvergence) {
  ASSERT_TRUE(openBeam());
  const auto candidates = answerOf([](simulation::Node& root) { return plotCandidates(root); });
  for (const auto& candidate : candidates)
    if (candidate.quantity.kind == PlotQuantity::Kind::iterations ||
        candidate.quantity.kind == PlotQuantity::Kind::residual)
      panel.add(candidate.quantity);
  panel.findChild<QTabWidget*>("plotTabs")->setCurrentIndex(1);
  settle();
  steps(3);
  ASSERT_EQ(panel.chart().curves().size(), 2u);
  EXPECT_GT(curve(0).y.back(), 3);
  EXPECT_LT(curve(0).y.back(), 301) << "of one step, not of all";
  EXPECT_GT(curve(1).y.back(), 0);
  EXPECT_LT(curve(1).y.back(), 1);
  const auto& convergence = panel.convergenceChart().curves();
  ASSERT_FALSE(convergence.empty());
  EXPECT_DOUBLE_EQ(convergence[convergence.size() - 1].y.front(), 1);
  EXPECT_TRUE(panel.convergenceChart().isLogarithmicY());
}

TEST_F(PlotPanelTest, exportsATable) {
  open();
  panel.addData(handle("/body/dofs"), "position", "[0].x");
  settle();
  steps(2);
  QString reason;
  ASSERT_TRUE(panel.exportCsv(QString::fromStdString(folder.file("a.csv")), reason));
  const QStringList lines = QString::fromStdString(folder.read("a.csv")).split('\n');
  ASSERT_EQ(lines.size(), 5);
  EXPECT_EQ(lines[0].toStdString(), "\"time (s)\",\"/body/dofs.position[0].x\"");
  EXPECT_EQ(lines[1], "0,1");
  EXPECT_NEAR(lines[3].split(',')[1].toDouble(), exactPosition(2), 1e-12);
}

}  // namespace
}  // namespace sofa::gui
