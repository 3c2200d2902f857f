// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/ChartPainting.h"

#include <cmath>

namespace sofa::gui {
namespace {

constexpr int gap = 6;
constexpr int sampleWidth = 18;  ///< of the legend's lines
constexpr int pixelsPerXTick = 90, pixelsPerYTick = 45;
/// Lines this far outside the picture are cut there: a painter's own clipping of huge coordinates is slow and inexact.
constexpr double farOutside = 1e4;

/// What to draw of the samples that fall into one column of pixels.
struct Column {
  double first, least, greatest, last;
};

QColor mixed(const QColor& a, const QColor& b, double share) {
  const auto mix = [&](int x, int y) { return static_cast<int>(x + (y - x) * share); };
  return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

}  // namespace

QColor chartColor(int number, const QPalette& palette) {
  constexpr QRgb onLight[] = {0xff0072b2, 0xffd55e00, 0xff009e73, 0xffb5489a,
                              0xff8c6d00, 0xff3a9bd1, 0xff555555, 0xffa02c2c};
  constexpr QRgb onDark[] = {0xff56b4e9, 0xffff9447, 0xff2fcf9f, 0xffe39ad0,
                             0xfff0e442, 0xff8fb8ff, 0xffbbbbbb, 0xffff7a7a};
  constexpr int count = std::size(onLight);
  const bool dark = palette.color(QPalette::Base).lightness() < 128;
  return QColor::fromRgb((dark ? onDark : onLight)[number % count]);
}

ChartPainting::ChartPainting(Chart& chart, QPainter& painter, const QSize& size)
    : m_chart(chart), m_painter(painter), m_size(size) {
  const QPalette& palette = chart.palette();
  m_base = palette.color(QPalette::Base);
  m_text = palette.color(QPalette::Text);
  m_faint = mixed(m_base, m_text, 0.14);
}

void ChartPainting::draw() {
  m_painter.setFont(m_chart.font());
  m_painter.fillRect(QRect({0, 0}, m_size), m_base);
  m_chart.m_drawnPoints = 0;
  layOut();
  m_chart.m_plot = m_plot;
  m_chart.m_legend.clear();
  if (m_chart.m_curves.empty()) return drawEmptyText();
  if (m_plot.width() < 20 || m_plot.height() < 20) return;
  drawGrid();
  drawCurves();
  drawAxes();
  drawLegend();
  drawReadOut();
  drawZoomRectangle();
}

void ChartPainting::layOut() {
  const QFontMetrics metrics(m_chart.font());
  const int line = metrics.height();
  const double top = gap + (m_chart.m_yName.isEmpty() ? line / 2 : line + 2);
  const double bottom = m_size.height() - gap - line - 4 - (m_chart.m_xName.isEmpty() ? 0 : line);
  m_yTicks = m_chart.m_y.ticks(std::max(2, static_cast<int>(bottom - top) / pixelsPerYTick));
  int labelWidth = 0;
  for (const auto& tick : m_yTicks) labelWidth = std::max(labelWidth, metrics.horizontalAdvance(tick.label));
  const double left = gap + labelWidth + 6;
  m_xTicks = m_chart.m_x.ticks(std::max(2, (m_size.width() - static_cast<int>(left)) / pixelsPerXTick));
  m_plot = QRectF(QPointF(left, top), QPointF(m_size.width() - 2 * gap - 4, bottom));
}

double ChartPainting::xPixel(double x) const {
  return std::clamp(m_plot.left() + m_chart.m_x.position(x) * m_plot.width(), -farOutside, farOutside);
}

double ChartPainting::yPixel(double y) const {
  return std::clamp(m_plot.bottom() - m_chart.m_y.position(y) * m_plot.height(), -farOutside, farOutside);
}

void ChartPainting::drawGrid() {
  for (const auto& tick : m_xTicks) {
    m_painter.setPen(QPen(tick.label.isEmpty() ? mixed(m_base, m_faint, 0.5) : m_faint, 0));
    const double x = xPixel(tick.value);
    m_painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
  }
  for (const auto& tick : m_yTicks) {
    m_painter.setPen(QPen(tick.label.isEmpty() ? mixed(m_base, m_faint, 0.5) : m_faint, 0));
    const double y = yPixel(tick.value);
    m_painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
  }
}

void ChartPainting::drawAxes() {
  const QFontMetrics metrics(m_chart.font());
  const int line = metrics.height();
  m_painter.setPen(QPen(mixed(m_base, m_text, 0.5), 0));
  m_painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
  m_painter.drawLine(m_plot.topLeft(), m_plot.bottomLeft());
  m_painter.setPen(mixed(m_base, m_text, 0.8));
  double free = -1e9;  // where the last label ended
  for (const auto& tick : m_xTicks) {
    if (tick.label.isEmpty()) continue;
    const int width = metrics.horizontalAdvance(tick.label) + 2;
    const double left = std::clamp(xPixel(tick.value) - width / 2.0, 0.0, static_cast<double>(m_size.width() - width));
    if (left < free) continue;
    m_painter.drawText(QRectF(left, m_plot.bottom() + 3, width, line), Qt::AlignCenter, tick.label);
    free = left + width + gap;
  }
  for (const auto& tick : m_yTicks)
    if (!tick.label.isEmpty())
      m_painter.drawText(QRectF(0, yPixel(tick.value) - line / 2.0, m_plot.left() - 5, line),
                         Qt::AlignRight | Qt::AlignVCenter, tick.label);
  m_painter.setPen(m_text);
  m_painter.drawText(QRectF(m_plot.left(), m_plot.bottom() + 3 + line, m_plot.width(), line), Qt::AlignCenter,
                     m_chart.m_xName);
  m_painter.drawText(QRectF(gap, 2, m_size.width(), line), Qt::AlignLeft | Qt::AlignVCenter, m_chart.m_yName);
}

/// The next piece of the curve without gaps, from `at` on, reduced to what can be told apart.
QPolygonF ChartPainting::visiblePoints(const ChartCurve& curve, std::size_t& at, std::size_t end) const {
  QPolygonF points;
  const auto drawable = [&](std::size_t i) {
    return std::isfinite(curve.y[i]) && std::isfinite(curve.x[i]) && (!m_chart.m_logY || curve.y[i] > 0) &&
           (!m_chart.m_logX || curve.x[i] > 0);
  };
  while (at < end && !drawable(at)) ++at;
  while (at < end && drawable(at)) {
    const double column = std::floor(xPixel(curve.x[at]));
    const double x = xPixel(curve.x[at]);
    Column c{curve.y[at], curve.y[at], curve.y[at], curve.y[at]};
    std::size_t n = 0;
    double lastX = x;
    for (; at < end && drawable(at); ++at, ++n) {
      const double px = xPixel(curve.x[at]);
      if (std::floor(px) != column) break;
      lastX = px;
      c.last = curve.y[at];
      c.least = std::min(c.least, c.last);
      c.greatest = std::max(c.greatest, c.last);
    }
    points.push_back({x, yPixel(c.first)});
    if (n > 2) {
      points.push_back({x, yPixel(c.least)});
      points.push_back({x, yPixel(c.greatest)});
    }
    if (n > 1) points.push_back({lastX, yPixel(c.last)});
  }
  return points;
}

void ChartPainting::drawCurve(std::size_t number) {
  const ChartCurve& curve = m_chart.m_curves[number];
  QColor color = m_chart.colorOf(number);
  if (curve.dashed) color = mixed(m_base, color, 0.6);
  m_painter.setPen(
      QPen(color, curve.dashed ? 1.2 : 1.8, curve.dashed ? Qt::DashLine : Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  // One sample beyond each side, so that lines reach the edges.
  const auto begin = std::lower_bound(curve.x.begin(), curve.x.end(), m_chart.m_x.low());
  const auto end = std::upper_bound(begin, curve.x.end(), m_chart.m_x.high());
  std::size_t at = static_cast<std::size_t>(begin - curve.x.begin());
  const std::size_t last = std::min(curve.x.size(), static_cast<std::size_t>(end - curve.x.begin()) + 1);
  if (at > 0) --at;
  while (at < last) {
    const QPolygonF points = visiblePoints(curve, at, last);
    m_chart.m_drawnPoints += static_cast<std::size_t>(points.size());
    if (points.size() == 1)
      m_painter.drawEllipse(points.front(), 2, 2);
    else if (!points.empty())
      m_painter.drawPolyline(points);
  }
}

void ChartPainting::drawCurves() {
  m_painter.save();
  m_painter.setClipRect(m_plot.adjusted(-1, -1, 1, 1));
  m_painter.setRenderHint(QPainter::Antialiasing);
  m_painter.setBrush(Qt::NoBrush);
  for (const bool dashed : {true, false})
    for (std::size_t i = 0; i < m_chart.m_curves.size(); ++i)
      if (m_chart.m_curves[i].visible && m_chart.m_curves[i].dashed == dashed) drawCurve(i);
  if (m_chart.m_marker) {
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setPen(QPen(m_chart.palette().color(QPalette::Highlight), 2));
    const double x = xPixel(*m_chart.m_marker);
    m_painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
  }
  m_painter.restore();
}

int ChartPainting::legendWidth() const {
  const QFontMetrics metrics(m_chart.font());
  int width = 0;
  for (const auto& curve : m_chart.m_curves)
    if (!curve.dashed) width = std::max(width, metrics.horizontalAdvance(curve.name));
  return std::min(width + sampleWidth + 4 * gap, static_cast<int>(m_plot.width() * 0.6));
}

/// At the top right; entries of hidden curves are faint. References have no entry: they look like what they refer to.
void ChartPainting::drawLegend() {
  const QFontMetrics metrics(m_chart.font());
  const int line = metrics.height() + 2, width = legendWidth();
  std::size_t entries = 0;
  for (const auto& curve : m_chart.m_curves) entries += !curve.dashed;
  const std::size_t room = static_cast<std::size_t>(std::max(0.0, (m_plot.height() - 2 * gap) / line));
  m_chart.m_legend.assign(m_chart.m_curves.size(), {});
  entries = std::min(entries, room);
  if (entries == 0) return;
  const QRectF box(m_plot.right() - width - gap, m_plot.top() + gap, width, static_cast<double>(entries) * line + 4);
  QColor back = m_base;
  back.setAlpha(215);
  m_painter.setPen(QPen(m_faint, 0));
  m_painter.setBrush(back);
  m_painter.drawRoundedRect(box, 3, 3);
  double y = box.top() + 2;
  for (std::size_t i = 0; i < m_chart.m_curves.size() && entries > 0; ++i) {
    const auto& curve = m_chart.m_curves[i];
    if (curve.dashed) continue;
    --entries;
    const QRectF row(box.left() + gap, y, box.width() - 2 * gap, line);
    m_chart.m_legend[i] = row;
    m_painter.setPen(QPen(curve.visible ? m_chart.colorOf(i) : m_faint, 2.5));
    m_painter.drawLine(QPointF(row.left(), row.center().y()), QPointF(row.left() + sampleWidth, row.center().y()));
    m_painter.setPen(curve.visible ? m_text : mixed(m_base, m_text, 0.4));
    const QRectF text = row.adjusted(sampleWidth + gap, 0, 0, 0);
    m_painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                       metrics.elidedText(curve.name, Qt::ElideMiddle, static_cast<int>(text.width())));
    y += line;
  }
}

/// The values of all curves at the sample nearest to the mouse.
void ChartPainting::drawReadOut() {
  if (!m_chart.m_hover || !m_plot.contains(*m_chart.m_hover) || m_chart.m_zoomFrom) return;
  const auto at = m_chart.nearestX(m_chart.m_x.value((m_chart.m_hover->x() - m_plot.left()) / m_plot.width()));
  if (!at) return;
  const double x = xPixel(*at);
  if (x < m_plot.left() - 1 || x > m_plot.right() + 1) return;
  m_painter.setPen(QPen(mixed(m_base, m_text, 0.45), 0));
  m_painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
  const QString xName = m_chart.m_xName.isEmpty() ? "x" : m_chart.m_xName;
  std::vector<std::pair<QString, QColor>> lines{{xName + " = " + QString::number(*at, 'g', 7), m_text}};
  m_painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t i = 0; i < m_chart.m_curves.size(); ++i) {
    const auto& curve = m_chart.m_curves[i];
    const auto it = std::lower_bound(curve.x.begin(), curve.x.end(), *at);
    if (!curve.visible || it == curve.x.end() || *it != *at) continue;
    const double y = curve.y[static_cast<std::size_t>(it - curve.x.begin())];
    const auto own = std::find_if(lines.begin(), lines.end(),
                                  [&](const auto& line) { return line.first.startsWith(curve.name + " = "); });
    if (curve.dashed && own != lines.end())
      own->first += QString(" (before: %1)").arg(y, 0, 'g', 7);
    else
      lines.push_back({curve.name + " = " + QString::number(y, 'g', 7), m_chart.colorOf(i)});
    if (!std::isfinite(y) || yPixel(y) < m_plot.top() || yPixel(y) > m_plot.bottom()) continue;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_chart.colorOf(i));
    m_painter.drawEllipse(QPointF(x, yPixel(y)), 3.5, 3.5);
  }
  const QFontMetrics metrics(m_chart.font());
  int width = 0;
  for (const auto& line : lines) width = std::max(width, metrics.horizontalAdvance(line.first));
  const int height = metrics.height();
  QRectF box(x + 10, m_chart.m_hover->y() + 12, width + 2 * gap, static_cast<double>(lines.size()) * height + 6);
  if (box.right() > m_plot.right()) box.moveRight(x - 10);
  if (box.bottom() > m_plot.bottom()) box.moveBottom(m_plot.bottom());
  box.moveLeft(std::max(0.0, box.left()));
  m_painter.setPen(QPen(mixed(m_base, m_text, 0.35), 0));
  QColor back = mixed(m_base, m_text, 0.06);
  back.setAlpha(240);
  m_painter.setBrush(back);
  m_painter.drawRoundedRect(box, 3, 3);
  double y = box.top() + 3;
  for (const auto& [text, color] : lines) {
    m_painter.setPen(color);
    m_painter.drawText(QRectF(box.left() + gap, y, width + gap, height), Qt::AlignLeft | Qt::AlignVCenter, text);
    y += height;
  }
}

void ChartPainting::drawZoomRectangle() {
  if (!m_chart.m_zoomFrom || !m_chart.m_hover) return;
  QColor fill = m_chart.palette().color(QPalette::Highlight);
  m_painter.setPen(QPen(fill, 1));
  fill.setAlpha(50);
  m_painter.setBrush(fill);
  m_painter.drawRect(QRectF(*m_chart.m_zoomFrom, *m_chart.m_hover).normalized().intersected(m_plot));
}

void ChartPainting::drawEmptyText() {
  m_painter.setPen(mixed(m_base, m_text, 0.6));
  m_painter.drawText(QRect({0, 0}, m_size).adjusted(2 * gap, 0, -2 * gap, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     m_chart.m_emptyText);
}

}  // namespace sofa::gui
