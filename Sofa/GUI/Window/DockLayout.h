// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMainWindow>
#include <QTimer>
#include <map>

class QDockWidget;

namespace sofa::gui {

/// How the panels lie around the view of a window: at first they leave the view most of it, the view keeps at least
/// half of its width and height while the window is resized, each panel has one title (its tab, or its bar where it
/// lies alone), and tabs show their whole names.
class DockLayout : public QObject {
  Q_OBJECT

 public:
  explicit DockLayout(QMainWindow& window);
  ~DockLayout() override;

  void add(QDockWidget& dock);
  /// What reset() goes back to.
  void remember() { m_first = m_window.saveState(); }
  void reset();
  /// First sizes of the panels, for the size that the window has.
  void sizePanels();
  /// The same when the window is shown next: sizes only hold once the window has its own, and later all would be laid
  /// out and drawn twice.
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
  double m_part = 0;  // of the window's width that the view has, but for what resizing the window makes of it
  int m_width = 0;    // of the window, for m_part
  bool m_sizesWhenShown = false;
};

}  // namespace sofa::gui
