// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSet>
#include <QWidget>
#include <mutex>

#include "Sofa/GUI/Session/SceneEdits.h"
#include "Sofa/Helper/Message.h"

class QLabel;
class QLineEdit;
class QMenu;
class QTimer;
class QTreeView;

namespace sofa::gui {

struct GraphSnapshot;
class SceneGraphDelegate;
class SceneGraphModel;

/// The scene graph: a tree to look at, search and edit.
class SceneGraphPanel : public QWidget, private helper::MessageHandler {
  Q_OBJECT

 public:
  SceneGraphPanel(Session& session, Selection& selection, SceneEdits& edits, QWidget* parent = nullptr);
  ~SceneGraphPanel() override;

  QTreeView* view() const { return m_view; }
  SceneGraphModel* model() const { return m_model; }
  /// The menu of a row, which the caller shows or triggers, and deletes.
  QMenu* createMenu(const QModelIndex& index);

 public Q_SLOTS:
  void search(const QString& text);
  void copy();
  /// Statements that make the selected objects again, for a scene in Python.
  void copyAsPython();
  void cut();
  void paste();
  void duplicate();
  void removeSelected();
  void renameCurrent();
  /// Asks for a Data and a value for all that is selected.
  void setDataOfSelected();
  /// Gets a new picture of the graph.
  void refresh();
  /// The tree shows the newest picture that was asked for.
  bool isCurrent() const;

 Q_SIGNALS:
  /// The view is to frame this object.
  void focusRequested(const sofa::gui::ObjectHandle& object);
  /// Where the scene defines this object is to be shown; the panel opens the file itself if nothing is connected.
  void sourceRequested(const QString& file, int line);
  /// A component is to be chosen for this node; the panel shows a palette itself if nothing is connected.
  void paletteRequested(const sofa::gui::ObjectHandle& node);
  /// What an edit did, or why not.
  void notice(const QString& text, bool isProblem);
  /// The tree shows a new picture of the graph.
  void refreshed();

 private:
  void buildWidgets();
  void connectSession();
  void connectEdits();
  void addShortcuts();
  void addEditActions(QMenu& menu, const ObjectHandle& object);
  void addNodeActions(QMenu& menu, const ObjectHandle& object);
  void addViewActions(QMenu& menu, const ObjectHandle& object);
  void process(const helper::Message& message) override;
  void takeMessages();
  void searchDataOf(const QString& text);
  void takeSnapshot(std::shared_ptr<const GraphSnapshot> snapshot, qint64 started);
  void showNotice(const QString& text, bool isProblem);
  void showCount();
  void selectionToTree();
  void treeToSelection();
  void revealSelection();
  void openSource(const ObjectHandle& object);
  void openEditor(const QString& file, int line);
  void exportObj(const ObjectHandle& object);
  void copyTo(const QList<ObjectHandle>& objects, std::string (*textOf)(const core::Base&), bool thenRemove);
  void addNode(const ObjectHandle& parent);
  void askData(const QList<ObjectHandle>& objects, const QStringList& names);
  QList<ObjectHandle> selectedObjects() const;
  /// The node that new things go to: the selected one, or that of the selected component.
  ObjectHandle targetNode() const;
  void expandSome();
  void rememberExpanded(const QModelIndex& parent);
  void restoreExpanded(const QModelIndex& parent);

  Session& m_session;
  Selection& m_selection;
  SceneEdits& m_edits;
  SceneGraphModel* m_model;
  SceneGraphDelegate* m_delegate;
  QTreeView* m_view = nullptr;
  QLineEdit* m_search = nullptr;
  QLabel* m_count = nullptr;
  QLabel* m_notice = nullptr;
  QTimer* m_refreshTimer = nullptr;
  QTimer* m_searchTimer = nullptr;
  QSet<const void*> m_expanded;  // before a search
  bool m_asked = false, m_askAgain = false, m_isNewScene = true, m_following = false;
  int m_searchNumber = 0;

  std::mutex m_messageMutex;
  std::vector<std::pair<QString, helper::Severity>> m_messages;
  std::atomic<bool> m_messagesWaiting{false};
};

}  // namespace sofa::gui
