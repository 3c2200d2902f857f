// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <array>
#include <memory>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace sofa::gui {

class DockLayout;
class LowerPanels;
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
  /// The first place of a panel, as a tab of the panels there: above or below in the column beside the view, or below
  /// the view.
  enum class Place { upper, sheet, lower };
  QDockWidget* add(QWidget* panel, const char* name, const QString& title, Place place, bool shown = true);
  void bringUp(QDockWidget* dock);
  void buildGraphPanel();
  void buildPalette();
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
  std::unique_ptr<LowerPanels> m_lower;
  std::array<QDockWidget*, 3> m_last{};  // the panel that was last added to each place
  QDockWidget *m_graph = nullptr, *m_properties = nullptr, *m_messages = nullptr, *m_profiler = nullptr;
  QDockWidget* m_plots = nullptr;
  PlotPanel* m_plotPanel = nullptr;
};

}  // namespace sofa::gui
