// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMainWindow>
#include <QTimer>
#include <map>

class QDockWidget;

namespace sofa::gui {

/// The layout of the panels around the view of a window. At first the panels leave most of the window to the view.
/// While the window is resized, the view keeps at least half of its width and height. Each panel has one title, which
/// is its tab, or its title bar if it lies alone. Tabs show their whole names.
class DockLayout : public QObject {
  Q_OBJECT

 public:
  explicit DockLayout(QMainWindow& window);
  ~DockLayout() override;

  void add(QDockWidget& dock);
  /// Keeps the current layout, which reset() restores.
  void remember() { m_first = m_window.saveState(); }
  void reset();
  /// Gives the panels their first sizes, by the size of the window.
  void sizePanels();
  /// Does the same when the window is shown next. Earlier the window does not have its size yet, and later everything
  /// would be laid out and drawn twice.
  void sizeWhenShown() { m_sizesWhenShown = true; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void update();
  void fit();
  void shrink(const QList<Qt::DockWidgetArea>& areas, Qt::Orientation direction, int view, int whole, double part);
  QDockWidget* shownIn(Qt::DockWidgetArea area) const;

  QMainWindow& m_window;
  QList<QDockWidget*> m_docks;
  std::map<QDockWidget*, QWidget*> m_noTitles;
  QByteArray m_first;
  QTimer m_update, m_fit;
  double m_part = 0;  // the view's part of the window's width, as it was before the window was resized
  int m_width = 0;    // the width of the window at m_part
  bool m_sizesWhenShown = false;
};

}  // namespace sofa::gui
