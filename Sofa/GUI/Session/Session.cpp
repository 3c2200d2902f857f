// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Session/Session.h"

#include <QCoreApplication>

#include "Sofa/Core/ObjectModel/AtWork.h"
#include "Sofa/Helper/Console.h"
#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Profiler.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Simulation/Run/EndOfRun.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::gui {

using Clock = std::chrono::steady_clock;

namespace {

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

bool Session::maySpeak() const { return !helper::worksFor() || helper::worksFor() == &m_work; }

Session::Session(QObject* parent) : QObject(parent) {
  qRegisterMetaType<StepInfo>();
  // Before anybody else hears of it.
  connect(this, &Session::loaded, this, [this](bool good) {
    m_loading = false;
    m_hasScene = good;
  });
  m_thread = std::thread([this] { run(); });
}

Session::~Session() {
  end();
  m_thread.join();
}

void Session::end() {
  {
    const std::lock_guard lock(m_mutex);
    m_quit = true;
    m_work.requestInterrupt();
  }
  m_wake.notify_all();
}

bool Session::waitForEnd(std::chrono::milliseconds most) const {
  std::unique_lock lock(m_mutex);
  return m_end.wait_for(lock, most, [this] { return m_ended; });
}

QObject* Session::qApplication() { return QCoreApplication::instance(); }

// --- What the interface asks for -------------------------------------------------------------------------------------

void Session::open(simulation::BatchOptions options) {
  m_options = options;
  m_loading = true;
  m_hasScene = false;
  Q_EMIT loading(file());
  {
    const std::lock_guard lock(m_mutex);
    m_toOpen = std::move(options);
    m_work.requestInterrupt();
    m_tasks.clear();
    m_stepsWanted = 0;
    m_resetWanted = false;
  }
  m_wake.notify_all();
}

void Session::reload() {
  auto options = m_options;
  options.root.reset();
  open(std::move(options));
}

void Session::setFile(const QString& file) {
  if (file == this->file()) return;
  m_options.scene = file.toStdString();
  Q_EMIT fileChanged();
}

void Session::setPlaying(bool playing) {
  if (m_playing.exchange(playing) == playing) return;
  m_clockAnew = true;
  if (!playing) post([](simulation::Node&) {});  // shows the last step, which may not have been captured
  m_wake.notify_all();
  Q_EMIT playingChanged(playing);
}

void Session::step() {
  {
    const std::lock_guard lock(m_mutex);
    ++m_stepsWanted;
  }
  m_wake.notify_all();
}

void Session::reset() {
  {
    const std::lock_guard lock(m_mutex);
    m_resetWanted = true;
  }
  m_wake.notify_all();
}

void Session::setSpeed(double speed) {
  m_speed = speed;
  m_clockAnew = true;
  m_wake.notify_all();
}

void Session::post(Job job) { enqueue({std::move(job), true}); }

void Session::setCamera(const geometry::Camera& camera) {
  enqueue({[this, camera](simulation::Node& root) { m_capture.setCamera(root, camera); }, false});
}

void Session::enqueue(Task task) {
  {
    const std::lock_guard lock(m_mutex);
    m_tasks.push_back(std::move(task));
  }
  m_wake.notify_all();
}

void Session::addObserver(StepObserver* observer) {
  const std::lock_guard lock(m_observerMutex);
  m_observers.push_back(observer);
}

void Session::removeObserver(StepObserver* observer) {
  const std::lock_guard lock(m_observerMutex);
  std::erase(m_observers, observer);
}

std::shared_ptr<const gl::Frame> Session::frame() const {
  const std::lock_guard lock(m_mutex);
  m_frameSeen = true;
  return m_frame;
}

StepInfo Session::lastStep() const {
  const std::lock_guard lock(m_mutex);
  return m_lastStep;
}

// --- The simulation's thread -----------------------------------------------------------------------------------------

/// True if there is something to do now; else the time of the next step is not yet come, or nothing is wanted.
bool Session::waitForWork(std::unique_lock<std::mutex>& lock) {
  const auto wanted = [this] { return m_quit || m_toOpen || !m_tasks.empty() || m_resetWanted || m_stepsWanted > 0; };
  if (wanted()) return true;
  if (m_playing && m_root) {
    if (isStepDue()) return true;
    m_wake.wait_until(lock, m_nextStep);
    return false;
  }
  m_wake.wait(lock, [&] { return wanted() || (m_playing && m_root); });
  return false;
}

/// Whether the clock has come to the next step of a scene that plays.
bool Session::isStepDue() const { return m_speed <= 0 || m_clockAnew || Clock::now() >= m_nextStep; }

void Session::run() {
  const helper::WorksFor own(m_work);
  m_running.watch().begin();
  for (;;) {
    std::optional<simulation::BatchOptions> toOpen;
    bool resetWanted = false, stepWanted = false;
    {
      std::unique_lock lock(m_mutex);
      m_busy = false;
      if (!waitForWork(lock)) continue;
      if (m_quit) break;
      m_busy = true;
      toOpen = std::exchange(m_toOpen, std::nullopt);
      if (toOpen) m_work.withdrawInterrupt();
      resetWanted = std::exchange(m_resetWanted, false);
      if (m_stepsWanted > 0) {
        --m_stepsWanted;
        stepWanted = true;
      }
    }
    if (toOpen) load(std::move(*toOpen));
    if (!m_root) {
      const std::lock_guard lock(m_mutex);
      m_tasks.clear();
      m_stepsWanted = 0;
      continue;
    }
    runTasks();
    if (resetWanted) doReset();
    const bool due = m_playing && isStepDue();
    if ((stepWanted || due) && !m_quit) doStep();
  }
  close();
  m_running.watch().end();
  {
    const std::lock_guard lock(m_mutex);
    m_ended = true;
  }
  m_end.notify_all();
}

void Session::close() {
  if (!m_root) return;
  forObservers([](StepObserver& o) { o.ended(); });
  if (!m_ofProgram) simulation::unload(*m_root);
  m_root.reset();
  m_running.watch().forget();
  m_lastDuration = HUGE_VAL;
  m_capture.clear();
  m_lastWhole = {};
}

void Session::load(simulation::BatchOptions options) {
  pause({});
  Q_EMIT loadingBegan();
  close();
  if (options.timeInit) helper::Profiler::instance().start(false);
  try {
    m_ofProgram = options.root != nullptr;
    m_root = simulation::openScene(options);
    if (m_root && !m_ofProgram) simulation::reset(*m_root);
  } catch (const helper::Interrupted&) {
    m_root.reset();
  } catch (const std::exception& problem) {
    helper::send(helper::Severity::Error, "Session",
                 fmt::format("{} cannot be loaded: {}", options.scene, problem.what()));
    m_root.reset();
  }
  if (options.timeInit) {
    helper::Profiler::instance().stop();
    helper::print("{}", helper::Profiler::instance().table());
  }
  m_step = 0;
  m_problem.clear();
  if (m_root && !options.resume.empty()) m_step = resume(options.resume);
  if (m_root) m_divergence.start(*m_root);
  m_graphVersion = m_root ? m_root->graphVersion() : 0;
  {
    const std::lock_guard lock(m_mutex);
    m_lastStep = {};
    if (m_step > 0 || (m_root && m_ofProgram)) m_lastStep = {m_step, m_root->time(), m_root->dt(), 0};
    m_frame.reset();
  }
  if (m_root) forObservers([&](StepObserver& o) { o.started(*m_root); });
  Q_EMIT loaded(m_root != nullptr);
  if (!m_root) return;
  capture(true);
  if (m_root->d_animate.value()) setPlaying(true);
}

void Session::runTasks() {
  std::deque<Task> tasks;
  {
    const std::lock_guard lock(m_mutex);
    tasks.swap(m_tasks);
  }
  bool changed = false;
  for (auto& task : tasks) {
    if (m_quit) return;
    try {
      task.job(*m_root);
    } catch (const helper::Interrupted&) {
      core::takeFailed();
      return;
    } catch (const std::exception& problem) {
      core::reportFailure(*m_root, "The change could not be made", problem);
    }
    changed = changed || task.changes;
  }
  if (!changed) return;
  m_lastWhole = {};
  notifyGraph();
  capture(true);
}

void Session::notifyGraph() {
  if (m_root->graphVersion() == m_graphVersion) return;
  m_graphVersion = m_root->graphVersion();
  m_running.watch().forget();
  Q_EMIT graphChanged();
}

/// What a component throws ends in a message and a pause, never with the program.
template <class F>
void Session::guarded(const char* what, F f) {
  try {
    f();
  } catch (const helper::Interrupted&) {  // the scene is closed
    core::takeFailed();
  } catch (const std::exception& problem) {
    const auto failed = core::takeFailed();
    complain(failed ? *failed : *m_root, fmt::format("{} failed: {}", what, core::failureReason(problem)), {});
  }
}

/// False if it was given up, because the scene is closed or nobody waits for it: it is then as after the step before.
bool Session::animate() {
  try {
    simulation::animate(*m_root);
  } catch (const simulation::EndOfRun& end) {
    core::takeFailed();
    m_lastWhole.restore(*m_root);
    pause(QString::fromStdString(fmt::format("Step {}: {}.", m_step--, end.what())));
    return false;
  } catch (const helper::Interrupted&) {
    const auto left = std::dynamic_pointer_cast<const core::Component>(core::takeFailed());
    m_interrupted = true;
    m_interruptedIn = left ? describeWork(*left) : std::string();
    m_lastWhole.restore(*m_root);
    return false;
  }
  return true;
}

/// After a step that may have been given up. False if it was left.
bool Session::endStep(double seconds, bool done) {
  if (!m_running.end()) return done;
  {
    const std::lock_guard lock(m_mutex);
    if (m_quit || m_toOpen) return done;
    m_work.withdrawInterrupt();
    m_stepsWanted = 0;
  }
  if (!m_interrupted && !done) return false;
  if (!m_interrupted) {
    pause(QString::fromStdString(
        fmt::format("Step {} took {:.1f} s: it could not be left before its end. It is complete.", m_step, seconds)));
    return done;
  }
  const std::string in = m_interruptedIn.empty() ? std::string() : " (" + m_interruptedIn + ")";
  pause(QString::fromStdString(fmt::format(
      "Step {} was given up after {:.1f} s{}. Positions and velocities are those after step {}; what solvers and "
      "controllers remember is not: reset before you rely on what follows.",
      m_step, seconds, in, m_step - 1)));
  --m_step;
  notifyGraph();
  capture(true);
  return false;
}

void Session::doStep() {
  const auto start = Clock::now();
  ++m_step;
  bool done = true, succeeded = false;
  constexpr double longEnough = 0.3;  // s: what copying positions and velocities does not add to
  const bool goesBack = m_lastDuration > longEnough;
  m_interrupted = false;
  m_running.begin(goesBack);
  guarded("The step", [&] {
    m_lastWhole.keep(*m_root, goesBack);
    done = animate();
    succeeded = true;
  });
  m_lastDuration = secondsSince(start);
  const bool goesOn = endStep(m_lastDuration, done && succeeded);
  if (succeeded && !goesOn) return;  // why a step failed was told
  const StepInfo info{m_step, m_root->time(), m_root->dt(), secondsSince(start)};
  if (const auto* found = m_divergence.check(*m_root))
    complain(*found->state, "The simulation diverged: " + found->what, found->remedy + " Reset starts anew.");
  {
    const std::lock_guard lock(m_mutex);
    m_lastStep = info;
  }
  forObservers([&](StepObserver& o) { o.afterStep(*m_root, info); });
  const double speed = m_speed;
  if (speed > 0) {
    // A little lateness is made up for, so that the pace is the clock's; more is not, so that a scene which takes
    // longer plays slower instead of running after the clock.
    constexpr auto mostLate = std::chrono::milliseconds(100);
    constexpr double longest = 3600;  // s: what is waited for at most
    const std::chrono::duration<double> period(std::min(info.dt / speed, longest));
    if (m_clockAnew.exchange(false)) m_nextStep = start;
    m_nextStep = std::max(m_nextStep + std::chrono::duration_cast<Clock::duration>(period), start - mostLate);
  }
  notifyGraph();
  Q_EMIT stepped(info);
  capture(!m_playing);
}

void Session::arriveAt(simulation::Node& root, long step) {
  m_step = step;
  const StepInfo info{step, root.time(), root.dt(), 0};
  {
    const std::lock_guard lock(m_mutex);
    m_lastStep = info;
  }
  Q_EMIT stepped(info);
}

void Session::doReset() {
  guarded("The reset", [this] { simulation::reset(*m_root); });
  m_divergence.start(*m_root);
  m_step = 0;
  m_lastDuration = HUGE_VAL;
  m_problem.clear();
  {
    const std::lock_guard lock(m_mutex);
    m_lastStep = {};
    m_lastStep.time = m_root->time();
  }
  forObservers([&](StepObserver& o) { o.started(*m_root); });
  simulation::updateBoundingBoxes(*m_root);
  Q_EMIT wasReset();
  capture(true);
}

/// A frame for the screen: not before the last one was looked at, unless that is wanted.
void Session::capture(bool always) {
  if (m_quit || (!always && m_captureEvery <= 0 && !m_frameSeen)) return;
  guarded("Updating what is shown", [this] { simulation::updateVisual(*m_root); });
  auto frame = m_capture.take(*m_root, m_step);
  // The capture hands out what it never changes again; until it is published nobody else can tell.
  forObservers([&](StepObserver& o) { o.captured(*m_root, const_cast<gl::Frame&>(*frame)); });
  {
    const std::lock_guard lock(m_mutex);
    m_frame = std::move(frame);
    m_frameSeen = false;
  }
  Q_EMIT frameReady();
}

/// What a simulation is paused for. One that goes on is told of once, not at every step.
void Session::complain(const core::Base& object, const std::string& reason, const std::string& remedy) {
  const std::string advice = remedy.empty() ? std::string() : " " + remedy;
  constexpr std::size_t enough = 1 << 16;
  const bool known = m_problem.size() > enough || m_problem.find(reason) != std::string::npos;
  if (m_pausesAtProblems || !known) object.error("Step {}: {}{}", m_step, reason, advice);
  if (!known) m_problem += reason + "\n";
  if (m_pausesAtProblems)
    pause(QString::fromStdString(
        fmt::format("At step {} (time {:.6g} s): {}{}", m_step, m_root->time(), reason, advice)));
}

/// The step that a checkpoint leads to; 0, after an error message, if it cannot be read.
long Session::resume(const std::string& file) {
  const long step = simulation::loadCheckpoint(file, *m_root);
  if (step < 0) simulation::reset(*m_root);  // half of it may have been read
  return std::max(0L, step);
}

void Session::pause(const QString& reason) {
  if (m_playing.exchange(false)) Q_EMIT playingChanged(false);
  if (!reason.isEmpty()) Q_EMIT stopped(reason);
}

}  // namespace sofa::gui
