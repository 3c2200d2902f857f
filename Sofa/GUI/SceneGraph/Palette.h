// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>
#include <vector>

#include "Sofa/GUI/Session/SceneEdits.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTextBrowser;
class QTreeWidget;
class QTreeWidgetItem;

namespace sofa::gui {

/// Every component there is, by module, with a search and its documentation. A double click, the button or a drag onto
/// the scene graph adds one to the scene.
class PalettePanel : public QWidget {
  Q_OBJECT

 public:
  PalettePanel(Session& session, Selection& selection, SceneEdits& edits, QWidget* parent = nullptr);

  /// The node that components go to; by default the selected one, or that of the selected component.
  void setTarget(const ObjectHandle& node);
  /// Class in the list that is chosen now; empty if none is.
  QString chosenClass() const;
  /// Name of the preset that is chosen now; empty if none is.
  QString chosenPreset() const;
  /// Lists again what the factory holds, for example after a plugin was loaded.
  void reload();

 public Q_SLOTS:
  void search(const QString& text);
  void addChosen();

 Q_SIGNALS:
  void presetAdded(const sofa::gui::ObjectHandle& object);

 private:
  void buildWidgets();
  void fillTree();
  void showChosen();
  void selectionChanged();
  void addTo(const ObjectHandle& node);
  void addPresetTo(const ObjectHandle& node);
  void fillPresets();
  bool shows(QTreeWidgetItem& item, const QStringList& words) const;

  Session& m_session;
  Selection& m_selection;
  SceneEdits& m_edits;
  ObjectHandle m_target;
  bool m_fixedTarget = false, m_presetComes = false;
  QLineEdit* m_search = nullptr;
  QTreeWidget* m_tree = nullptr;
  QTextBrowser* m_help = nullptr;
  QComboBox* m_template = nullptr;
  QPushButton* m_add = nullptr;
  QLabel* m_count = nullptr;
};

/// Shows a palette for one node in a window of its own, which stays open until it is closed.
void showPaletteDialog(Session& session, Selection& selection, SceneEdits& edits, const ObjectHandle& node,
                       QWidget* parent);

}  // namespace sofa::gui
