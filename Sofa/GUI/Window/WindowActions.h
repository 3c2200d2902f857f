// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAction>
#include <map>
#include <string>
#include <variant>

class QMainWindow;
class QMenu;
class QUndoStack;

namespace sofa::gui {

/// All actions of a window by name, with their texts, keys and symbols. What they do is connected by who can do it.
///
/// Plain keys act while the view has the focus: trees, tables and fields have their own use for them. Keys with Ctrl
/// and the F keys act everywhere in the window.
class WindowActions : public QObject {
  Q_OBJECT

 public:
  WindowActions(QMainWindow& window, QWidget& view, QUndoStack& undo);

  /// std::out_of_range if there is none of that name.
  QAction& operator[](const std::string& name) const { return *m_actions.at(name); }
  /// Those that need a scene can be chosen only while there is one.
  void setHasScene(bool hasScene);

  /// A line of a menu, or a place in a tool bar: an action by its name, "" for a separator, or a menu.
  using MenuLine = std::variant<const char*, QMenu*>;
  void fill(QWidget& menuOrBar, std::initializer_list<MenuLine> lines) const;

 private:
  std::map<std::string, QAction*> m_actions;
};

}  // namespace sofa::gui
