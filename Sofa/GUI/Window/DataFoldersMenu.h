// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMenu>

namespace sofa::gui {

class DataFolders;

/// A menu of the data folders. Choosing a folder removes it; an action adds one.
class DataFoldersMenu : public QMenu {
 public:
  DataFoldersMenu(DataFolders& folders, QAction& locate, QWidget* parent);

 private:
  void fill();

  DataFolders& m_folders;
  QAction& m_locate;
};

}  // namespace sofa::gui
