// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <memory>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace sofa::gui {

class DockLayout;
class PlotPanel;
class Viewport;
class WindowActions;
struct SceneTools;

/// The panels around the view of a window, which dock to its sides: makes them, lets them work together, and brings up
/// the one that is asked for. Their places are remembered under their object names.
class WindowPanels : public QObject {
  Q_OBJECT

 public:
  WindowPanels(QMainWindow& window, const WindowActions& actions, SceneTools& tools, Viewport& viewport);
  ~WindowPanels() override;

  /// Shows or hides each of them.
  QMenu& menu() { return *m_menu; }
  /// For a window whose layout is not known from an earlier run: sizes the panels when it is first shown.
  void sizeWhenShown();
  void showMessages();
  void showProfiler();

 Q_SIGNALS:
  void told(const QString& text, int milliseconds);
  void failed(const QString& problem);
  /// The scene was loaded, with errors.
  void loadErrors(const QString& counts, const QStringList& lines);
  /// Any later error.
  void errorArrived(const QString& line);

 private:
  QDockWidget* add(QWidget* panel, const char* name, const QString& title, Qt::DockWidgetArea area, bool shown = true);
  void buildGraphPanels();
  void buildMessagePanel();
  void buildAnalysisPanels();
  void buildPropertyPanels();
  void buildRecorderPanel();
  void buildViewPanels();

  QMainWindow& m_window;
  const WindowActions& m_actions;
  SceneTools& m_tools;
  Viewport& m_viewport;
  QMenu* m_menu;
  std::unique_ptr<DockLayout> m_layout;
  QDockWidget *m_graph = nullptr, *m_properties = nullptr, *m_messages = nullptr, *m_profiler = nullptr;
  QDockWidget* m_plots = nullptr;
  PlotPanel* m_plotPanel = nullptr;
};

}  // namespace sofa::gui
