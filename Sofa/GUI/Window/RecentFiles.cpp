// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/RecentFiles.h"

#include <QFileInfo>

#include "Sofa/GUI/Window/Settings.h"

namespace sofa::gui {
namespace {
constexpr auto key = "recentScenes";
}  // namespace

QStringList RecentFiles::files() const { return settings().value(key).toStringList(); }

void RecentFiles::add(const QString& file) {
  if (file.isEmpty()) return;
  const QString path = QFileInfo(file).absoluteFilePath();
  QStringList all = files();
  all.removeAll(path);
  all.prepend(path);
  write(all.mid(0, capacity));
}

void RecentFiles::remove(const QString& file) {
  QStringList all = files();
  all.removeAll(QFileInfo(file).absoluteFilePath());
  write(all);
}

void RecentFiles::clear() { write({}); }

void RecentFiles::write(const QStringList& files) {
  settings().setValue(key, files);
  Q_EMIT changed();
}

}  // namespace sofa::gui
