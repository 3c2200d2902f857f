// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/Chart.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QTest>
#include <QWheelEvent>
#include <cmath>

#include "CpuTimer.h"
#include "SignalSpy.h"
#include "TemporaryFolder.h"

namespace sofa::gui {
namespace {

std::vector<double> labelled(const ChartScale& scale, int count) {
  std::vector<double> values;
  for (const auto& tick : scale.ticks(count))
    if (!tick.label.isEmpty()) values.push_back(tick.value);
  return values;
}

TEST(ChartScale, ticksAreRoundNumbers) {
  ChartScale scale;
  scale.set(0, 1, false);
  EXPECT_EQ(scale.ticks(5).size(), 6u);
  EXPECT_EQ(scale.ticks(5)[1].label, "0.2");
  scale.set(-3, 7.1, false);
  EXPECT_EQ(labelled(scale, 5), (std::vector<double>{-2, 0, 2, 4, 6}));
  scale.set(1.0000001, 1.0000002, false);
  EXPECT_NE(scale.ticks(4)[0].label, scale.ticks(4)[1].label);
  scale.set(0, 3e8, false);
  EXPECT_EQ(scale.ticks(3)[1].label, "1e+08");
}

TEST(ChartScale, decadesOfALogarithmicAxis) {
  ChartScale scale;
  scale.set(1e-6, 1, true);
  EXPECT_EQ(labelled(scale, 6), (std::vector<double>{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1}));
  EXPECT_DOUBLE_EQ(scale.position(1e-3), 0.5);
  EXPECT_NEAR(scale.value(0.5), 1e-3, 1e-15);
  EXPECT_TRUE(std::isnan(scale.position(-1)));
}

TEST(ChartScale, impossibleRangesBecomePossible) {
  ChartScale scale;
  for (const auto& [low, high] : {std::pair(2.0, 2.0), {0.0, 0.0}, {std::nan(""), 1.0}, {1.0, INFINITY}, {3.0, 1.0}})
    for (const bool logarithmic : {false, true}) {
      scale.set(low, high, logarithmic);
      EXPECT_LT(scale.low(), scale.high());
      EXPECT_FALSE(scale.ticks(5).empty());
    }
  scale.set(-5, -1, true);
  EXPECT_GT(scale.low(), 0);
}

class ChartTest : public testing::Test {
 protected:
  ChartTest() {
    chart.resize(600, 320);
    chart.setAxisNames("time (s)", "height (m)");
  }
  static ChartCurve sine(const QString& name, std::size_t points, double phase = 0) {
    ChartCurve curve;
    curve.name = name;
    for (std::size_t i = 0; i < points; ++i) {
      curve.x.push_back(static_cast<double>(i) * 10 / static_cast<double>(points));
      curve.y.push_back(std::sin(curve.x.back() + phase));
    }
    return curve;
  }
  QImage picture() { return chart.grab().toImage(); }

  Chart chart;
  tests::TemporaryFolder folder;
};

TEST_F(ChartTest, drawsALineInItsColourWhereTheValuesAre) {
  chart.setCurves({sine("a", 200)});
  picture();
  const QImage image = picture();
  const QPoint top = chart.toPixel(std::numbers::pi / 2, 1).toPoint();
  const QColor wanted = chart.colorOf(0);
  bool found = false;
  for (int dy = -2; dy <= 2; ++dy) {
    const QColor c = image.pixelColor(top + QPoint(0, dy));
    found |=
        std::abs(c.red() - wanted.red()) + std::abs(c.green() - wanted.green()) + std::abs(c.blue() - wanted.blue()) <
        60;
  }
  EXPECT_TRUE(found);
}

TEST_F(ChartTest, aHundredThousandPointsAreThinnedToTheColumns) {
  auto curve = sine("a", 100000);
  curve.y[50001] = 40;  // one sample of a column: thinning must not lose it
  chart.setCurves({curve});
  const QImage image = picture();
  EXPECT_LE(chart.drawnPoints(), 4 * 600u);
  const QPoint spike = chart.toPixel(curve.x[50001], 20).toPoint();
  bool found = false;
  for (int dx = -2; dx <= 2; ++dx)
    found |= image.pixelColor(spike + QPoint(dx, 0)) != image.pixelColor(spike + QPoint(9, 0));
  EXPECT_TRUE(found);
  const tests::CpuTimer timer;
  for (int i = 0; i < 20; ++i) picture();
  EXPECT_LT(timer.elapsed() / 20, 50) << "ms per picture";
}

TEST_F(ChartTest, valuesThatAreNotFiniteLeaveAGap) {
  auto curve = sine("a", 100);
  curve.y[50] = std::nan("");
  curve.y[51] = INFINITY;
  chart.setCurves({curve});
  picture();
  EXPECT_LE(chart.yScale().high(), 1.2);
}

TEST_F(ChartTest, wheelZoomsAtTheMouseAndDoubleClickShowsAll) {
  chart.setCurves({sine("a", 100)});
  chart.show();
  picture();
  const double span = chart.xScale().high() - chart.xScale().low();
  const QPointF at = chart.toPixel(5, 0);
  QWheelEvent wheel(at, at, {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(&chart, &wheel);
  EXPECT_NEAR(chart.xScale().high() - chart.xScale().low(), span / 1.44, 1e-9);
  EXPECT_NEAR(chart.toPixel(5, 0).x(), at.x(), 0.01);
  EXPECT_FALSE(chart.isFollowing());
  QTest::mouseDClick(&chart, Qt::LeftButton, {}, at.toPoint());
  EXPECT_TRUE(chart.isFollowing());
  EXPECT_NEAR(chart.xScale().high() - chart.xScale().low(), span, 1e-9);
}

TEST_F(ChartTest, aClickInTheLegendHidesACurve) {
  chart.setCurves({sine("a", 100), sine("b", 100, 1)});
  chart.show();
  picture();
  SignalSpy toggled(&chart, &Chart::curveToggled);
  // The second entry of the box at the top right.
  const int line = QFontMetrics(chart.font()).height() + 2;
  QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.toPixel(9.9, 1.05).toPoint() + QPoint(-12, 8 + line + line / 2));
  ASSERT_EQ(toggled.size(), 1);
  EXPECT_EQ(toggled[0][0].toInt(), 1);
  EXPECT_FALSE(chart.curves()[1].visible);
}

TEST_F(ChartTest, markerSnapsToASample) {
  chart.setCurves({sine("a", 11)});
  chart.setMarkerEnabled(true);
  chart.show();
  picture();
  SignalSpy moved(&chart, &Chart::markerMoved);
  const auto& x = chart.curves()[0].x;
  QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.toPixel(x[4] + 0.2, -0.5).toPoint());
  ASSERT_EQ(moved.size(), 1);
  EXPECT_DOUBLE_EQ(moved[0][0].toDouble(), x[4]);
}

TEST_F(ChartTest, tableHasOneRowPerX) {
  ChartCurve a, b;
  a.name = "height, \"top\"";
  a.x = {0, 0.1, 0.2};
  a.y = {1, 2, 3};
  b.name = "b";
  b.x = {0.1, 0.3};
  b.y = {-1, 1e-300};
  chart.setCurves({a, b});
  EXPECT_EQ(chart.csv().toStdString(),
            "\"time (s)\",\"height, \"\"top\"\"\",\"b\"\n0,1,\n0.1,2,-1\n0.2,3,\n"
            "0.3,,1e-300\n");
  QString reason;
  ASSERT_TRUE(chart.saveCsv(QString::fromStdString(folder.file("t.csv")), reason));
  EXPECT_EQ(QString::fromStdString(folder.read("t.csv")), chart.csv());
}

TEST_F(ChartTest, savesAPictureTwiceItsSize) {
  chart.setCurves({sine("a", 100)});
  QString reason;
  ASSERT_TRUE(chart.savePng(QString::fromStdString(folder.file("t.png")), reason));
  EXPECT_EQ(QImage(QString::fromStdString(folder.file("t.png"))).size(), QSize(1200, 640));
}

TEST_F(ChartTest, aFullDiskAndAMissingFolderAreTold) {
  chart.setCurves({sine("a", 100)});
  QString reason;
  EXPECT_FALSE(chart.saveCsv("/dev/full", reason));
  EXPECT_TRUE(reason.contains("/dev/full"));
  EXPECT_FALSE(chart.savePng("/no/such/folder/a.png", reason));
  EXPECT_TRUE(reason.contains("/no/such/folder"));
}

TEST_F(ChartTest, survivesNoCurveAndNoPoint) {
  chart.setEmptyText("Nothing yet");
  picture();
  chart.setCurves({{"empty", {}, {}, {}}});
  picture();
  chart.setLogarithmic(true, true);
  picture();
  chart.resize(10, 10);
  picture();
}

}  // namespace
}  // namespace sofa::gui
