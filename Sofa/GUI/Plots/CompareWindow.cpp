// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/CompareWindow.h"

#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QSplitter>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"
#include "Sofa/GUI/Window/Counted.h"
#include "Sofa/GUI/Window/Icons.h"
#include "Sofa/GUI/Window/SpeedBox.h"

namespace sofa::gui {

StatePositions statePositions(const simulation::Node& root) {
  StatePositions positions;
  std::vector<core::BaseState*> states;
  root.collectDown(states);
  for (const auto* state : states) {
    if (!state->isMechanical()) continue;
    const auto flat = state->hostRead(core::vec::position);
    positions[state->path()].assign(flat.begin(), flat.end());
  }
  return positions;
}

StateDifference compareStates(const StatePositions& a, const StatePositions& b) {
  StateDifference result;
  for (const auto& [path, x] : a) {
    const auto other = b.find(path);
    if (other == b.end() || other->second.size() != x.size()) {
      ++result.unmatched;
      continue;
    }
    result.comparable = true;
    for (std::size_t i = 0; i < x.size(); ++i) {
      double d = std::abs(x[i] - other->second[i]);
      if (std::isnan(d)) d = std::numeric_limits<double>::infinity();
      if (d <= result.largest) continue;
      result.largest = d;
      result.path = path;
    }
  }
  for (const auto& entry : b) result.unmatched += a.contains(entry.first) ? 0 : 1;
  return result;
}

CompareWindow::CompareWindow(const simulation::FrontEndOptions& options, QWidget* parent)
    : QMainWindow(parent), m_options(options), m_starts(options.startAnimated) {
  setObjectName("compareWindow");
  auto* splitter = new QSplitter(this);
  const std::array scenes{options.batch.scene, options.compareWith};
  for (std::size_t i = 0; i < 2; ++i) {
    m_sides[i] = std::make_unique<Side>();
    buildSide(*m_sides[i], scenes[i]);
    splitter->addWidget(m_sides[i]->viewport->parentWidget());
    splitter->setStretchFactor(static_cast<int>(i), 1);
  }
  splitter->setChildrenCollapsible(false);
  setCentralWidget(splitter);
  m_colors = std::make_unique<DifferenceColors>(m_sides[1]->session);
  linkCameras(*m_sides[0], *m_sides[1]);
  linkCameras(*m_sides[1], *m_sides[0]);
  m_clock.start();
  m_text = new QLabel(this);
  m_text->setObjectName("differenceLabel");
  m_time = new QLabel(this);
  statusBar()->addWidget(m_text, 1);
  statusBar()->addPermanentWidget(m_time);
  buildToolBar();
  const auto name = [](const std::string& file) { return QFileInfo(QString::fromStdString(file)).fileName(); };
  setWindowTitle(QString("%1 | %2 - Sofa").arg(name(scenes[0]), name(scenes[1])));
  // A size that was asked for is that of each view.
  resize(options.sizeGiven ? QSize(2 * options.width, options.height) / devicePixelRatioF() + QSize(4, 90)
                           : QSize(1280, 720));
  if (options.fullScreen) setWindowState(Qt::WindowFullScreen);
  updateActions();
}

CompareWindow::~CompareWindow() { delete takeCentralWidget(); }

void CompareWindow::buildSide(Side& side, const std::string& scene) {
  auto* box = new QWidget;
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  side.title = new QLabel(QFileInfo(QString::fromStdString(scene)).fileName(), box);
  side.title->setContentsMargins(8, 4, 8, 4);
  side.title->setToolTip(QString::fromStdString(scene));
  side.viewport = new Viewport(side.session, side.selection, box);
  auto view = side.viewport->viewSettings();
  view.samples = m_options.samples;
  side.viewport->setViewSettings(view);
  side.viewport->setViewFile(QString::fromStdString(m_options.viewFile));
  layout->addWidget(side.title);
  layout->addWidget(side.viewport, 1);
  side.problem = new ProblemOverlay(side.viewport);
  side.errors = std::make_unique<ErrorForwarder>(side.session, this, [&side](const QString& text) {
    if (side.loadErrors.size() < 100) side.loadErrors.append(text);
  });
  connectSide(side);
  auto batch = m_options.batch;
  batch.scene = scene;
  QMetaObject::invokeMethod(
      this, [&side, batch] { side.session.open(batch); }, Qt::QueuedConnection);
}

void CompareWindow::connectSide(Side& side) {
  connect(&side.session, &Session::loading, this, [this, &side] {
    side.loadErrors.clear();
    side.problem->hide();
    side.good = false;
    m_waiting = 0;  // what was asked of the scene that goes is not answered
    setPlaying(false);
  });
  connect(&side.session, &Session::loaded, this, [this, &side](bool good) { sideLoaded(side, good); });
  connect(&side.session, &Session::stepped, this, [this] {
    if (m_waiting > 0 && --m_waiting == 0) askPositions();
  });
  connect(&side.session, &Session::wasReset, this, [this] {
    if (m_waiting > 0 && --m_waiting == 0) askPositions();
  });
  connect(&side.session, &Session::stopped, this, [this, &side](const QString& reason) {
    setPlaying(false);
    side.problem->tell("The simulation was paused", {reason});
  });
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, &side.session, [&side](const QString& file) {
    constexpr int delay = 300;  // ms: editors write a file in several steps
    if (file == side.session.file()) QTimer::singleShot(delay, &side.session, [&side] { side.session.reload(); });
  });
}

QString CompareWindow::problemOf(std::size_t side) const {
  const auto* problem = m_sides[side]->problem;
  return problem->isHidden() ? QString() : problem->text();
}

void CompareWindow::buildToolBar() {
  auto* bar = addToolBar("Tools");
  bar->setObjectName("compareToolBar");
  bar->setMovable(false);
  const auto add = [&](const char* name, const char* text, Symbol symbol, const char* keys, auto job) {
    auto* action = bar->addAction(icon(symbol), text, this, job);
    action->setObjectName(name);
    action->setShortcut(QKeySequence(keys));
    m_actions[name] = action;
    return action;
  };
  add("reset", "Reset", Symbol::reset, "Backspace", [this] { reset(); });
  add("play", "Play", Symbol::play, "Space", [this] { setPlaying(!m_playing); });
  add("step", "Step", Symbol::step, "N", [this] { step(); });
  m_speed = new SpeedBox(bar);
  bar->addWidget(m_speed);
  bar->addSeparator();
  add("viewAll", "Show whole scene", Symbol::viewAll, "Home", [this] { m_sides[0]->viewport->viewAll(); });
  auto* link = add("link", "Move the cameras together", Symbol::compare, "L", [this] {
    m_linked = m_actions["link"]->isChecked();
    if (m_linked) Q_EMIT m_sides[0]->viewport->cameraMoved();
  });
  link->setCheckable(true);
  link->setChecked(true);
  auto* color = m_actions["color"] = bar->addAction("Colours", this, [this] { colorDifference(); });
  color->setObjectName("color");
  color->setShortcut(QKeySequence("D"));
  color->setToolTip("Colour the second scene by its difference from the first (D)");
  color->setCheckable(true);
  color->setChecked(true);
}

void CompareWindow::linkCameras(Side& from, Side& to) {
  connect(from.viewport, &Viewport::cameraMoved, this, [this, &from, &to] {
    if (!m_linked || m_linking) return;
    m_linking = true;
    to.viewport->setCamera(from.viewport->camera());
    m_linking = false;
  });
}

void CompareWindow::sideLoaded(Side& side, bool good) {
  constexpr int shownErrors = 5;
  side.good = good;
  side.session.setPlaying(false);  // a scene that wants to run by itself does so with the other
  const QString file = side.session.file(), name = QFileInfo(file).fileName();
  if (!good)
    side.problem->tell(QString("%1 could not be loaded").arg(name), side.loadErrors.isEmpty()
                                                                        ? QStringList{"No reason was given."}
                                                                        : side.loadErrors.mid(0, shownErrors));
  else if (!side.loadErrors.isEmpty())
    side.problem->tell(QString("%1 while loading %2").arg(counted(side.loadErrors.size(), "error"), name),
                       side.loadErrors.mid(0, shownErrors));
  if (m_options.watchFile && QFileInfo::exists(file)) m_watcher.addPath(file);
  updateActions();
  if (!isReady()) return;
  askPositions();
  if (std::exchange(m_starts, false)) setPlaying(true);
}

void CompareWindow::setPlaying(bool playing) {
  m_playing = playing && isReady();
  updateActions();
  m_nextStep = static_cast<double>(m_clock.elapsed()) * 1e-3;
  if (m_playing && m_waiting == 0) step();
}

void CompareWindow::step() {
  if (!isReady() || m_waiting > 0) return;
  m_waiting = 2;
  for (auto& side : m_sides) side->session.step();
}

void CompareWindow::reset() {
  if (!isReady() || m_waiting > 0) return;
  m_waiting = 2;
  for (auto& side : m_sides) side->session.reset();
}

void CompareWindow::askPositions() {
  m_waiting = 2;
  for (auto& side : m_sides)
    side->session.ask(
        this, [](simulation::Node& root) { return statePositions(root); },
        [this, side = side.get()](StatePositions positions) {
          side->positions = std::move(positions);
          if (--m_waiting == 0) positionsArrived();
        });
}

void CompareWindow::positionsArrived() {
  m_difference = compareStates(m_sides[0]->positions, m_sides[1]->positions);
  showDifference();
  colorDifference();
  Q_EMIT compared();
  if (m_playing) stepInTime();
}

/// The next step when the clock has come to it; steps that take longer play slower.
void CompareWindow::stepInTime() {
  constexpr double mostLate = 0.1, longest = 3600;  // s
  const double factor = m_speed->factor(), now = static_cast<double>(m_clock.elapsed()) * 1e-3;
  const double period = factor > 0 ? std::min(m_sides[0]->session.lastStep().dt / factor, longest) : 0;
  m_nextStep = std::max(m_nextStep + period, now - mostLate);
  const double wait = factor > 0 ? std::max(0.0, m_nextStep - now) : 0;
  QTimer::singleShot(static_cast<int>(wait * 1e3), this, [this] {
    if (m_playing && m_waiting == 0) step();
  });
}

void CompareWindow::colorDifference() {
  const bool wanted = m_actions.at("color")->isChecked() && m_difference.comparable && m_difference.largest > 0;
  if (wanted)
    m_colors->show(m_sides[1]->positions, m_sides[0]->positions);
  else if (m_colored)
    m_colors->hide();
  m_colored = wanted;
}

void CompareWindow::showDifference() {
  const auto& d = m_difference;
  QString text;
  if (!d.comparable)
    text = "The scenes have no state in common: states are compared by their path and size.";
  else if (d.largest == 0)
    text = "All positions are equal";
  else
    text = QString("Largest difference of positions: %1 in %2").arg(d.largest, 0, 'g', 4).arg(d.path.c_str());
  if (d.comparable && d.unmatched > 0)
    text += "; " + counted(static_cast<qsizetype>(d.unmatched), "state") + " without a counterpart";
  m_text->setText(text);
  const StepInfo info = m_sides[0]->session.lastStep(), other = m_sides[1]->session.lastStep();
  m_time->setText(
      QString("Step %1   Time %2 s | %3 s").arg(info.step).arg(info.time, 0, 'g', 6).arg(other.time, 0, 'g', 6));
}

void CompareWindow::updateActions() {
  for (const char* name : {"play", "step", "reset"}) m_actions.at(name)->setEnabled(isReady());
  m_actions.at("play")->setIcon(icon(m_playing ? Symbol::pause : Symbol::play));
  m_actions.at("play")->setText(m_playing ? "Pause" : "Play");
}

void CompareWindow::closeEvent(QCloseEvent* event) {
  m_playing = false;
  QMainWindow::closeEvent(event);
}

}  // namespace sofa::gui
