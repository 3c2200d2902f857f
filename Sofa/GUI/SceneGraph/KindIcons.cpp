// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/SceneGraph/KindIcons.h"

#include <QHash>
#include <QPainter>
#include <QPainterPath>
#include <array>

namespace sofa::gui {
namespace {

struct Family {
  const char* name;
  const char* color;
};
constexpr std::array<Family, kindCount> families = {{{"Node", "#dedede"},
                                                     {"Object", "#ffffff"},
                                                     {"Context", "#d7191c"},
                                                     {"Behavior model", "#93ff49"},
                                                     {"Collision model", "#fccde5"},
                                                     {"Mechanical state", "#8dd3c7"},
                                                     {"Projective constraint", "#fdb462"},
                                                     {"Constraint set", "#f98912"},
                                                     {"Interaction force field", "#fb8072"},
                                                     {"Force field", "#bebada"},
                                                     {"Solver", "#b3de69"},
                                                     {"Collision pipeline", "#bc80bd"},
                                                     {"Mechanical mapping", "#4ba3fa"},
                                                     {"Mapping", "#80b1d3"},
                                                     {"Mass", "#ffffb3"},
                                                     {"Topology", "#ffed6f"},
                                                     {"Visual", "#eefdea"},
                                                     {"Loader", "#00daff"},
                                                     {"Configuration", "#aaaaaa"}}};

/// A component is a rounded tile, a node a folder.
QPainterPath outline(bool isNode, double size) {
  const double s = size / 16;
  QPainterPath path;
  if (!isNode) {
    path.addRoundedRect(QRectF(2 * s, 2 * s, 12 * s, 12 * s), 2.5 * s, 2.5 * s);
    return path;
  }
  path.moveTo(1.5 * s, 13.5 * s);
  path.lineTo(1.5 * s, 3 * s);
  path.lineTo(6 * s, 3 * s);
  path.lineTo(7.5 * s, 5 * s);
  path.lineTo(14.5 * s, 5 * s);
  path.lineTo(14.5 * s, 13.5 * s);
  path.closeSubpath();
  return path;
}

QPixmap drawIcon(Kinds kinds, bool faded, int size) {
  QPixmap pixmap(size, size);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  if (faded) painter.setOpacity(0.4);
  std::vector<QColor> stripes;
  for (int k = 0; k < kindCount; ++k)
    if (kinds & bitOf(static_cast<Kind>(k))) stripes.push_back(kindColor(static_cast<Kind>(k)));
  const auto path = outline(kinds & bitOf(Kind::Node), size);
  const QRectF box = path.boundingRect();
  painter.setClipPath(path);
  const double width = box.width() / static_cast<double>(std::max<std::size_t>(stripes.size(), 1));
  for (std::size_t i = 0; i < stripes.size(); ++i)
    painter.fillRect(QRectF(box.left() + width * static_cast<double>(i), box.top(), width + 0.5, box.height()),
                     stripes[i]);
  painter.setClipping(false);
  painter.setPen(QPen(QColor(70, 70, 70), size / 16.0));
  painter.drawPath(path);
  return pixmap;
}

}  // namespace

QColor kindColor(Kind kind) { return QColor(families[static_cast<std::size_t>(kind)].color); }

QString kindName(Kind kind) { return QString::fromLatin1(families[static_cast<std::size_t>(kind)].name); }

QIcon kindIcon(Kinds kinds, bool faded) {
  static QHash<quint64, QIcon> icons;
  auto& icon = icons[quint64{kinds} << 1 | (faded ? 1 : 0)];
  if (icon.isNull())
    for (const int size : {16, 24, 32, 48}) icon.addPixmap(drawIcon(kinds, faded, size));
  return icon;
}

}  // namespace sofa::gui
