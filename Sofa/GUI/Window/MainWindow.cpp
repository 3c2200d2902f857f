// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/MainWindow.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QOpenGLContext>
#include <QStatusBar>
#include <QToolButton>

#include "Sofa/GUI/Viewport/BackgroundMenu.h"
#include "Sofa/GUI/Viewport/SavedViewsMenu.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"
#include "Sofa/GUI/Window/DataFoldersMenu.h"
#include "Sofa/GUI/Window/EmptyViewHint.h"
#include "Sofa/GUI/Window/LongStepNotice.h"
#include "Sofa/GUI/Window/RecentMenu.h"
#include "Sofa/GUI/Window/ScenePreferences.h"
#include "Sofa/GUI/Window/StatusLine.h"
#include "Sofa/GUI/Window/TimeFields.h"
#include "Sofa/GUI/Window/ViewActions.h"
#include "Sofa/GUI/Window/WindowActions.h"
#include "Sofa/GUI/Window/WindowGeometry.h"
#include "Sofa/GUI/Window/WindowHelp.h"
#include "Sofa/GUI/Window/WindowMenus.h"
#include "Sofa/GUI/Window/WindowPanels.h"

namespace sofa::gui {

MainWindow::MainWindow(simulation::FrontEndOptions options, QWidget* parent)
    : QMainWindow(parent), m_options(std::move(options)) {
  setObjectName("mainWindow");
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  auto& [owned, session, selection, edits, mouse, measure, colorBy] = m_tools;
  buildView();
  m_actions = std::make_unique<WindowActions>(*this, *m_viewport, *edits.undoStack());
  connectViewActions(*m_actions, *m_viewport, measure);
  connectSimulationActions(*m_actions, session);
  m_timeFields = std::make_unique<TimeFields>(session, *m_viewport);
  buildToolBar(*this, *m_actions, *m_timeFields);
  m_status = std::make_unique<StatusLine>(*statusBar(), session, *m_viewport, colorBy);
  m_panels = std::make_unique<WindowPanels>(*this, *m_actions, m_tools, *m_viewport);
  m_files = std::make_unique<SceneFiles>(session, edits, m_options, *this);
  m_screenshots = std::make_unique<Screenshots>(session, *m_viewport, *this);
  m_help = std::make_unique<WindowHelp>(*m_actions, session, edits, *centralWidget(), *this);
  m_hint = std::make_unique<EmptyViewHint>(session, edits, *m_viewport, *centralWidget(), *m_problem);
  m_longStep = std::make_unique<LongStepNotice>(session, *centralWidget());
  buildMenus();
  connectScene();
  connectActions();
  connectTexts();
  setWindowTitle(m_files->title());
  restore();
  m_viewport->setFocus();
}

MainWindow::~MainWindow() = default;

// --- What it is made of ----------------------------------------------------------------------------------------------

/// Where there is no OpenGL at all, Qt can't show a window that holds a view for it: the view stays out then.
void MainWindow::buildView() {
  m_viewport = std::make_unique<Viewport>(m_tools.session, m_tools.selection);
  auto view = m_viewport->viewSettings();
  view.samples = m_options.samples;
  m_viewport->setViewSettings(view);
  m_viewport->setViewFile(QString::fromStdString(m_options.viewFile));
  m_viewport->setTool(&m_tools.measure);
  const bool canDraw = QOpenGLContext().create();
  setCentralWidget(canDraw ? m_viewport.get() : new QWidget(this));
  m_problem = new ProblemOverlay(centralWidget());
  if (!canDraw)
    QTimer::singleShot(0, m_problem, [this] {
      m_problem->tell("No 3D view", {"This display gives no OpenGL context. Everything else works; pictures can be "
                                     "made with -g offscreen."});
    });
}

void MainWindow::buildMenus() {
  auto* recent = new RecentMenu(m_files->recent(), this);
  connect(recent, &RecentMenu::chosen, m_files.get(), &SceneFiles::open);
  auto* views = new SavedViewsMenu(m_tools.session, *m_viewport, this);
  connect(views, &SavedViewsMenu::told, m_status.get(), [this](const QString& text) { m_status->tell(text, 8000); });
  auto* backgrounds = new BackgroundMenu(*m_viewport, this);
  connect(&(*m_actions)["nextBackground"], &QAction::triggered, backgrounds, &BackgroundMenu::showNext);
  auto* themes = new QMenu("&Theme", this);
  m_theme.addTo(*themes);
  auto* folders = new DataFoldersMenu(m_files->dataFolders(), (*m_actions)["locateFolder"], this);
  buildMenuBar(*this, *m_actions, {*recent, *folders, *views, *backgrounds, *themes}, m_panels->menu());
  auto* lower = new QToolButton(statusBar());
  lower->setDefaultAction(&(*m_actions)["lowerPanels"]);
  lower->setToolButtonStyle(Qt::ToolButtonTextOnly);
  lower->setAutoRaise(true);
  statusBar()->addPermanentWidget(lower);
}

// --- What hears of what ----------------------------------------------------------------------------------------------

void MainWindow::connectScene() {
  const auto* session = &m_tools.session;
  connect(session, &Session::loading, &m_tools.selection, &Selection::clear);
  connect(session, &Session::loading, m_problem, &QWidget::hide);
  connect(session, &Session::loading, m_actions.get(), [this] { updateActions(); });
  connect(session, &Session::loaded, m_actions.get(), [this] { updateActions(); });
  updateActions();
  connect(session, &Session::loaded, this, [this](bool good) {
    if (good) applyPreferences();
  });
  connect(session, &Session::stopped, m_problem,
          [this](const QString& reason) { m_problem->tell("The simulation was paused", {reason}); });
  connect(m_viewport.get(), &Viewport::problemChanged, m_problem, [this](const QString& problem) {
    if (!problem.isEmpty()) m_problem->tell("No 3D view", {problem});
  });
  connect(&m_tools.mouse, &MouseOperations::extraChanged, m_viewport.get(), &Viewport::schedulePaint);
  connect(&m_tools.measure, &MeasureTool::changed, m_viewport.get(), &Viewport::schedulePaint);
  connect(m_tools.edits.undoStack(), &QUndoStack::cleanChanged, this,
          [this](bool clean) { setWindowModified(!clean); });
  connect(m_files.get(), &SceneFiles::titleChanged, this, &QWidget::setWindowTitle);
  connect(m_files.get(), &SceneFiles::opensAnother, m_viewport.get(), [this] { m_viewport->setViewFile({}); });
}

void MainWindow::connectActions() {
  const auto on = [this](const char* name, auto* receiver, auto job) {
    connect(&(*m_actions)[name], &QAction::triggered, receiver, std::move(job));
  };
  auto* files = m_files.get();
  on("open", files, &SceneFiles::openDialog);
  on("openExample", files, &SceneFiles::openExample);
  on("reload", files, &SceneFiles::reload);
  on("save", files, &SceneFiles::save);
  on("saveAs", files, &SceneFiles::saveAsDialog);
  on("saveState", files, &SceneFiles::saveStateDialog);
  on("compare", files, &SceneFiles::compareDialog);
  on("locateFolder", files, &SceneFiles::locateFolderDialog);
  on("screenshot", m_screenshots.get(), &Screenshots::dialog);
  on("fullScreen", this, [this] { setFullScreen(!isFullScreen()); });
  on("quit", this, &QWidget::close);
  connect(m_timeFields.get(), &TimeFields::entered, m_viewport.get(), [this] { m_viewport->setFocus(); });
}

/// What is told goes to the status bar, for so long; what must be seen lies over the view.
void MainWindow::connectTexts() {
  auto* status = m_status.get();
  const auto tells = [status](auto* sender, auto signal, int milliseconds) {
    connect(sender, signal, status, [=](const QString& text) { status->tell(text, milliseconds); });
  };
  tells(m_viewport.get(), &Viewport::picked, 3000);
  tells(&m_tools.mouse, &MouseOperations::statusText, 3000);
  tells(&m_tools.measure, &MeasureTool::changed, 0);
  tells(m_timeFields.get(), &TimeFields::refused, 5000);
  connect(m_screenshots.get(), &Screenshots::saved, status,
          [status](const QString& file) { status->tell(QString("Saved %1").arg(file), 8000); });
  connect(m_files.get(), &SceneFiles::told, status, &StatusLine::tell);
  connect(m_panels.get(), &WindowPanels::told, status, &StatusLine::tell);
  connect(m_files.get(), &SceneFiles::failed, status, &StatusLine::tellProblem);
  connect(m_panels.get(), &WindowPanels::failed, status, &StatusLine::tellProblem);
  connect(m_screenshots.get(), &Screenshots::failed, status, &StatusLine::tellProblem);
  connect(m_help.get(), &WindowHelp::failed, status, &StatusLine::tellProblem);
  connect(m_panels.get(), &WindowPanels::errorArrived, status, &StatusLine::markError);
  connect(status, &StatusLine::errorMarkClicked, m_panels.get(), &WindowPanels::showMessages);
  const auto tellLoadProblem = [this](const QString& title, const QStringList& lines) {
    m_problem->tell(title, lines, m_files->missesFiles() ? "Locate folder..." : "");
  };
  connect(m_files.get(), &SceneFiles::loadFailed, m_problem, tellLoadProblem);
  connect(m_panels.get(), &WindowPanels::loadErrors, m_problem, tellLoadProblem);
  connect(m_problem, &ProblemOverlay::accepted, m_files.get(), &SceneFiles::locateFolderDialog);
}

void MainWindow::updateActions() {
  const auto& session = m_tools.session;
  m_actions->setHasScene(session.hasScene());
  (*m_actions)["reload"].setEnabled(!session.file().isEmpty() && !session.isLoading());
}

void MainWindow::applyPreferences() {
  session().ask(this, preferencesOf, [this](const ScenePreferences& asked) {
    if (asked.showsTimes) m_panels->showProfiler();
    if (!asked.hasView) return;
    if (asked.orthographic != m_viewport->camera().orthographic) m_viewport->toggleProjection();
    if (asked.fullScreen)
      setFullScreen(true);
    else if (!m_options.sizeGiven && !isMaximized() && asked.viewSize.isValid())
      resizeToView(*this, *m_viewport, asked.viewSize);
  });
}

// --- The window ------------------------------------------------------------------------------------------------------

void MainWindow::restore() {
  if (!restoreLayout(*this)) m_panels->sizeWhenShown();
  // What lies around the view is known once the window is laid out.
  if (m_options.sizeGiven && !m_options.fullScreen)
    QTimer::singleShot(0, this, [this] { resizeToView(*this, *m_viewport, {m_options.width, m_options.height}); });
  if (m_options.fullScreen) setFullScreen(true);
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::WindowStateChange) (*m_actions)["fullScreen"].setChecked(isFullScreen());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_files->mayLeave([this] { close(); })) return event->ignore();
  saveLayout(*this);
  session().setPlaying(false);
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (urls.size() == 1 && urls.first().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (urls.isEmpty()) return;
  event->acceptProposedAction();
  m_files->open(urls.first().toLocalFile());
}

/// Esc gives up what takes long and leaves what fills the screen, never the program: work is lost by a key too easily.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QMainWindow::keyPressEvent(event);
  if (m_help->closeControls()) return;
  if (m_longStep->giveUp()) return;
  if (m_problem->isVisible()) return m_problem->hide();
  if (isFullScreen()) setFullScreen(false);
}

}  // namespace sofa::gui
