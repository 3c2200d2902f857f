// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/SavedViewsMenu.h"

#include <QFile>
#include <QInputDialog>
#include <QMessageBox>

#include "Sofa/GL/Capture/SavedView.h"

namespace sofa::gui {

SavedViewsMenu::SavedViewsMenu(Session& session, Viewport& viewport, QWidget* parent)
    : QMenu("Saved &views", parent), m_session(session), m_viewport(viewport) {
  setObjectName("savedViewsMenu");
  connect(this, &QMenu::aboutToShow, this, &SavedViewsMenu::fill);
  fill();
}

QStringList SavedViewsMenu::names() const {
  QStringList all;
  if (m_session.file().isEmpty()) return all;
  for (const auto& name : gl::savedViewNames(m_session.file().toStdString())) all.append(QString::fromStdString(name));
  return all;
}

QString SavedViewsMenu::fileOf(const QString& name) const {
  return QString::fromStdString(gl::savedViewFile(m_session.file().toStdString(), name.toStdString()));
}

void SavedViewsMenu::fill() {
  clear();
  const QStringList all = names();
  const auto text = [](QString name) { return name.replace("&", "&&"); };
  for (const QString& name : all) addAction(text(name), this, [this, name] { m_viewport.showSavedView(fileOf(name)); });
  if (all.isEmpty()) addAction("None is saved yet")->setEnabled(false);
  addSeparator();
  addAction("&Save view as...", this, &SavedViewsMenu::saveDialog)->setEnabled(!m_session.file().isEmpty());
  auto* removals = addMenu("&Delete");
  for (const QString& name : all) removals->addAction(text(name), this, [this, name] { remove(name); });
  removals->setEnabled(!all.isEmpty());
}

bool SavedViewsMenu::save(const QString& name) {
  const QString file = fileOf(name.trimmed());
  if (!file.isEmpty()) return m_viewport.saveViewAs(file);
  Q_EMIT told(QString("\"%1\" cannot be the name of a view: it becomes part of a file's name. Use letters, digits, "
                      "blanks, '-' and '_'.")
                  .arg(name));
  return false;
}

bool SavedViewsMenu::remove(const QString& name) {
  QFile file(fileOf(name));
  const bool good = file.remove();
  Q_EMIT told(good ? QString("The view %1 is deleted.").arg(name)
                   : QString("%1 cannot be deleted: %2").arg(file.fileName(), file.errorString()));
  return good;
}

void SavedViewsMenu::saveDialog() {
  bool accepted = false;
  const QString name =
      QInputDialog::getText(parentWidget(), "Save view", "Name of the view:", QLineEdit::Normal, {}, &accepted)
          .trimmed();
  if (!accepted || name.isEmpty()) return;
  if (names().contains(name) &&
      QMessageBox::question(parentWidget(), "Save view", QString("There is a view %1. Replace it?").arg(name)) !=
          QMessageBox::Yes)
    return;
  save(name);
}

}  // namespace sofa::gui
