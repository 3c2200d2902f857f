// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPainter>

#include "Sofa/GUI/Plots/Chart.h"

namespace sofa::gui {

/// The chart's own colours: told apart also by the colour-blind, and seen on light and dark palettes.
QColor chartColor(int number, const QPalette& palette);

/// Draws a chart once.
class ChartPainting {
 public:
  ChartPainting(Chart& chart, QPainter& painter, const QSize& size);
  void draw();

 private:
  void layOut();
  void drawGrid();
  void drawAxes();
  void drawCurve(std::size_t number);
  void drawCurves();
  void drawLegend();
  void drawReadOut();
  void drawZoomRectangle();
  void drawEmptyText();
  QPolygonF visiblePoints(const ChartCurve& curve, std::size_t& at, std::size_t end) const;
  double xPixel(double x) const;
  double yPixel(double y) const;
  int legendWidth() const;

  Chart& m_chart;
  QPainter& m_painter;
  QSize m_size;
  QRectF m_plot;
  QColor m_text, m_faint, m_base;
  std::vector<ChartScale::Tick> m_xTicks, m_yTicks;
};

}  // namespace sofa::gui
