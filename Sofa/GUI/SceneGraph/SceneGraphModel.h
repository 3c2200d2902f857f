// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "Sofa/GUI/Properties/DataEdits.h"
#include "Sofa/GUI/SceneGraph/GraphSnapshot.h"
#include "Sofa/Helper/Message.h"

namespace sofa::gui {

/// The scene graph as rows: name and class. New pictures of the graph are merged into the old one, so that views keep
/// what is expanded and selected. A node with several parents has a row under each of them.
class SceneGraphModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { Name, Class, ColumnCount };
  enum Role {
    ErrorsRole = Qt::UserRole,  ///< numbers of messages
    WarningsRole,
    ParentsRole,  ///< number of a node's parents
    MatchRole,    ///< "data = value" that the search found
    IsNodeRole,
    SleepingRole,
    EditedRole,   ///< whether Data were changed since the scene was loaded
    FollowedRole  ///< number of Data that follow others
  };

  explicit SceneGraphModel(QObject* parent = nullptr);
  ~SceneGraphModel() override;

  void setSnapshot(std::shared_ptr<const GraphSnapshot> snapshot);
  void clear();
  /// Shows only objects whose name or class holds `text`, those in `dataMatches`, and what is above them. Empty: all.
  void setFilter(const QString& text, QHash<const void*, QString> dataMatches = {});
  const QString& filter() const { return m_filter; }
  /// Whether neighbouring RequiredPlugin rows are shown as one; a filter shows all that fit it.
  void setPluginsFolded(bool folded);
  bool arePluginsFolded() const { return m_pluginsFolded; }
  bool isPlugin(const QModelIndex& index) const;
  /// Objects that fit the filter, of all that the scene has.
  int matchCount() const { return m_matchCount; }
  int objectCount() const { return m_snapshot ? static_cast<int>(m_snapshot->entries.size()) : 0; }

  ObjectHandle handle(const QModelIndex& index) const;
  QString path(const QModelIndex& index) const;
  /// Identity of the object of a row; never looked into.
  const void* id(const QModelIndex& index) const;
  /// The row of an object below its first parent; invalid if it is not shown.
  QModelIndex find(const ObjectHandle& object) const;
  bool isNodeActive(const QModelIndex& index) const;
  /// Place among the components or children of its node.
  int position(const QModelIndex& index) const;

  void countMessage(const QString& path, helper::Severity severity);
  void clearMessages();

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

  static constexpr const char* objectsMime = "application/x-sofa-objects";
  static constexpr const char* componentMime = "application/x-sofa-component";  ///< class name, from a palette
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction | Qt::CopyAction; }
  Qt::DropActions supportedDragActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override { return {objectsMime, componentMime}; }
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                       const QModelIndex& parent) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 Q_SIGNALS:
  /// Something was dropped or renamed. The model changes when the scene has.
  void moveWanted(const QList<sofa::gui::ObjectHandle>& objects, const sofa::gui::ObjectHandle& node, int position);
  void componentWanted(const QString& className, const sofa::gui::ObjectHandle& node, int position);
  void renameWanted(const sofa::gui::ObjectHandle& object, const QString& name);

 private:
  struct Item;
  struct Place;
  struct MessageCounts {
    int warnings = 0, errors = 0;
  };
  const GraphEntry& entry(const Item& item) const;
  Item* item(const QModelIndex& index) const;
  QModelIndex indexOf(const Item& item, int column = 0) const;
  bool isShown(int entry) const { return m_filter.isEmpty() || m_shown[static_cast<std::size_t>(entry)]; }
  void applyFilter();
  void rebuild();
  std::vector<int> shownChildren(const Item& item) const;
  bool isPluginEntry(int entry) const;
  std::vector<int> foldedWith(const Item& item) const;
  MessageCounts messagesOf(const Item& item) const;
  std::unique_ptr<Item> build(Item* parent, int entry);
  void merge(Item& item, int entry);
  void takeOut(Item& item, const std::vector<int>& wanted);
  void putIn(Item& item, const std::vector<int>& wanted);
  bool isActive(const Item& item) const;
  QString pathOf(const Item& item) const;
  QString toolTip(const Item& item) const;
  Place place(int row, const QModelIndex& parent, bool isNode) const;

  std::shared_ptr<const GraphSnapshot> m_snapshot;
  std::unique_ptr<Item> m_root;
  std::vector<int> m_firstParent;  // of each entry
  QString m_filter;
  QHash<const void*, QString> m_dataMatches;
  std::vector<bool> m_shown;
  int m_matchCount = 0;
  bool m_pluginsFolded = true;
  QHash<QString, MessageCounts> m_messages;
  mutable QList<ObjectHandle> m_dragged;
};

}  // namespace sofa::gui
