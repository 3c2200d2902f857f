// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMenu>

namespace sofa::gui {

class RecentFiles;

/// The scenes opened last, to be opened again.
class RecentMenu : public QMenu {
  Q_OBJECT

 public:
  RecentMenu(RecentFiles& files, QWidget* parent);

 Q_SIGNALS:
  void chosen(const QString& file);

 private:
  void fill();

  RecentFiles& m_files;
};

}  // namespace sofa::gui
