// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMainWindow>
#include <QTimer>

class QAction;
class QDockWidget;

namespace sofa::gui {

/// The panels below the view, which fold together. Folding gives their room to the view. Unfolding opens the same
/// panels again with the same one in front, also in the next run.
class LowerPanels : public QObject {
  Q_OBJECT

 public:
  /// `action` folds and unfolds the panels. It is checked while any of them is open.
  LowerPanels(QMainWindow& window, QAction& action);
  ~LowerPanels() override;

  /// Adds a panel. Panels of the other sides count too, because the user may move them below the view.
  void add(QDockWidget& dock);
  /// Folds the panels of a window whose layout is not restored from an earlier run.
  void foldAtFirst();
  bool isOpen() const;
  void setOpen(bool open);
  /// Shows a panel in front. If it lies below the view, the other panels there unfold too.
  void bringUp(QDockWidget& dock);

 private:
  bool isBelow(const QDockWidget& dock) const;
  void noteOpen();
  void giveHeight(QDockWidget& dock);

  QMainWindow& m_window;
  QAction& m_action;
  QList<QDockWidget*> m_docks;
  QStringList m_shown;  // the panels that unfolding opens
  QString m_front;
  int m_height;  // their height before they were folded, 0 if unknown
  bool m_folded = true;
  QTimer m_update;
};

}  // namespace sofa::gui
