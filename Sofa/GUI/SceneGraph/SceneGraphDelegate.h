// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStyledItemDelegate>

namespace sofa::gui {

/// Rows of the scene graph: what the search found is marked, and badges tell of messages and further parents.
class SceneGraphDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void setSearch(const QString& text) { m_search = text; }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintText(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index, QRect area) const;

  QString m_search;
};

}  // namespace sofa::gui
