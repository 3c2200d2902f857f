// SPDX-License-Identifier: Apache-2.0
#include <QDataStream>
#include <QMimeData>

#include "Sofa/GUI/SceneGraph/SceneGraphModel.h"

/// What is dragged in the scene graph, and dropped on it.
namespace sofa::gui {

/// Where something dropped between or on rows belongs: a node, and a position among its components or children; -1:
/// last.
struct SceneGraphModel::Place {
  QModelIndex node;
  int position = -1;
};

QMimeData* SceneGraphModel::mimeData(const QModelIndexList& indexes) const {
  m_dragged.clear();
  QStringList paths;
  for (const auto& index : indexes) {
    if (index.column() != Name || !index.parent().isValid()) continue;
    m_dragged.push_back(handle(index));
    paths += m_dragged.back().path;
  }
  if (m_dragged.empty()) return nullptr;
  auto* data = new QMimeData;
  data->setData(objectsMime, QByteArray::number(reinterpret_cast<quintptr>(this)));
  data->setText(paths.join('\n'));
  return data;
}

SceneGraphModel::Place SceneGraphModel::place(int row, const QModelIndex& parent, bool isNode) const {
  if (!parent.isValid()) return {index(0, 0), -1};
  if (!data(parent, IsNodeRole).toBool()) {  // on a component: before it
    const int at = isNode ? 0 : position(parent);
    return {parent.parent(), at};
  }
  if (row < 0) return {parent.siblingAtColumn(0), -1};
  const int count = rowCount(parent);
  if (row >= count) return {parent.siblingAtColumn(0), -1};
  const auto next = index(row, 0, parent);
  const bool nextIsNode = data(next, IsNodeRole).toBool();
  if (isNode) return {parent.siblingAtColumn(0), nextIsNode ? position(next) : 0};
  return {parent.siblingAtColumn(0), nextIsNode ? -1 : position(next)};
}

bool SceneGraphModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int,
                                      const QModelIndex& parent) const {
  if (!data || !index(0, 0).isValid()) return false;
  if (data->hasFormat(componentMime)) return true;
  if (data->data(objectsMime) != QByteArray::number(reinterpret_cast<quintptr>(this))) return false;
  // A node cannot go below itself.
  const QString target = path(parent.isValid() ? parent : index(0, 0)) + "/";
  return std::none_of(m_dragged.begin(), m_dragged.end(),
                      [&](const ObjectHandle& h) { return h.isNode && target.startsWith(h.path + "/"); });
}

bool SceneGraphModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                                   const QModelIndex& parent) {
  if (action == Qt::IgnoreAction || !canDropMimeData(data, action, row, column, parent)) return false;
  if (data->hasFormat(componentMime)) {
    const auto where = place(row, parent, false);
    Q_EMIT componentWanted(QString::fromUtf8(data->data(componentMime)), handle(where.node), where.position);
  } else if (!m_dragged.empty()) {
    const auto where = place(row, parent, m_dragged.front().isNode);
    Q_EMIT moveWanted(m_dragged, handle(where.node), where.position);
  }
  return true;
}

}  // namespace sofa::gui
