// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/SceneGraph/SceneGraphDelegate.h"

#include <QApplication>
#include <QPainter>
#include <QTextLayout>

#include "Sofa/GUI/SceneGraph/SceneGraphModel.h"

namespace sofa::gui {
namespace {

constexpr int gap = 4;

struct Badge {
  QString text;
  QColor color;
};

std::vector<Badge> badgesOf(const QModelIndex& index) {
  std::vector<Badge> badges;
  if (index.column() != SceneGraphModel::Name) return badges;
  const int parents = index.data(SceneGraphModel::ParentsRole).toInt();
  const int warnings = index.data(SceneGraphModel::WarningsRole).toInt();
  const int errors = index.data(SceneGraphModel::ErrorsRole).toInt();
  const auto count = [](int n) { return n > 99 ? QStringLiteral("99+") : QString::number(n); };
  if (errors) badges.push_back({QStringLiteral("✕ ") + count(errors), QColor("#c62828")});
  if (warnings) badges.push_back({QStringLiteral("! ") + count(warnings), QColor("#b26a00")});
  if (index.data(SceneGraphModel::EditedRole).toBool()) badges.push_back({QStringLiteral("✎"), QColor("#2e7d32")});
  if (index.data(SceneGraphModel::FollowedRole).toInt() > 0) badges.push_back({QStringLiteral("⇠"), QColor("#78909c")});
  if (parents > 1) badges.push_back({QStringLiteral("⑂ ") + count(parents), QColor("#546e7a")});
  if (index.data(SceneGraphModel::SleepingRole).toBool()) badges.push_back({QStringLiteral("zz"), QColor("#5c6bc0")});
  return badges;
}

QFont badgeFont(const QFont& font) {
  QFont small = font;
  small.setBold(true);
  small.setItalic(false);
  small.setPointSizeF(std::max(font.pointSizeF() * 0.8, 6.0));
  return small;
}

/// Draws pills from the right edge leftwards; the width they took.
int paintBadges(QPainter& painter, const QFont& font, const std::vector<Badge>& badges, const QRect& area) {
  const QFontMetrics metrics(font);
  int right = area.right() - gap;
  painter.setFont(font);
  for (auto it = badges.rbegin(); it != badges.rend(); ++it) {
    const int width = metrics.horizontalAdvance(it->text) + 2 * gap;
    const int height = std::min(metrics.height() + 1, area.height() - 2);
    const QRectF pill(right - width, area.center().y() - height / 2.0 + 0.5, width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(it->color);
    painter.drawRoundedRect(pill, height / 2.0, height / 2.0);
    painter.setPen(Qt::white);
    painter.drawText(pill, Qt::AlignCenter, it->text);
    right -= width + gap / 2;
  }
  return badges.empty() ? 0 : area.right() - right;
}

}  // namespace

QSize SceneGraphDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  auto size = QStyledItemDelegate::sizeHint(option, index);
  size.setHeight(std::max(size.height(), option.fontMetrics.height() + 4));
  return size;
}

void SceneGraphDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const auto* style = option.widget ? option.widget->style() : QApplication::style();
  const QRect text = style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget);
  option.text.clear();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const QRect area(text.left(), given.rect.top(), given.rect.right() - text.left(), given.rect.height());
  const int taken = paintBadges(*painter, badgeFont(given.font), badgesOf(index), area);
  paintText(*painter, option, index, area.adjusted(2, 0, -taken - gap, 0));
  painter->restore();
}

void SceneGraphDelegate::paintText(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                                   QRect area) const {
  QString text = index.data().toString();
  const QString match = index.data(SceneGraphModel::MatchRole).toString();
  const bool found =
      text.contains(m_search, Qt::CaseInsensitive) ||
      index.siblingAtColumn(SceneGraphModel::Name).data().toString().contains(m_search, Qt::CaseInsensitive);
  // What the row is shown for, where that is not plain to see.
  if (index.column() == SceneGraphModel::Class && !match.isEmpty() && !found)
    text = match + QStringLiteral("  ·  ") + text;
  const QString shown = QFontMetrics(option.font).elidedText(text, Qt::ElideRight, area.width());
  QList<QTextLayout::FormatRange> marks;
  for (auto at = m_search.isEmpty() ? -1 : shown.indexOf(m_search, 0, Qt::CaseInsensitive); at >= 0;
       at = shown.indexOf(m_search, at + m_search.size(), Qt::CaseInsensitive)) {
    QTextLayout::FormatRange mark;
    mark.start = static_cast<int>(at);
    mark.length = static_cast<int>(m_search.size());
    mark.format.setBackground(QColor("#ffd54f"));
    mark.format.setForeground(Qt::black);
    marks.push_back(mark);
  }
  const bool selected = option.state & QStyle::State_Selected;
  const auto group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
  painter.setPen(selected ? option.palette.color(group, QPalette::HighlightedText)
                          : option.palette.color(group, QPalette::Text));
  QTextLayout layout(shown, option.font);
  layout.setFormats(marks);
  layout.beginLayout();
  auto line = layout.createLine();
  layout.endLayout();
  if (line.isValid()) layout.draw(&painter, QPointF(area.left(), area.center().y() - line.height() / 2 + 0.5));
}

}  // namespace sofa::gui
