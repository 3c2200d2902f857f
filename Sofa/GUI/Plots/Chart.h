// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>
#include <memory>
#include <optional>

#include "Sofa/GUI/Plots/ChartScale.h"

class QTextStream;

namespace sofa::gui {

/// Points of a curve with their x in ascending order. Values that are not finite leave a gap.
struct ChartCurve {
  QString name;
  std::vector<double> x, y;
  QColor color;         ///< invalid: the next of the chart's own colours
  bool dashed = false;  ///< a reference: dashed, behind the others, and without a mark of its own in the read-out
  bool visible = true;
  int colorIndex = -1;  ///< of the chart's own colours; -1: the curve's number
};

/// Curves over a common axis, drawn with QPainter: axes with ticks at round numbers, linear or logarithmic, a legend
/// whose entries switch curves on and off, and a read-out under the mouse.
///
/// The wheel zooms at the mouse (Shift: x only, Ctrl: y only), the left button pans, a rectangle with the right button
/// zooms to it, a double click shows everything. A curve of any length is drawn with at most four points per column of
/// pixels (first, least, greatest, last), which looks the same as drawing all.
class Chart : public QWidget {
  Q_OBJECT

 public:
  explicit Chart(QWidget* parent = nullptr);

  void setCurves(std::vector<ChartCurve> curves);
  const std::vector<ChartCurve>& curves() const { return m_curves; }
  /// Adds points at the end of a curve, without drawing anew until the next turn of the event loop.
  void append(std::size_t curve, double x, double y);
  void setCurveVisible(std::size_t curve, bool visible);

  void setAxisNames(const QString& x, const QString& y);
  void setLogarithmic(bool x, bool y);
  bool isLogarithmicX() const { return m_logX; }
  bool isLogarithmicY() const { return m_logY; }
  /// The text in the middle of a chart without curves.
  void setEmptyText(const QString& text);
  /// A vertical line that follows clicks, or none.
  void setMarker(std::optional<double> x);
  void setMarkerEnabled(bool enabled) { m_markerEnabled = enabled; }

  /// Shows everything, and follows what comes.
  void showAll();
  /// Shows this part until showAll().
  void showRange(double x0, double x1, double y0, double y1);
  bool isFollowing() const { return m_following; }
  const ChartScale& xScale();
  const ChartScale& yScale();
  /// Where a value is drawn, in this widget's coordinates.
  QPointF toPixel(double x, double y);

  /// Draws on a canvas of any size in the chart's palette.
  void paint(QPainter& painter, const QSize& size);
  /// Writes a picture of the chart at twice its size. False with a reason if the file cannot be written.
  bool savePng(const QString& file, QString& reason);
  /// Writes a table: the x of any curve, then one column per visible curve; empty where a curve has no such x.
  bool saveCsv(const QString& file, QString& reason) const;
  /// The same as text.
  QString csv() const;

  /// Points drawn by the last paint, for measuring.
  std::size_t drawnPoints() const { return m_drawnPoints; }
  /// The curve's colour in the current palette.
  QColor colorOf(std::size_t curve) const;
  QSize sizeHint() const override { return {480, 280}; }
  QSize minimumSizeHint() const override { return {160, 110}; }

 Q_SIGNALS:
  /// The marker was put at the x of a sample.
  void markerMoved(double x);
  void curveToggled(int curve, bool visible);

 protected:
  void paintEvent(QPaintEvent*) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent*) override;
  void contextMenuEvent(QContextMenuEvent*) override {}

 private:
  friend class ChartPainting;
  void fitScales();
  int legendAt(const QPointF& position) const;
  void zoom(double factor, const QPointF& center, bool x, bool y);
  void zoomTo(const QRectF& pixels);
  std::optional<double> nearestX(double x) const;

  std::vector<ChartCurve> m_curves;
  QString m_xName, m_yName, m_emptyText;
  bool m_logX = false, m_logY = false;
  ChartScale m_x, m_y;
  bool m_following = true, m_scalesStale = true;
  QRectF m_plot;  // where curves were drawn last
  std::vector<QRectF> m_legend;
  std::optional<QPointF> m_hover, m_dragFrom, m_zoomFrom;
  QPointF m_pressedAt;
  std::optional<double> m_marker;
  bool m_markerEnabled = false;
  std::size_t m_drawnPoints = 0;
};

}  // namespace sofa::gui
