// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/SceneGraph/SceneGraphModel.h"

#include <QFont>
#include <QGuiApplication>
#include <QMimeData>
#include <QPalette>

#include "Sofa/GUI/SceneGraph/KindIcons.h"

namespace sofa::gui {

struct SceneGraphModel::Item {
  Item* parent = nullptr;
  std::shared_ptr<const GraphSnapshot> snapshot;  // that it shows: of rows that are about to go, the last one
  int entry = 0;                                  // in the snapshot
  int row = 0;
  const void* id = nullptr;
  bool isRepeated = false;  // at or below a row of a node that has one below another parent as well
  std::vector<std::unique_ptr<Item>> children;

  void show(const std::shared_ptr<const GraphSnapshot>& picture, int index) {
    snapshot = picture;
    entry = index;
  }
  void number(std::size_t from) {
    for (std::size_t i = from; i < children.size(); ++i) children[i]->row = static_cast<int>(i);
  }
};

SceneGraphModel::SceneGraphModel(QObject* parent) : QAbstractItemModel(parent) { qRegisterMetaType<ObjectHandle>(); }
SceneGraphModel::~SceneGraphModel() = default;

const GraphEntry& SceneGraphModel::entry(const Item& item) const {
  return item.snapshot->entries[static_cast<std::size_t>(item.entry)];
}

SceneGraphModel::Item* SceneGraphModel::item(const QModelIndex& index) const {
  return static_cast<Item*>(index.internalPointer());
}

QModelIndex SceneGraphModel::indexOf(const Item& item, int column) const {
  return createIndex(item.row, column, const_cast<Item*>(&item));
}

// --- Pictures of the graph -------------------------------------------------------------------------------------------

void SceneGraphModel::setSnapshot(std::shared_ptr<const GraphSnapshot> snapshot) {
  if (!snapshot || snapshot->entries.empty()) return clear();
  const auto& entries = snapshot->entries;
  std::vector<int> firstParent(entries.size(), -1);
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (const int child : entries[i].children)
      if (auto& parent = firstParent[static_cast<std::size_t>(child)]; parent < 0) parent = static_cast<int>(i);
  const bool sameScene = m_root && m_root->id == entries[0].id;
  if (!sameScene) beginResetModel();
  m_snapshot = std::move(snapshot);
  m_firstParent = std::move(firstParent);
  applyFilter();
  if (sameScene) {
    merge(*m_root, 0);
  } else {
    m_root = build(nullptr, 0);
    endResetModel();
  }
}

void SceneGraphModel::clear() {
  beginResetModel();
  m_root.reset();
  m_snapshot.reset();
  m_dataMatches.clear();
  m_matchCount = 0;
  endResetModel();
}

void SceneGraphModel::setFilter(const QString& text, QHash<const void*, QString> dataMatches) {
  m_filter = text;
  m_dataMatches = std::move(dataMatches);
  if (!m_snapshot) return;
  applyFilter();
  merge(*m_root, 0);
}

void SceneGraphModel::applyFilter() {
  const auto& entries = m_snapshot->entries;
  m_matchCount = static_cast<int>(entries.size());
  if (m_filter.isEmpty()) return;
  m_matchCount = 0;
  m_shown.assign(entries.size(), false);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto& e = entries[i];
    const bool fits = e.name.contains(m_filter, Qt::CaseInsensitive) ||
                      e.className.contains(m_filter, Qt::CaseInsensitive) ||
                      e.templateName.contains(m_filter, Qt::CaseInsensitive) || m_dataMatches.contains(e.id);
    if (!fits) continue;
    ++m_matchCount;
    for (int at = static_cast<int>(i); at >= 0 && !m_shown[static_cast<std::size_t>(at)];
         at = m_firstParent[static_cast<std::size_t>(at)])
      m_shown[static_cast<std::size_t>(at)] = true;
  }
  m_shown[0] = true;
}

/// Under a further parent a node shows its own contents, but no more nodes that have several parents: rows would
/// multiply.
std::vector<int> SceneGraphModel::shownChildren(const Item& item) const {
  std::vector<int> children;
  const bool isSecond = item.isRepeated && entry(item).parentCount > 1 && item.parent && item.parent->isRepeated;
  if (isSecond) return children;
  bool follows = false;  // a plugin that stands for its neighbours
  for (const int child : entry(item).children) {
    const bool folds = m_pluginsFolded && m_filter.isEmpty() && isPluginEntry(child);
    if (isShown(child) && !(folds && follows)) children.push_back(child);
    follows = folds;
  }
  return children;
}

// --- Required plugins: a scene begins with dozens of them, of which nobody looks at any
// -------------------------------

bool SceneGraphModel::isPluginEntry(int entry) const {
  return m_snapshot->entries[static_cast<std::size_t>(entry)].className == QLatin1String("RequiredPlugin");
}

bool SceneGraphModel::isPlugin(const QModelIndex& index) const {
  return index.isValid() && entry(*item(index)).className == QLatin1String("RequiredPlugin");
}

/// The plugins for which the row of the first one stands; none for other rows.
std::vector<int> SceneGraphModel::foldedWith(const Item& item) const {
  std::vector<int> run;
  if (!m_pluginsFolded || !m_filter.isEmpty() || !item.parent || item.snapshot != m_snapshot) return run;
  const auto& all = entry(*item.parent).children;
  for (auto it = std::find(all.begin(), all.end(), item.entry); it != all.end() && isPluginEntry(*it); ++it)
    run.push_back(*it);
  if (run.size() < 2) run.clear();
  return run;
}

void SceneGraphModel::setPluginsFolded(bool folded) {
  m_pluginsFolded = folded;
  if (m_root) merge(*m_root, 0);
}

SceneGraphModel::MessageCounts SceneGraphModel::messagesOf(const Item& item) const {
  auto counts = m_messages.value(pathOf(item));
  const auto folded = foldedWith(item);
  const QString above = item.parent ? pathOf(*item.parent) : QString();
  for (std::size_t i = 1; i < folded.size(); ++i) {
    const auto& e = m_snapshot->entries[static_cast<std::size_t>(folded[i])];
    const auto more =
        m_messages.value((above == "/" ? above : above + "/") + (e.name.isEmpty() ? e.className : e.name));
    counts.errors += more.errors;
    counts.warnings += more.warnings;
  }
  return counts;
}

std::unique_ptr<SceneGraphModel::Item> SceneGraphModel::build(Item* parent, int index) {
  auto made = std::make_unique<Item>();
  made->parent = parent;
  made->show(m_snapshot, index);
  made->id = entry(*made).id;
  made->isRepeated = parent && (parent->isRepeated || m_firstParent[static_cast<std::size_t>(index)] != parent->entry);
  for (const int child : shownChildren(*made)) made->children.push_back(build(made.get(), child));
  made->number(0);
  return made;
}

/// Brings a row and all below it to what the picture shows, with as few changes as it takes.
void SceneGraphModel::merge(Item& item, int index) {
  item.show(m_snapshot, index);
  const auto wanted = shownChildren(item);
  takeOut(item, wanted);
  putIn(item, wanted);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (entry(*item.children[i]).isNode) merge(*item.children[i], wanted[i]);
  if (!item.children.empty())
    Q_EMIT dataChanged(indexOf(*item.children.front(), 0), indexOf(*item.children.back(), ColumnCount - 1));
  if (!item.parent) Q_EMIT dataChanged(indexOf(item, 0), indexOf(item, ColumnCount - 1));
}

void SceneGraphModel::takeOut(Item& item, const std::vector<int>& wanted) {
  QSet<const void*> ids;
  ids.reserve(static_cast<qsizetype>(wanted.size()));
  for (const int child : wanted) ids.insert(m_snapshot->entries[static_cast<std::size_t>(child)].id);
  auto& children = item.children;
  for (auto last = static_cast<long>(children.size()) - 1; last >= 0; --last) {
    if (ids.contains(children[static_cast<std::size_t>(last)]->id)) continue;
    auto first = last;
    while (first > 0 && !ids.contains(children[static_cast<std::size_t>(first - 1)]->id)) --first;
    beginRemoveRows(indexOf(item), static_cast<int>(first), static_cast<int>(last));
    children.erase(children.begin() + first, children.begin() + last + 1);
    item.number(static_cast<std::size_t>(first));
    endRemoveRows();
    last = first;
  }
}

void SceneGraphModel::putIn(Item& item, const std::vector<int>& wanted) {
  auto& children = item.children;
  QSet<const void*> kept;
  for (const auto& child : children) kept.insert(child->id);
  const auto idOf = [&](std::size_t i) { return m_snapshot->entries[static_cast<std::size_t>(wanted[i])].id; };
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i < children.size() && children[i]->id == idOf(i)) {
      children[i]->show(m_snapshot, wanted[i]);
      continue;
    }
    if (kept.contains(idOf(i))) {
      const auto from = std::find_if(children.begin() + static_cast<long>(i), children.end(),
                                     [&](const auto& child) { return child->id == idOf(i); });
      const auto row = static_cast<int>(from - children.begin());
      beginMoveRows(indexOf(item), row, row, indexOf(item), static_cast<int>(i));
      std::rotate(children.begin() + static_cast<long>(i), from, from + 1);
      item.number(i);
      children[i]->show(m_snapshot, wanted[i]);
      endMoveRows();
      continue;
    }
    auto end = i + 1;
    while (end < wanted.size() && !kept.contains(idOf(end))) ++end;
    std::vector<std::unique_ptr<Item>> made;
    for (auto n = i; n < end; ++n) made.push_back(build(&item, wanted[n]));
    beginInsertRows(indexOf(item), static_cast<int>(i), static_cast<int>(end) - 1);
    children.insert(children.begin() + static_cast<long>(i), std::make_move_iterator(made.begin()),
                    std::make_move_iterator(made.end()));
    item.number(i);
    endInsertRows();
    i = end - 1;
  }
}

// --- Rows ------------------------------------------------------------------------------------------------------------

QModelIndex SceneGraphModel::index(int row, int column, const QModelIndex& parent) const {
  if (!m_root || row < 0 || column < 0 || column >= ColumnCount) return {};
  if (!parent.isValid()) return row == 0 ? indexOf(*m_root, column) : QModelIndex();
  const auto& children = item(parent)->children;
  return row < static_cast<int>(children.size()) ? indexOf(*children[static_cast<std::size_t>(row)], column)
                                                 : QModelIndex();
}

QModelIndex SceneGraphModel::parent(const QModelIndex& index) const {
  const auto* above = index.isValid() ? item(index)->parent : nullptr;
  return above ? indexOf(*above) : QModelIndex();
}

int SceneGraphModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return m_root ? 1 : 0;
  return parent.column() == 0 ? static_cast<int>(item(parent)->children.size()) : 0;
}

QString SceneGraphModel::pathOf(const Item& item) const {
  if (!item.parent) return QStringLiteral("/");
  const auto& e = entry(item);
  const QString above = pathOf(*item.parent);
  return (item.parent->parent ? above + "/" : above) + (e.name.isEmpty() && !e.isNode ? e.className : e.name);
}

QString SceneGraphModel::path(const QModelIndex& index) const { return index.isValid() ? pathOf(*item(index)) : ""; }

ObjectHandle SceneGraphModel::handle(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const auto& e = entry(*item(index));
  return {e.object, pathOf(*item(index)), e.name, e.className, e.isNode};
}

QModelIndex SceneGraphModel::find(const ObjectHandle& object) const {
  if (!m_root || object.path.isEmpty()) return {};
  const auto& entries = m_snapshot->entries;
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const GraphEntry& e) {
    return !e.object.owner_before(object.object) && !object.object.owner_before(e.object);
  });
  if (found == entries.end()) return {};
  std::vector<int> way;
  for (int at = static_cast<int>(found - entries.begin()); at > 0; at = m_firstParent[static_cast<std::size_t>(at)])
    way.push_back(at);
  const Item* row = m_root.get();
  for (auto it = way.rbegin(); it != way.rend(); ++it) {
    const auto child = std::find_if(row->children.begin(), row->children.end(),
                                    [&](const auto& candidate) { return candidate->entry == *it; });
    if (child == row->children.end()) return {};
    row = child->get();
  }
  return indexOf(*row);
}

const void* SceneGraphModel::id(const QModelIndex& index) const { return index.isValid() ? item(index)->id : nullptr; }

bool SceneGraphModel::isNodeActive(const QModelIndex& index) const {
  return index.isValid() && entry(*item(index)).isActive;
}

int SceneGraphModel::position(const QModelIndex& index) const {
  const auto* row = item(index);
  if (!row->parent) return 0;
  const auto& above = entry(*row->parent);
  const auto at = std::find(above.children.begin(), above.children.end(), row->entry) - above.children.begin();
  return static_cast<int>(at) - (entry(*row).isNode ? above.componentCount : 0);
}

bool SceneGraphModel::isActive(const Item& item) const {
  for (const Item* at = &item; at; at = at->parent)
    if (const auto& e = entry(*at); e.isNode && !e.isActive) return false;
  return true;
}

QString SceneGraphModel::toolTip(const Item& item) const {
  const auto& e = entry(item);
  QString text = QStringLiteral("<b>%1</b><br>%2").arg(pathOf(item).toHtmlEscaped(), e.className.toHtmlEscaped());
  if (!e.templateName.isEmpty()) text += QStringLiteral(" &lt;%1&gt;").arg(e.templateName.toHtmlEscaped());
  QStringList families;
  for (int k = 0; k < kindCount; ++k)
    if (e.kinds & bitOf(static_cast<Kind>(k))) families += kindName(static_cast<Kind>(k));
  text += "<br>" + families.join(", ");
  if (e.parentCount > 1) text += tr("<br>Below %1 parents").arg(e.parentCount);
  if (e.isEdited) text += tr("<br>✎ Edited since the scene was loaded");
  if (e.followedData) text += tr("<br>⇠ Data that follow other objects: %1").arg(e.followedData);
  if (!isActive(item)) text += tr("<br>Deactivated");
  if (e.isSleeping) text += tr("<br>Sleeping");
  if (!e.isNode && !e.isValid) text += tr("<br>Gave up at initialisation: see its messages");
  if (const auto folded = foldedWith(item); !folded.empty())
    text += tr("<br>A double click shows all %1 plugins that the scene asks for").arg(folded.size());
  const auto counts = messagesOf(item);
  if (counts.errors) text += tr("<br>%n error(s)", nullptr, counts.errors);
  if (counts.warnings) text += tr("<br>%n warning(s)", nullptr, counts.warnings);
  if (const auto match = m_dataMatches.value(e.id); !match.isEmpty()) text += "<br>" + match.toHtmlEscaped();
  return text;
}

QVariant SceneGraphModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_snapshot) return {};
  const auto& row = *item(index);
  const auto& e = entry(row);
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == Class)
        return e.templateName.isEmpty() ? e.className : e.className + "<" + e.templateName + ">";
      if (const auto folded = foldedWith(row); !folded.empty()) return tr("▸ %1 required plugins").arg(folded.size());
      return e.name.isEmpty() ? (e.isNode ? QStringLiteral("/") : e.className) : e.name;
    case Qt::EditRole:
      return index.column() == Name ? e.name : e.className;
    case Qt::DecorationRole:
      return index.column() == Name ? QVariant(kindIcon(e.kinds, !isActive(row))) : QVariant();
    case Qt::FontRole: {
      if (!e.isNode || index.column() != Name) return {};
      QFont font;
      font.setBold(true);
      font.setItalic(e.isSleeping);
      return font;
    }
    case Qt::ForegroundRole:
      if (!isActive(row)) return QGuiApplication::palette().brush(QPalette::Disabled, QPalette::Text);
      return index.column() == Class ? QGuiApplication::palette().brush(QPalette::PlaceholderText) : QVariant();
    case Qt::ToolTipRole:
      return toolTip(row);
    case ErrorsRole:
      return messagesOf(row).errors;
    case WarningsRole:
      return messagesOf(row).warnings;
    case ParentsRole:
      return e.parentCount;
    case EditedRole:
      return e.isEdited;
    case FollowedRole:
      return e.followedData;
    case MatchRole:
      return m_dataMatches.value(e.id);
    case IsNodeRole:
      return e.isNode;
    case SleepingRole:
      return e.isSleeping;
    default:
      return {};
  }
}

QVariant SceneGraphModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == Name ? tr("Name") : tr("Class");
}

Qt::ItemFlags SceneGraphModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  auto flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  if (item(index)->parent) flags |= Qt::ItemIsDragEnabled;
  if (index.column() == Name) flags |= Qt::ItemIsEditable;
  if (entry(*item(index)).isNode)
    flags |= Qt::ItemIsDropEnabled;
  else
    flags |= Qt::ItemNeverHasChildren;
  return flags;
}

bool SceneGraphModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid() || index.column() != Name) return false;
  const QString name = value.toString().trimmed();
  if (name == entry(*item(index)).name) return false;
  Q_EMIT renameWanted(handle(index), name);
  return true;
}

// --- Messages --------------------------------------------------------------------------------------------------------

void SceneGraphModel::countMessage(const QString& path, helper::Severity severity) {
  auto& counts = m_messages[path];
  ++(severity >= helper::Severity::Error ? counts.errors : counts.warnings);
}

void SceneGraphModel::clearMessages() { m_messages.clear(); }

}  // namespace sofa::gui
