#include "Sofa/GUI/Window/MainWindow.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QOpenGLContext>
#include <QStatusBar>
#include <QToolButton>

#include "Sofa/Component/Setting/StatsSetting.h"
#include "Sofa/Component/Setting/ViewerSetting.h"
#include "Sofa/GUI/Messages/ErrorForwarder.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"
#include "Sofa/GUI/Window/Counted.h"
#include "Sofa/GUI/Window/DockLayout.h"
#include "Sofa/GUI/Window/Settings.h"
#include "Sofa/GUI/Window/SpeedBox.h"

namespace sofa::gui {

using component::setting::StatsSetting;
using component::setting::ViewerSetting;

namespace {

constexpr int statusPeriod = 500;  // ms
constexpr int resizePause = 30;    // ms
constexpr int watchDelay = 300;    // ms: editors write a file in several steps
constexpr std::size_t shownErrors = 8;

struct SceneSettings {
  bool found = false, fullScreen = false, orthographic = false, logTime = false;
  QSize size;
};

/// What of StatsSetting a window does not do is told, with what does it.
bool logsTime(simulation::Node& root) {
  const auto* stats = root.down<StatsSetting>();
  if (!stats) return false;
  const auto tell = [&](const core::Data<bool>& data, const char* remedy) {
    if (data.value()) stats->warning("{} has no effect: {}.", data.name(), remedy);
  };
  tell(stats->d_dumpState, "the Time line panel keeps every step, --state-at with --state-out writes states");
  tell(stats->d_exportState, "the Plots panel saves any quantity over time as CSV, --state-out writes states");
  return stats->d_logTime.value();
}

SceneSettings settingsOf(simulation::Node& root) {
  SceneSettings result;
  result.logTime = logsTime(root);
  const auto* setting = root.down<ViewerSetting>();
  if (!setting) return result;
  const auto& size = setting->d_resolution.value();
  result.found = true;
  result.fullScreen = setting->d_fullscreen.value();
  result.orthographic = setting->d_cameraMode.value().index() == 1;
  result.size = {size[0], size[1]};
  return result;
}

}  // namespace

MainWindow::MainWindow(simulation::FrontEndOptions options, QWidget* parent)
    : QMainWindow(parent), m_options(std::move(options)) {
  setObjectName("mainWindow");
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  buildCentre();
  auto view = m_viewport->viewSettings();
  view.samples = m_options.samples;
  m_viewport->setViewSettings(view);
  m_viewport->setViewFile(QString::fromStdString(m_options.viewFile));
  m_problem = new ProblemOverlay(centralWidget());
  m_controls = new ControlsOverlay(centralWidget());
  m_docks = new DockLayout(*this);
  buildHelp();
  buildActions();
  buildMenus();
  buildToolBar();
  buildStatusBar();
  buildPanels();
  connectSession();
  m_errors = std::make_unique<ErrorForwarder>(m_session, this, [this](const QString& text) {
    if (m_loading) m_loadErrors.append(text);
  });
  m_docks->remember();
  restoreLayout();
  updateTitle();
  updateActions();
  m_viewport->setFocus();
}

/// Where there is no OpenGL at all, Qt can't show a window that holds a view for it: the view stays out then.
void MainWindow::buildCentre() {
  QOpenGLContext context;
  m_viewport = new Viewport(m_session, m_selection);
  if (context.create()) return setCentralWidget(m_viewport);
  setCentralWidget(new QWidget(this));
  QTimer::singleShot(0, this, [this] {
    m_problem->tell("No 3D view", {"This display gives no OpenGL context. Everything else works; pictures can be made "
                                   "with -g offscreen."});
  });
}

MainWindow::~MainWindow() {
  m_errors.reset();
  // Panels and the view let go of the session before it ends.
  delete m_docks;
  qDeleteAll(findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly));
  delete m_viewport;
}

void MainWindow::connectSession() {
  connect(&m_session, &Session::loading, this, &MainWindow::sceneLoading);
  connect(&m_session, &Session::loadingBegan, this, [this] {
    if (m_loading) statusBar()->showMessage(QString("Loading %1 ...").arg(m_session.file()));
  });
  connect(&m_session, &Session::loaded, this, &MainWindow::sceneLoaded);
  connect(&m_session, &Session::playingChanged, this, &MainWindow::updateActions);
  connect(m_viewport, &Viewport::painted, this, &MainWindow::showTimeStep);
  connect(&m_session, &Session::wasReset, this, [this] { m_rate.clear(); });
  connect(&m_session, &Session::stopped, this,
          [this](const QString& reason) { m_problem->tell("The simulation was paused", {reason}); });
  connect(m_viewport, &Viewport::picked, this, [this](const QString& text) { statusBar()->showMessage(text, 3000); });
  connect(m_viewport, &Viewport::pointed, this, &MainWindow::showPointed);
  connect(m_viewport, &Viewport::settingsChanged, this, &MainWindow::updateViewActions);
  connect(m_viewport, &Viewport::problemChanged, this, [this](const QString& problem) {
    if (!problem.isEmpty()) m_problem->tell("No 3D view", {problem});
  });
  m_viewport->setTool(&m_measure);
  connect(&m_measure, &MeasureTool::changed, this, [this](const QString& text) {
    text.isEmpty() ? statusBar()->clearMessage() : statusBar()->showMessage(text);
    m_viewport->schedulePaint();
  });
  connect(&m_mouse, &MouseOperations::extraChanged, m_viewport, &Viewport::schedulePaint);
  connect(&m_mouse, &MouseOperations::statusText, this,
          [this](const QString& text) { statusBar()->showMessage(text, 3000); });
  connect(m_edits.undoStack(), &QUndoStack::cleanChanged, this, [this](bool clean) { setWindowModified(!clean); });
  connect(&m_edits, &SceneEdits::failed, this, [this](const QString& problem) {
    m_afterSaving = nullptr;
    tellResult({}, problem);
  });
  connect(&m_edits, &SceneEdits::saved, this, &MainWindow::sceneSaved);
  connect(&m_edits, &SceneEdits::stateSaved, this,
          [this](const QString& file) { tellResult(QString("Saved %1").arg(file), {}); });
  connect(m_controls, &ControlsOverlay::closed, this, [this] { showControls(false); });
  connect(&m_recent, &RecentFiles::changed, this, &MainWindow::fillRecentMenu);
  m_clock.start();
  m_statusTimer.start(statusPeriod);
  connect(&m_statusTimer, &QTimer::timeout, this, &MainWindow::updateStatus);
  m_watchTimer.setSingleShot(true);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] { m_watchTimer.start(watchDelay); });
  connect(&m_watchTimer, &QTimer::timeout, this, &MainWindow::fileChanged);
}

// --- Scenes ----------------------------------------------------------------------------------------------------------

void MainWindow::sceneLoading(const QString& file) {
  m_loading = true;
  m_hasScene = false;
  m_loadErrors.clear();
  m_selection.clear();
  m_problem->hide();
  m_hint->hide();
  m_hintClosed = false;
  const char* text = m_session.isBusy() ? "Finishing the step, then loading %1 ..." : "Loading %1 ...";
  statusBar()->showMessage(QString(text).arg(file));
  updateTitle();
  updateActions();
}

void MainWindow::sceneLoaded(bool good) {
  m_loading = false;
  m_hasScene = good;
  statusBar()->clearMessage();
  const QString file = m_session.file();
  if (!good) {
    if (m_loadErrors.isEmpty()) m_loadErrors.append("No reason was given.");
    m_problem->tell(QString("%1 could not be loaded").arg(QFileInfo(file).fileName()),
                    m_loadErrors.mid(0, shownErrors));
    forgetIfGone(file);
  } else {
    if (!m_options.temporary) m_recent.add(file);
    if (!m_loadErrors.isEmpty())
      statusBar()->showMessage(problemCounts(m_loadErrors.size(), 0) + " while loading: see the messages", 8000);
    if (m_options.startAnimated) m_session.setPlaying(true);
    applyViewerSettings();
  }
  noteFile();
  updateTitle();
  updateActions();
  showTimeStep();
}

/// What the scene says of its viewer holds over what the user chose before (docs/manual/visual.md, "Settings").
void MainWindow::applyViewerSettings() {
  m_session.ask(this, settingsOf, [this](const SceneSettings& s) {
    if (s.logTime)
      if (auto* dock = findChild<QDockWidget*>("profilerPanelDock")) dock->show(), dock->raise();
    if (!s.found) return;
    if (s.orthographic != m_viewport->camera().orthographic) m_viewport->toggleProjection();
    if (s.fullScreen) setFullScreen(true);
    if (!s.fullScreen && !m_options.sizeGiven && !isMaximized() && s.size.isValid()) setViewSize(s.size);
  });
}

// --- Status ----------------------------------------------------------------------------------------------------------

void MainWindow::buildStatusBar() {
  m_pointed = new QLabel(this);
  m_pointed->setObjectName("pointedLabel");
  m_time = new QLabel(this);
  m_time->setObjectName("timeLabel");
  m_rates = new QLabel(this);
  m_rates->setObjectName("ratesLabel");
  m_errorMark = new QToolButton(this);
  m_errorMark->hide();
  statusBar()->addPermanentWidget(m_errorMark);
  for (auto* label : {m_pointed, m_time, m_rates}) {
    label->setContentsMargins(8, 0, 8, 0);
    statusBar()->addPermanentWidget(label);
  }
}

void MainWindow::updateStatus() {
  const StepInfo info = m_session.lastStep();
  m_time->setText(m_hasScene ? QString("Time %1 s   Step %2").arg(info.time, 0, 'g', 6).arg(info.step) : QString());
  QString rates = QString("%1 frames/s").arg(m_viewport->framesPerSecond(), 0, 'f', 0);
  if (m_session.isPlaying()) {
    m_rate.add(static_cast<double>(m_clock.nsecsElapsed()) * 1e-9, info.step, info.time);
    rates += rateText();
  } else {
    m_rate.clear();
  }
  m_rates->setText(m_hasScene ? rates : QString());
}

/// Steps per second and the real-time factor, with a sign where the scene takes longer than was asked for.
QString MainWindow::rateText() const {
  const double steps = m_rate.stepsPerSecond(), factor = m_rate.realTimeFactor(), asked = m_speed->factor();
  constexpr double tolerance = 0.9;
  const bool isSlow = steps > 0 && asked > 0 && factor < tolerance * asked;
  return QString("   %1 steps/s   %2 × real time%3")
      .arg(steps, 0, 'f', steps < 10 ? 1 : 0)
      .arg(QString::number(factor, 'g', factor < 100 ? 2 : 3), isSlow ? "  (cannot keep up)" : "");
}

/// The place under the mouse, with the value of the field that colours it.
void MainWindow::showPointed(const QString& text, const geometry::Ray& ray) {
  const auto value = m_colorBy.field() ? m_colorBy.valueAt(ray) : std::nullopt;
  m_pointed->setText(value ? QString("%1   %2").arg(text, m_colorBy.describe(*value)) : text);
}

// --- The window ------------------------------------------------------------------------------------------------------

/// Most of the screen, so that the view keeps a good part of it beside the panels.
QSize MainWindow::firstSize() const {
  const QSize available = screen()->availableSize();
  return QSize(1500, 950).boundedTo(available * 0.95);
}

void MainWindow::restoreLayout() {
  auto& store = settings();
  const bool known = restoreGeometry(store.value("window/geometry").toByteArray());
  m_newLayout = !restoreState(store.value("window/state").toByteArray());
  if (!known) resize(firstSize());
  // What lies around the view is known once the window is laid out.
  if (m_options.sizeGiven && !m_options.fullScreen)
    QTimer::singleShot(0, this, [this] { setViewSize({m_options.width, m_options.height}); });
  if (m_options.fullScreen) setFullScreen(true);
}

/// The panels get their sizes bit by bit, so that it takes more than one try.
void MainWindow::setViewSize(QSize pixels, int tries) {
  if (isMaximized() || isFullScreen()) showNormal();
  const QSize missing = pixels / devicePixelRatioF() - m_viewport->size();
  if (!missing.isNull()) resize(size() + missing);
  if (tries > 1) QTimer::singleShot(resizePause, this, [=, this] { setViewSize(pixels, tries - 1); });
}

void MainWindow::saveLayout() {
  settings().setValue("window/geometry", saveGeometry());
  settings().setValue("window/state", saveState());
}

/// Sizes of panels only hold once the window has its own; later, all would be laid out and drawn twice.
void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (std::exchange(m_newLayout, false)) m_docks->sizePanels();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayLeave([this] { close(); })) return event->ignore();
  saveLayout();
  m_session.setPlaying(false);
  event->accept();
}

void MainWindow::setFullScreen(bool full) {
  full ? showFullScreen() : showNormal();
  updateViewActions();
}

void MainWindow::showControls(bool shown) {
  m_controls->setVisible(shown);
  if (shown) m_controls->raise();
  m_actions.at("controls")->setChecked(shown);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (urls.size() == 1 && urls.first().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (urls.isEmpty()) return;
  event->acceptProposedAction();
  open(urls.first().toLocalFile());
}

/// Esc leaves what fills the screen, never the program: work is lost by a key too easily.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QMainWindow::keyPressEvent(event);
  if (m_controls->isVisible()) return showControls(false);
  if (m_problem->isVisible()) return m_problem->hide();
  if (isFullScreen()) setFullScreen(false);
}

}  // namespace sofa::gui
