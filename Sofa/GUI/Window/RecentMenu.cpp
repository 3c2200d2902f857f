// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/RecentMenu.h"

#include "Sofa/GUI/Window/RecentFiles.h"

namespace sofa::gui {

RecentMenu::RecentMenu(RecentFiles& files, QWidget* parent) : QMenu("Re&cent scenes", parent), m_files(files) {
  setObjectName("recentMenu");
  connect(&m_files, &RecentFiles::changed, this, &RecentMenu::fill);
  fill();
}

void RecentMenu::fill() {
  clear();
  const QStringList all = m_files.files();
  setEnabled(!all.isEmpty());
  if (all.isEmpty()) return;
  for (const QString& file : all) addAction(file, this, [this, file] { Q_EMIT chosen(file); });
  addSeparator();
  addAction("&Clear", this, [this] { m_files.clear(); });
}

}  // namespace sofa::gui
