// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Messages/MessageTarget.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QGuiApplication>
#include <QProcess>
#include <QStandardPaths>
#include <QUrl>

#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Window/Settings.h"

namespace sofa::gui {

ObjectHandle handleOf(core::Base& object) {
  return {object.weak_from_this(), QString::fromStdString(object.path()), QString::fromStdString(object.name()),
          QString::fromStdString(object.className()), dynamic_cast<core::Node*>(&object) != nullptr};
}

void selectByPath(Session& session, Selection& selection, const QString& path) {
  if (path.isEmpty()) return;
  session.ask(
      &selection,
      [path = path.toStdString()](simulation::Node& root) -> std::optional<ObjectHandle> {
        core::Base* object = path == "/" ? &root : core::findObjectByPath(root, "@" + path);
        return object ? std::optional(handleOf(*object)) : std::nullopt;
      },
      [&selection](std::optional<ObjectHandle> handle) {
        if (handle) selection.select(std::move(*handle));
      });
}

bool openInEditor(const QString& file, int line, QString& reason) {
  if (!QFileInfo::exists(file)) {
    reason = QString("%1 is not there any more.").arg(file);
    return false;
  }
  const QString lineText = QString::number(std::max(1, line));
  const auto start = [&](QStringList words) {
    const bool named = !words.filter("%f").isEmpty();
    for (QString& word : words) word.replace("%l", lineText).replace("%f", file);
    if (!named) words.push_back(file);
    const QString program = words.takeFirst();
    return QProcess::startDetached(program, words);
  };
  const QString command = settings().value("editor/command").toString();
  if (!command.isEmpty()) {
    if (start(QProcess::splitCommand(command))) return true;
    reason = QString("The editor \"%1\" of the setting editor/command cannot be started.").arg(command);
    return false;
  }
  static const QStringList known = {
      "code --goto %f:%l",     "kate --line %l %f", "gedit +%l %f", "gnome-text-editor +%l %f",
      "mousepad --line=%l %f", "gvim +%l %f",       "emacs +%l %f"};
  for (const QString& candidate : known) {
    const QStringList words = candidate.split(' ');
    if (!QStandardPaths::findExecutable(words.front()).isEmpty() && start(words)) return true;
  }
  if (QDesktopServices::openUrl(QUrl::fromLocalFile(file))) return true;
  reason = QString(
               "No editor was found for %1 (line %2). Name one in the setting editor/command, e.g. \"kate --line %l "
               "%f\".")
               .arg(file, lineText);
  return false;
}

}  // namespace sofa::gui
