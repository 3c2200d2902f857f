// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/Icons.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

namespace sofa::gui {
namespace {

/// Strokes and filled shapes in a square from 0 to 24.
struct Drawing {
  QPainterPath lines, filled;
};

void arrowHead(QPainterPath& path, QPointF tip, double angle, double size) {
  const double radians = angle * M_PI / 180;
  const auto corner = [&](double turn) {
    return tip - size * QPointF(std::cos(radians + turn), std::sin(radians + turn));
  };
  path.moveTo(tip);
  path.lineTo(corner(0.5));
  path.lineTo(corner(-0.5));
  path.closeSubpath();
}

void polygon(QPainterPath& path, std::initializer_list<QPointF> points, bool closed = true) {
  bool first = true;
  for (const auto& p : points) {
    first ? path.moveTo(p) : path.lineTo(p);
    first = false;
  }
  if (closed) path.closeSubpath();
}

void line(QPainterPath& path, double x1, double y1, double x2, double y2) {
  path.moveTo(x1, y1);
  path.lineTo(x2, y2);
}

void drawCube(QPainterPath& path) {
  polygon(path, {{12, 3}, {20, 7.5}, {20, 16.5}, {12, 21}, {4, 16.5}, {4, 7.5}});
  polygon(path, {{4, 7.5}, {12, 12}, {20, 7.5}}, false);
  line(path, 12, 12, 12, 21);
}

Drawing playback(Symbol symbol) {
  Drawing d;
  switch (symbol) {
    case Symbol::play:
      polygon(d.filled, {{7, 4.5}, {19.5, 12}, {7, 19.5}});
      break;
    case Symbol::pause:
      d.filled.addRoundedRect(6.5, 5, 4, 14, 1, 1);
      d.filled.addRoundedRect(13.5, 5, 4, 14, 1, 1);
      break;
    case Symbol::step:
      polygon(d.filled, {{5, 5}, {14.5, 12}, {5, 19}});
      d.filled.addRoundedRect(15.5, 5, 3.5, 14, 1, 1);
      break;
    case Symbol::reset:
      polygon(d.filled, {{19, 5}, {9.5, 12}, {19, 19}});
      d.filled.addRoundedRect(5, 5, 3.5, 14, 1, 1);
      break;
    case Symbol::record:
      d.filled.addEllipse(QPointF(12, 12), 6.5, 6.5);
      break;
    default:
      break;
  }
  return d;
}

Drawing file(Symbol symbol) {
  Drawing d;
  switch (symbol) {
    case Symbol::open:
      polygon(d.lines, {{3, 19}, {3, 5.5}, {9, 5.5}, {11, 8}, {19, 8}, {19, 11}}, false);
      polygon(d.lines, {{3, 19}, {6.5, 11}, {22, 11}, {18.5, 19}});
      break;
    case Symbol::save:
      polygon(d.lines, {{4, 4}, {16.5, 4}, {20, 7.5}, {20, 20}, {4, 20}});
      d.lines.addRect(8, 13, 8, 7);
      d.lines.addRect(8, 4, 6.5, 4.5);
      break;
    case Symbol::reload:
      d.lines.arcMoveTo(4.5, 4.5, 15, 15, 60);
      d.lines.arcTo(4.5, 4.5, 15, 15, 60, 290);
      arrowHead(d.filled, {19.5, 5.5}, 15, 6.5);
      break;
    case Symbol::undo:
    case Symbol::redo: {
      d.lines.moveTo(6, 9);
      d.lines.lineTo(14, 9);
      d.lines.cubicTo(22, 9, 22, 19, 14, 19);
      d.lines.lineTo(9, 19);
      arrowHead(d.filled, {3.5, 9}, 180, 6);
      if (symbol == Symbol::redo) {
        const QTransform mirror(-1, 0, 0, 1, 24, 0);
        d.lines = mirror.map(d.lines);
        d.filled = mirror.map(d.filled);
      }
      break;
    }
    default:
      break;
  }
  return d;
}

Drawing viewSymbol(Symbol symbol) {
  Drawing d;
  switch (symbol) {
    case Symbol::camera:
      d.lines.addRoundedRect(3, 7, 18, 12.5, 2, 2);
      polygon(d.lines, {{8, 7}, {9.5, 4.5}, {14.5, 4.5}, {16, 7}}, false);
      d.lines.addEllipse(QPointF(12, 13), 3.8, 3.8);
      break;
    case Symbol::viewAll:
      for (const double x : {4.0, 20.0})
        for (const double y : {4.0, 20.0}) {
          const double dx = x < 12 ? 5 : -5, dy = y < 12 ? 5 : -5;
          polygon(d.lines, {{x + dx, y}, {x, y}, {x, y + dy}}, false);
        }
      d.lines.addEllipse(QPointF(12, 12), 4, 4);
      break;
    case Symbol::fullScreen:
      for (const double x : {4.0, 20.0})
        for (const double y : {4.0, 20.0}) {
          const double dx = x < 12 ? 5 : -5, dy = y < 12 ? 5 : -5;
          polygon(d.lines, {{x + dx, y}, {x, y}, {x, y + dy}}, false);
        }
      break;
    case Symbol::axes:
      line(d.lines, 8, 16, 8, 5);
      line(d.lines, 8, 16, 19, 16);
      line(d.lines, 8, 16, 4, 20);
      arrowHead(d.filled, {8, 2.5}, -90, 4.5);
      arrowHead(d.filled, {21.5, 16}, 0, 4.5);
      break;
    case Symbol::grid:
      for (const double at : {4.0, 12.0, 20.0}) {
        line(d.lines, at, 4, at, 20);
        line(d.lines, 4, at, 20, at);
      }
      break;
    case Symbol::box:
      drawCube(d.lines);
      break;
    case Symbol::perspective:
      polygon(d.lines, {{3, 5}, {15, 8}, {15, 16}, {3, 19}});
      line(d.lines, 15, 8, 21, 9.5);
      line(d.lines, 15, 16, 21, 14.5);
      break;
    default:
      break;
  }
  return d;
}

Drawing other(Symbol symbol) {
  Drawing d;
  switch (symbol) {
    case Symbol::compare:
      d.lines.addRoundedRect(3, 5, 8, 14, 1, 1);
      d.lines.addRoundedRect(13, 5, 8, 14, 1, 1);
      break;
    case Symbol::settings:
      for (const auto& [y, x] : {std::pair{6.0, 15.0}, {12.0, 8.0}, {18.0, 13.0}}) {
        line(d.lines, 3, y, 21, y);
        d.filled.addEllipse(QPointF(x, y), 2.6, 2.6);
      }
      break;
    case Symbol::help:
      d.lines.addEllipse(QPointF(12, 12), 9, 9);
      d.lines.moveTo(9, 9.5);
      d.lines.cubicTo(9, 5.5, 15, 5.5, 15, 9.5);
      d.lines.cubicTo(15, 12, 12, 11.5, 12, 14);
      d.filled.addEllipse(QPointF(12, 17), 1.1, 1.1);
      break;
    default:
      break;
  }
  return d;
}

Drawing drawingOf(Symbol symbol) {
  for (auto* group : {playback, file, viewSymbol, other})
    if (auto d = group(symbol); !d.lines.isEmpty() || !d.filled.isEmpty()) return d;
  return {};
}

class SymbolEngine : public QIconEngine {
 public:
  explicit SymbolEngine(Symbol symbol) : m_symbol(symbol) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    QColor colour = QApplication::palette().color(group, QPalette::ButtonText);
    if (m_symbol == Symbol::record && mode != QIcon::Disabled) colour = QColor(220, 60, 60);
    const Drawing d = drawingOf(m_symbol);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / 24.0, rect.height() / 24.0);
    painter->setPen(QPen(colour, 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPath(d.lines);
    painter->setPen(QPen(colour, 0.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->fillPath(d.filled, colour);
    painter->drawPath(d.filled);
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect({0, 0}, size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new SymbolEngine(*this); }

 private:
  Symbol m_symbol;
};

}  // namespace

QIcon icon(Symbol symbol) { return QIcon(new SymbolEngine(symbol)); }

}  // namespace sofa::gui
