// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/DataFoldersMenu.h"

#include "Sofa/GUI/Window/DataFolders.h"

namespace sofa::gui {

DataFoldersMenu::DataFoldersMenu(DataFolders& folders, QAction& locate, QWidget* parent)
    : QMenu("&Data folders", parent), m_folders(folders), m_locate(locate) {
  setObjectName("dataFoldersMenu");
  setToolTipsVisible(true);
  connect(&m_folders, &DataFolders::changed, this, &DataFoldersMenu::fill);
  fill();
}

void DataFoldersMenu::fill() {
  clear();
  addAction(&m_locate);
  const QStringList all = m_folders.folders();
  if (!all.isEmpty()) addSeparator();
  for (const QString& folder : all)
    addAction("Forget " + QString(folder).replace("&", "&&"), this, [this, folder] {
      m_folders.remove(folder);
    })->setToolTip("Scenes that are loaded from now on do not find files there");
}

}  // namespace sofa::gui
