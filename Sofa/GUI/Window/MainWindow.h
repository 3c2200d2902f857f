#pragma once
#include <QDateTime>
#include <QFileSystemWatcher>
#include <QMainWindow>
#include <QPointer>

#include "Sofa/GUI/Session/OwnedSession.h"
#include "Sofa/GUI/Session/RateMeter.h"
#include "Sofa/GUI/Session/SceneEdits.h"
#include "Sofa/GUI/Viewport/ColorBy.h"
#include "Sofa/GUI/Viewport/MeasureTool.h"
#include "Sofa/GUI/Viewport/MouseOperations.h"
#include "Sofa/GUI/Viewport/Viewport.h"
#include "Sofa/GUI/Window/RecentFiles.h"
#include "Sofa/GUI/Window/Theme.h"

class QActionGroup;
class QLabel;
class QLineEdit;
class QToolButton;

namespace sofa::gui {

class CompareWindow;
class ControlsOverlay;
class DockLayout;
class HelpWindow;
class HintOverlay;
class PlotPanel;
class ProblemOverlay;
class SavedViewsMenu;
class SpeedBox;
class TutorialOverlay;

/// The viewer's window: a scene in the middle, panels around it.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(simulation::FrontEndOptions options, QWidget* parent = nullptr);
  ~MainWindow() override;

  Session& session() { return m_session; }
  Selection& selection() { return m_selection; }
  Viewport& viewport() { return *m_viewport; }
  MeasureTool& measure() { return m_measure; }
  RecentFiles& recentFiles() { return m_recent; }
  SceneEdits& edits() { return m_edits; }

  /// Loads a scene in place of the current one, in the simulation's thread.
  void open(const QString& file);
  /// Docks a panel, which the window then owns; its place is remembered under the panel's object name.
  QDockWidget* addPanel(QWidget* panel, const QString& title, Qt::DockWidgetArea area, bool shown = true);
  /// Saves the scene into another file, which the title names and reload() loads from then on.
  void saveAs(const QString& file);
  /// Writes what the view shows as a png. False after a message if that fails.
  bool saveScreenshot(const QString& file, int width, int height);
  /// SCENE_NUMBER.EXTENSION in the scene's folder, or in the current one if that is not writable, with the first number
  /// not taken.
  QString firstFreeFile(int digits, const char* extension) const;
  /// Opens a window with this scene and another, side by side.
  CompareWindow* compareWith(const QString& file);

 public Q_SLOTS:
  void openDialog();
  void reload();
  /// Into the file that is shown.
  void save();
  /// Asks for another file, which is shown from then on.
  void saveAs();
  void saveCheckpoint();
  void screenshotDialog();
  void compareDialog();
  void setFullScreen(bool full);
  void showControls(bool shown);
  /// A page of the documentation, "viewer.md", or its contents; a message if it is not installed.
  void showHelp(const QString& page);

 protected:
  void showEvent(QShowEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QAction* addAction(const char* name, const QString& text, const QKeySequence& keys, std::function<void()> job);
  void setKeys(QAction& action, const QList<QKeySequence>& keys);
  void buildCentre();
  void buildActions();
  void buildFileActions();
  void buildSimulationActions();
  void buildViewActions();
  void showNextBackground();
  void buildMenus();
  void buildViewMenu();
  void buildWindowsMenu();
  void buildHelp();
  void showHint();
  void showEverything();
  void openExample();
  void buildToolBar();
  void buildStatusBar();
  void buildPanels();
  void buildGraphPanels();
  void buildPropertyPanels();
  void buildMessagePanel();
  void buildAnalysisPanels();
  void buildRecorderPanel();
  void fillRecentMenu();
  void connectSession();
  void sceneLoading(const QString& file);
  void sceneLoaded(bool good);
  void updateTitle();
  void updateStatus();
  QString rateText() const;
  void updateActions();
  void updateViewActions();
  void applyTimeStep();
  void showTimeStep();
  void showPointed(const QString& text, const geometry::Ray& ray);
  void applyViewerSettings();
  void forgetIfGone(const QString& file);
  QSize firstSize() const;
  void setViewSize(QSize pixels, int tries = 4);
  void restoreLayout();
  void saveLayout();
  void noteFile();
  void fileChanged();
  void sceneSaved(const QString& file);
  void about();
  bool mayLeave(std::function<void()> then);
  void tellResult(const QString& good, const QString& problem);

  simulation::FrontEndOptions m_options;
  OwnedSession m_owned;
  Session& m_session{*m_owned};
  Selection m_selection;
  SceneEdits m_edits{m_session};
  MouseOperations m_mouse{m_session, m_selection};
  MeasureTool m_measure{m_mouse};
  ColorBy m_colorBy{m_session};
  RecentFiles m_recent;
  Theme m_theme;
  Viewport* m_viewport = nullptr;
  ProblemOverlay* m_problem = nullptr;
  ControlsOverlay* m_controls = nullptr;
  HintOverlay* m_hint = nullptr;
  TutorialOverlay* m_tutorial = nullptr;
  QPointer<HelpWindow> m_help;
  DockLayout* m_docks = nullptr;
  bool m_hintClosed = false;
  std::map<std::string, QAction*> m_actions;
  PlotPanel* m_plots = nullptr;
  QMenu *m_recentMenu = nullptr, *m_windowsMenu = nullptr;
  SavedViewsMenu* m_savedViews = nullptr;

  QLineEdit* m_timeStep = nullptr;
  SpeedBox* m_speed = nullptr;
  QLabel *m_rates = nullptr, *m_time = nullptr, *m_pointed = nullptr;
  QToolButton* m_errorMark = nullptr;
  QTimer m_statusTimer, m_watchTimer;
  QFileSystemWatcher m_watcher;
  QDateTime m_fileTime;
  std::function<void()> m_afterSaving;
  QStringList m_loadErrors;
  bool m_loading = false, m_hasScene = false, m_first = true, m_newLayout = false;
  RateMeter m_rate;
  QElapsedTimer m_clock;
  std::unique_ptr<helper::MessageHandler> m_errors;
};

}  // namespace sofa::gui
