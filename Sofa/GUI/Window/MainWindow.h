// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMainWindow>

#include "Sofa/GUI/Viewport/Viewport.h"
#include "Sofa/GUI/Window/SceneFiles.h"
#include "Sofa/GUI/Window/SceneTools.h"
#include "Sofa/GUI/Window/Screenshots.h"
#include "Sofa/GUI/Window/Theme.h"

namespace sofa::gui {

class EmptyViewHint;
class LongStepNotice;
class ProblemOverlay;
class StatusLine;
class TimeFields;
class WindowActions;
class WindowHelp;
class WindowPanels;

/// The viewer's window: a scene in the middle, panels around it. Owns the parts that do the work, and connects them.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(simulation::FrontEndOptions options, QWidget* parent = nullptr);
  ~MainWindow() override;

  SceneTools& tools() { return m_tools; }
  Session& session() { return m_tools.session; }
  Viewport& viewport() { return *m_viewport; }
  SceneFiles& files() { return *m_files; }
  Screenshots& screenshots() { return *m_screenshots; }
  void setFullScreen(bool full) { full ? showFullScreen() : showNormal(); }

 protected:
  void changeEvent(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void buildView();
  void buildMenus();
  void connectScene();
  void connectActions();
  void connectTexts();
  void updateActions();
  void applyPreferences();
  void restore();

  const simulation::FrontEndOptions m_options;
  SceneTools m_tools;
  Theme m_theme;
  // Each uses those before it, and goes before them.
  std::unique_ptr<Viewport> m_viewport;
  std::unique_ptr<WindowActions> m_actions;
  std::unique_ptr<TimeFields> m_timeFields;
  std::unique_ptr<StatusLine> m_status;
  std::unique_ptr<WindowPanels> m_panels;
  std::unique_ptr<SceneFiles> m_files;
  std::unique_ptr<Screenshots> m_screenshots;
  std::unique_ptr<WindowHelp> m_help;
  std::unique_ptr<EmptyViewHint> m_hint;
  std::unique_ptr<LongStepNotice> m_longStep;
  ProblemOverlay* m_problem = nullptr;
};

}  // namespace sofa::gui
