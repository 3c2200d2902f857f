// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/Chart.h"

#include <QBuffer>
#include <QImage>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>

#include "Sofa/GUI/Plots/ChartPainting.h"
#include "Sofa/GUI/Timeline/ExportFile.h"

namespace sofa::gui {
namespace {

constexpr double zoomPerNotch = 1.2;
constexpr double margin = 0.05;  ///< of the height, above and below the curves
constexpr int clickDistance = 4;

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void include(double v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
};

}  // namespace

Chart::Chart(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setCursor(Qt::CrossCursor);
  setFocusPolicy(Qt::ClickFocus);
}

// --- Contents --------------------------------------------------------------------------------------------------------

void Chart::setCurves(std::vector<ChartCurve> curves) {
  m_curves = std::move(curves);
  m_scalesStale = true;
  update();
}

void Chart::append(std::size_t curve, double x, double y) {
  m_curves[curve].x.push_back(x);
  m_curves[curve].y.push_back(y);
  m_scalesStale = true;
  update();
}

void Chart::setCurveVisible(std::size_t curve, bool visible) {
  if (curve >= m_curves.size() || m_curves[curve].visible == visible) return;
  m_curves[curve].visible = visible;
  m_scalesStale = true;
  update();
  Q_EMIT curveToggled(static_cast<int>(curve), visible);
}

void Chart::setAxisNames(const QString& x, const QString& y) {
  m_xName = x;
  m_yName = y;
  update();
}

void Chart::setLogarithmic(bool x, bool y) {
  m_logX = x;
  m_logY = y;
  m_scalesStale = true;
  showAll();
}

void Chart::setEmptyText(const QString& text) {
  m_emptyText = text;
  update();
}

void Chart::setMarker(std::optional<double> x) {
  m_marker = x;
  update();
}

QColor Chart::colorOf(std::size_t curve) const {
  const ChartCurve& c = m_curves[curve];
  if (c.color.isValid()) return c.color;
  return chartColor(c.colorIndex >= 0 ? c.colorIndex : static_cast<int>(curve), palette());
}

// --- What is shown ---------------------------------------------------------------------------------------------------

void Chart::showAll() {
  m_following = true;
  m_scalesStale = true;
  update();
}

void Chart::showRange(double x0, double x1, double y0, double y1) {
  m_following = false;
  m_x.set(x0, x1, m_logX);
  m_y.set(y0, y1, m_logY);
  update();
}

void Chart::fitScales() {
  if (!m_scalesStale || !m_following) return;
  m_scalesStale = false;
  Range xs, ys;
  for (const auto& curve : m_curves) {
    if (!curve.visible) continue;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      const double x = curve.x[i], y = curve.y[i];
      if (!std::isfinite(x) || !std::isfinite(y) || (m_logX && x <= 0) || (m_logY && y <= 0)) continue;
      xs.include(x);
      ys.include(y);
    }
  }
  m_x.set(xs.low, xs.high, m_logX);
  m_y.set(ys.low, ys.high, m_logY);
  if (ys.low < ys.high) m_y.set(m_y.value(-margin), m_y.value(1 + margin), m_logY);
}

const ChartScale& Chart::xScale() {
  fitScales();
  return m_x;
}

const ChartScale& Chart::yScale() {
  fitScales();
  return m_y;
}

QPointF Chart::toPixel(double x, double y) {
  fitScales();
  return {m_plot.left() + m_x.position(x) * m_plot.width(), m_plot.bottom() - m_y.position(y) * m_plot.height()};
}

void Chart::zoom(double factor, const QPointF& center, bool x, bool y) {
  if (m_plot.isEmpty()) return;
  fitScales();
  const double u = (center.x() - m_plot.left()) / m_plot.width();
  const double v = (m_plot.bottom() - center.y()) / m_plot.height();
  const auto scaled = [&](const ChartScale& s, double at, bool wanted) {
    const double f = wanted ? factor : 1;
    return std::pair(s.value(at - at / f), s.value(at + (1 - at) / f));
  };
  const auto [x0, x1] = scaled(m_x, u, x);
  const auto [y0, y1] = scaled(m_y, v, y);
  showRange(x0, x1, y0, y1);
}

void Chart::zoomTo(const QRectF& pixels) {
  const QRectF r = pixels.intersected(m_plot);
  if (r.width() < clickDistance || r.height() < clickDistance) return;
  const auto x = [&](double p) { return m_x.value((p - m_plot.left()) / m_plot.width()); };
  const auto y = [&](double p) { return m_y.value((m_plot.bottom() - p) / m_plot.height()); };
  showRange(x(r.left()), x(r.right()), y(r.bottom()), y(r.top()));
}

/// The x of any visible curve's sample that is nearest.
std::optional<double> Chart::nearestX(double x) const {
  std::optional<double> best;
  const auto consider = [&](double candidate) {
    if (!best || std::abs(candidate - x) < std::abs(*best - x)) best = candidate;
  };
  for (const auto& curve : m_curves) {
    if (!curve.visible || curve.x.empty()) continue;
    const auto it = std::lower_bound(curve.x.begin(), curve.x.end(), x);
    if (it != curve.x.end()) consider(*it);
    if (it != curve.x.begin()) consider(*std::prev(it));
  }
  return best;
}

// --- Mouse -----------------------------------------------------------------------------------------------------------

int Chart::legendAt(const QPointF& position) const {
  for (std::size_t i = 0; i < m_legend.size(); ++i)
    if (m_legend[i].contains(position)) return static_cast<int>(i);
  return -1;
}

void Chart::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;
  const bool onlyX = event->modifiers() & Qt::ShiftModifier, onlyY = event->modifiers() & Qt::ControlModifier;
  zoom(std::pow(zoomPerNotch, notches), event->position(), !onlyY, !onlyX);
  event->accept();
}

void Chart::mousePressEvent(QMouseEvent* event) {
  m_pressedAt = event->position();
  if (event->button() == Qt::RightButton) {
    m_zoomFrom = m_pressedAt;
  } else if (event->button() == Qt::LeftButton && legendAt(m_pressedAt) < 0) {
    m_dragFrom = m_pressedAt;
  }
}

void Chart::mouseMoveEvent(QMouseEvent* event) {
  m_hover = event->position();
  const bool moved = (m_pressedAt - *m_hover).manhattanLength() > clickDistance;
  if (m_dragFrom && moved && !m_plot.isEmpty()) {
    const double u = (m_dragFrom->x() - m_hover->x()) / m_plot.width();
    const double v = (m_hover->y() - m_dragFrom->y()) / m_plot.height();
    showRange(m_x.value(u), m_x.value(1 + u), m_y.value(v), m_y.value(1 + v));
    m_dragFrom = m_hover;
  }
  update();
}

void Chart::mouseReleaseEvent(QMouseEvent* event) {
  const bool clicked = (m_pressedAt - event->position()).manhattanLength() <= clickDistance;
  if (event->button() == Qt::RightButton && m_zoomFrom) {
    zoomTo(QRectF(*m_zoomFrom, event->position()).normalized());
  } else if (event->button() == Qt::LeftButton && clicked) {
    if (const int entry = legendAt(event->position()); entry >= 0) {
      setCurveVisible(static_cast<std::size_t>(entry), !m_curves[static_cast<std::size_t>(entry)].visible);
    } else if (m_markerEnabled && m_plot.contains(event->position())) {
      const auto x = nearestX(m_x.value((event->position().x() - m_plot.left()) / m_plot.width()));
      if (x) {
        setMarker(x);
        Q_EMIT markerMoved(*x);
      }
    }
  }
  m_dragFrom.reset();
  m_zoomFrom.reset();
  update();
}

void Chart::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && legendAt(event->position()) < 0) showAll();
}

void Chart::leaveEvent(QEvent*) {
  m_hover.reset();
  update();
}

// --- Pictures and tables ---------------------------------------------------------------------------------------------

void Chart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paint(painter, size());
}

void Chart::paint(QPainter& painter, const QSize& size) {
  fitScales();
  ChartPainting(*this, painter, size).draw();
}

bool Chart::savePng(const QString& file, QString& reason) {
  constexpr int scale = 2;
  QImage image(size() * scale, QImage::Format_RGB32);
  image.setDevicePixelRatio(scale);
  const auto hover = std::exchange(m_hover, std::nullopt);
  {
    QPainter painter(&image);
    paint(painter, size());
  }
  m_hover = hover;
  QByteArray content;
  QBuffer buffer(&content);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return writeWholeFile(file, content, reason);
}

QString Chart::csv() const {
  std::vector<double> xs;
  for (const auto& curve : m_curves)
    if (curve.visible) xs.insert(xs.end(), curve.x.begin(), curve.x.end());
  std::sort(xs.begin(), xs.end());
  xs.erase(std::unique(xs.begin(), xs.end()), xs.end());

  const auto quoted = [](QString text) { return '"' + text.replace('"', "\"\"") + '"'; };
  QString table = quoted(m_xName.isEmpty() ? "x" : m_xName);
  for (const auto& curve : m_curves)
    if (curve.visible) table += ',' + quoted(curve.dashed ? curve.name + " (reference)" : curve.name);
  table += '\n';
  std::vector<std::size_t> next(m_curves.size(), 0);
  for (const double x : xs) {
    table += QString::number(x, 'g', QLocale::FloatingPointShortest);
    for (std::size_t c = 0; c < m_curves.size(); ++c) {
      const auto& curve = m_curves[c];
      if (!curve.visible) continue;
      table += ',';
      auto& i = next[c];
      if (i >= curve.x.size() || curve.x[i] != x) continue;
      table += QString::number(curve.y[i], 'g', QLocale::FloatingPointShortest);
      while (i < curve.x.size() && curve.x[i] == x) ++i;
    }
    table += '\n';
  }
  return table;
}

bool Chart::saveCsv(const QString& file, QString& reason) const { return writeWholeFile(file, csv().toUtf8(), reason); }

}  // namespace sofa::gui
