// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMainWindow>
#include <QTimer>

class QAction;
class QDockWidget;

namespace sofa::gui {

/// The panels below the view, which fold together: the view gets their room, and those that were open come back, the
/// one in front too, also in the next run.
class LowerPanels : public QObject {
  Q_OBJECT

 public:
  /// `action`, which is checked while any of them is open, folds and opens them.
  LowerPanels(QMainWindow& window, QAction& action);
  ~LowerPanels() override;

  /// Panels of other sides, too: any may be moved below the view.
  void add(QDockWidget& dock);
  /// For a window whose layout is not restored from an earlier run.
  void foldAtFirst();
  bool isOpen() const;
  void setOpen(bool open);
  /// Shows a panel in front, with the others if it lies below the view.
  void bringUp(QDockWidget& dock);

 private:
  bool isBelow(const QDockWidget& dock) const;
  void noteOpen();
  void giveHeight(QDockWidget& dock);

  QMainWindow& m_window;
  QAction& m_action;
  QList<QDockWidget*> m_docks;
  QStringList m_shown;  // come back
  QString m_front;
  int m_height;  // as it was when they were folded; 0: not known
  bool m_folded = true;
  QTimer m_update;
};

}  // namespace sofa::gui
