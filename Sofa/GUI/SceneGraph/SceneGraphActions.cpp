// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMetaMethod>
#include <QProcess>
#include <QTreeView>
#include <QUrl>

#include "Sofa/GUI/SceneGraph/Palette.h"
#include "Sofa/GUI/SceneGraph/SceneGraphModel.h"
#include "Sofa/GUI/SceneGraph/SceneGraphPanel.h"
#include "Sofa/GUI/Timeline/ExportObj.h"
#include "Sofa/Simulation/Scene/PythonWriter.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"

/// What the menu of the scene graph does.
namespace sofa::gui {
namespace {

QAction* add(QMenu& menu, const QString& text, const char* name, const QKeySequence& keys = {}) {
  auto* action = menu.addAction(text);
  action->setObjectName(name);
  if (!keys.isEmpty()) {
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);  // shown; the tree has shortcuts of its own
  }
  return action;
}

struct Source {
  QString file;
  int line = 0;
};

}  // namespace

QMenu* SceneGraphPanel::createMenu(const QModelIndex& given) {
  auto* menu = new QMenu(this);
  menu->setObjectName("sceneGraph.menu");
  const auto index = given.siblingAtColumn(0);
  if (index.isValid()) m_view->setCurrentIndex(index);
  const auto object = m_model->handle(index);
  if (object.path.isEmpty()) {
    connect(add(*menu, tr("Expand all"), "expandAll"), &QAction::triggered, m_view, &QTreeView::expandAll);
    connect(add(*menu, tr("Collapse all"), "collapseAll"), &QAction::triggered, m_view, &QTreeView::collapseAll);
    return menu;
  }
  addViewActions(*menu, object);
  menu->addSeparator();
  if (object.isNode) addNodeActions(*menu, object);
  addEditActions(*menu, object);
  return menu;
}

void SceneGraphPanel::addViewActions(QMenu& menu, const ObjectHandle& object) {
  connect(add(menu, tr("Focus view"), "focus"), &QAction::triggered, this,
          [this, object] { Q_EMIT focusRequested(object); });
  const auto index = m_view->currentIndex().siblingAtColumn(0);
  if (object.isNode) {
    connect(add(menu, tr("Expand all below"), "expandBelow"), &QAction::triggered, m_view,
            [this, index = QPersistentModelIndex(index)] { m_view->expandRecursively(index); });
    connect(add(menu, tr("Export OBJ…"), "exportObj"), &QAction::triggered, this,
            [this, object] { exportObj(object); });
  }
  connect(add(menu, tr("Copy path"), "copyPath"), &QAction::triggered, this,
          [object] { QApplication::clipboard()->setText(object.path); });
  connect(add(menu, tr("Go to scene file"), "goToSource"), &QAction::triggered, this,
          [this, object] { openSource(object); });
}

void SceneGraphPanel::addNodeActions(QMenu& menu, const ObjectHandle& object) {
  const auto index = m_view->currentIndex().siblingAtColumn(0);
  const bool active = m_model->isNodeActive(index);
  connect(add(menu, active ? tr("Deactivate") : tr("Activate"), "activate"), &QAction::triggered, &m_edits,
          [this, object, active] { m_edits.setActive(object, !active); });
  const bool sleeping = index.data(SceneGraphModel::SleepingRole).toBool();
  connect(add(menu, sleeping ? tr("Wake up") : tr("Put to sleep"), "sleep"), &QAction::triggered, &m_edits,
          [this, object, sleeping] { m_edits.setSleeping(object, !sleeping); });
  menu.addSeparator();
  connect(add(menu, tr("Add child node…"), "addNode"), &QAction::triggered, this, [this, object] { addNode(object); });
  connect(add(menu, tr("Add component…"), "addComponent"), &QAction::triggered, this, [this, object] {
    if (isSignalConnected(QMetaMethod::fromSignal(&SceneGraphPanel::paletteRequested)))
      Q_EMIT paletteRequested(object);
    else
      showPaletteDialog(m_session, m_selection, m_edits, object, this);
  });
  menu.addSeparator();
}

void SceneGraphPanel::addEditActions(QMenu& menu, const ObjectHandle& object) {
  const bool isRoot = object.path == "/";
  const auto connectTo = [&](const QString& text, const char* name, const QKeySequence& keys, auto slot,
                             bool enabled = true) {
    auto* action = add(menu, text, name, keys);
    action->setEnabled(enabled);
    connect(action, &QAction::triggered, this, slot);
  };
  connectTo(tr("Rename"), "rename", QKeySequence(Qt::Key_F2), &SceneGraphPanel::renameCurrent);
  connectTo(tr("Set a Data of all selected…"), "setDataOfAll", {}, &SceneGraphPanel::setDataOfSelected,
            selectedObjects().size() > 1);
  connectTo(tr("Duplicate"), "duplicate", QKeySequence(Qt::CTRL | Qt::Key_D), &SceneGraphPanel::duplicate, !isRoot);
  connectTo(tr("Cut"), "cut", QKeySequence::Cut, &SceneGraphPanel::cut, !isRoot);
  connectTo(tr("Copy as XML"), "copy", QKeySequence::Copy, &SceneGraphPanel::copy);
  connectTo(tr("Copy as Python"), "copyPython", {}, &SceneGraphPanel::copyAsPython);
  connectTo(tr("Paste XML"), "paste", QKeySequence::Paste, &SceneGraphPanel::paste,
            !QApplication::clipboard()->text().trimmed().isEmpty());
  menu.addSeparator();
  connectTo(tr("Remove"), "remove", QKeySequence::Delete, &SceneGraphPanel::removeSelected, !isRoot);
}

void SceneGraphPanel::renameCurrent() { m_view->edit(m_view->currentIndex().siblingAtColumn(SceneGraphModel::Name)); }

void SceneGraphPanel::setDataOfSelected() {
  const auto objects = selectedObjects();
  m_session.ask(
      this,
      [objects](simulation::Node&) {
        QStringList common;
        for (qsizetype i = 0; i < objects.size(); ++i) {
          const auto object = objects[i].object.lock();
          if (!object) continue;
          QStringList names;
          for (const auto& name : object->attributeNames()) names << QString::fromStdString(name);
          if (i == 0) common = names;
          common.removeIf([&](const QString& name) { return !names.contains(name) || name == "name"; });
        }
        common.removeDuplicates();
        common.sort(Qt::CaseInsensitive);
        return common;
      },
      [this, objects](const QStringList& names) { askData(objects, names); });
}

void SceneGraphPanel::askData(const QList<ObjectHandle>& objects, const QStringList& names) {
  if (names.isEmpty()) return showNotice(tr("What is selected has no Data in common."), true);
  auto* dialog = new QDialog(this);
  dialog->setObjectName("setDataDialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Set a Data of %1 objects").arg(objects.size()));
  auto* data = new QComboBox;
  data->setObjectName("setDataName");
  data->addItems(names);
  auto* value = new QLineEdit;
  value->setObjectName("setDataValue");
  value->setPlaceholderText(tr("as in a scene file; @path.data follows another"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  auto* layout = new QFormLayout(dialog);
  layout->addRow(tr("Data"), data);
  layout->addRow(tr("Value"), value);
  layout->addRow(buttons);
  connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
  connect(dialog, &QDialog::accepted, this,
          [this, objects, data, value] { m_edits.setDataOfAll(objects, data->currentText(), value->text()); });
  dialog->resize(420, 0);
  dialog->open();
}

void SceneGraphPanel::removeSelected() { m_edits.remove(selectedObjects()); }

void SceneGraphPanel::duplicate() {
  for (const auto& object : selectedObjects()) m_edits.duplicate(object);
}

void SceneGraphPanel::copy() { copyTo(selectedObjects(), simulation::objectText, false); }
void SceneGraphPanel::copyAsPython() { copyTo(selectedObjects(), simulation::pythonText, false); }
void SceneGraphPanel::cut() { copyTo(selectedObjects(), simulation::objectText, true); }

void SceneGraphPanel::copyTo(const QList<ObjectHandle>& objects, std::string (*textOf)(const core::Base&),
                             bool thenRemove) {
  if (objects.isEmpty()) return;
  m_session.ask(
      this,
      [objects, textOf](simulation::Node&) {
        std::string text;
        for (const auto& handle : objects)
          if (const auto object = handle.object.lock()) text += textOf(*object);
        return QString::fromStdString(text);
      },
      [this, objects, thenRemove](const QString& text) {
        if (text.isEmpty()) return showNotice(tr("What was selected is not part of the scene's description."), true);
        QApplication::clipboard()->setText(text);
        Q_EMIT notice(tr("Copied %n object(s)", nullptr, static_cast<int>(objects.size())), false);
        if (thenRemove) m_edits.remove(objects);
      });
}

void SceneGraphPanel::paste() {
  const QString text = QApplication::clipboard()->text();
  if (text.trimmed().isEmpty()) return showNotice(tr("The clipboard holds no text to paste."), true);
  m_edits.paste(targetNode(), text);
}

void SceneGraphPanel::addNode(const ObjectHandle& parent) {
  bool wanted = false;
  const QString name = QInputDialog::getText(this, tr("Add child node"), tr("Name of the node:"), QLineEdit::Normal,
                                             QStringLiteral("node"), &wanted)
                           .trimmed();
  if (wanted && !name.isEmpty()) m_edits.addNode(parent, name);
}

void SceneGraphPanel::openSource(const ObjectHandle& object) {
  m_session.ask(
      this,
      [weak = object.object](simulation::Node&) {
        const auto found = weak.lock();
        return found ? Source{QString::fromStdString(found->location().file), found->location().line} : Source{};
      },
      [this, object](const Source& source) {
        if (source.file.isEmpty() || !QFileInfo::exists(source.file))
          return showNotice(tr("%1 stands in no file: it was added since the scene was loaded.").arg(object.path),
                            true);
        if (isSignalConnected(QMetaMethod::fromSignal(&SceneGraphPanel::sourceRequested)))
          return Q_EMIT sourceRequested(source.file, source.line);
        openEditor(source.file, source.line);
      });
}

/// $VISUAL is told the line in the way most editors take it; without it the desktop's choice opens the file.
void SceneGraphPanel::openEditor(const QString& file, int line) {
  auto words = QProcess::splitCommand(qEnvironmentVariable("VISUAL"));
  if (!words.isEmpty()) {
    const QString program = words.takeFirst();
    const bool takesColon = QFileInfo(program).fileName().startsWith("code") ||
                            QFileInfo(program).fileName().startsWith("subl") ||
                            QFileInfo(program).fileName().startsWith("zed");
    if (takesColon)
      words += QStringLiteral("%1:%2").arg(file).arg(line);
    else
      words << QStringLiteral("+%1").arg(line) << file;
    if (QProcess::startDetached(program, words)) return;
    showNotice(tr("The editor %1 of $VISUAL cannot be started.").arg(program), true);
  }
  if (!QDesktopServices::openUrl(QUrl::fromLocalFile(file)))
    showNotice(tr("No program opens %1; $VISUAL may name an editor. The line is %2.").arg(file).arg(line), true);
}

void SceneGraphPanel::exportObj(const ObjectHandle& object) {
  const QString name = (object.name.isEmpty() ? QStringLiteral("scene") : object.name) + ".obj";
  const QString file = QFileDialog::getSaveFileName(this, tr("Export OBJ"), name, tr("Wavefront OBJ (*.obj)"));
  if (file.isEmpty()) return;
  m_session.ask(
      this,
      [weak = object.object, file](simulation::Node&) {
        const auto node = std::dynamic_pointer_cast<core::Node>(weak.lock());
        return node ? exportSurfaces(*node, file) : tr("The node is no longer in the scene.");
      },
      [this, file](const QString& problem) {
        showNotice(problem.isEmpty() ? tr("Exported %1").arg(file) : problem, !problem.isEmpty());
      });
}

}  // namespace sofa::gui
