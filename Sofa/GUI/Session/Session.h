// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>
#include <QString>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "Sofa/GL/Capture/FrameCapture.h"
#include "Sofa/GUI/Session/RunningStep.h"
#include "Sofa/Helper/Work.h"
#include "Sofa/Simulation/Mechanics/DivergenceWatch.h"
#include "Sofa/Simulation/Mechanics/LastStep.h"
#include "Sofa/Simulation/Run/FrontEnd.h"

namespace sofa::gui {

/// What is known after a step, as plain values.
struct StepInfo {
  long step = 0;
  double time = 0, dt = 0;  ///< simulated (s)
  double duration = 0;      ///< the computer's time for the step (s)
};

/// Reads the scene after every step, in the simulation's thread.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  virtual void afterStep(simulation::Node& root, const StepInfo& info) = 0;
  /// After loading and after a reset: the history begins anew.
  virtual void started(simulation::Node&) {}
  /// A frame of the scene was taken and is not yet shown to anybody: what is to be seen beside the scene may be added.
  virtual void captured(simulation::Node&, gl::Frame&) {}
  /// The scene is about to be given up: let go of what was remembered of it.
  virtual void ended() {}
};

/// A scene and the thread that simulates it.
///
/// Scene objects are touched in that thread only: post() and ask() bring code there, between two steps. What the
/// interface shows are values that came back: frames, answers, signals. So the interface never waits for a step, and
/// never sees half of one.
class Session : public QObject {
  Q_OBJECT

 public:
  explicit Session(QObject* parent = nullptr);
  ~Session() override;

  /// Loads a scene in place of the current one; loaded() tells the result.
  void open(simulation::BatchOptions options);
  /// Loads the file anew; a scene that a program made is replaced by what its file holds.
  void reload();
  const simulation::BatchOptions& options() const { return m_options; }
  QString file() const { return QString::fromStdString(m_options.scene); }
  /// The scene was written to that file, which reload() loads from now on.
  void setFile(const QString& file);
  /// From open() until loaded().
  bool isLoading() const { return m_loading; }
  /// After loaded(true), until another is opened.
  bool hasScene() const { return m_hasScene; }

  /// Gives the scene up: the thread ends after the step, or the loading, that runs.
  void end();
  /// Whether the thread has ended, after at most that time.
  bool waitForEnd(std::chrono::milliseconds most) const;
  /// Whether the thread is at work: a step, a job, loading.
  bool isBusy() const { return m_busy; }

  void setPlaying(bool playing);
  bool isPlaying() const { return m_playing; }
  void step();
  void reset();
  /// The current step. It may not be running.
  const RunningStep& runningStep() const { return m_running; }
  /// Ends the current step and the playing. The step stops at the next possible point if the state before it is kept,
  /// as it is at the first step and after long ones. Otherwise it ends as usual. stopped() tells which.
  void giveUpStep() { m_running.giveUp(m_work); }
  /// Simulated seconds per second while playing: 1 for real time, less where steps take longer; 0: as fast as it goes.
  void setSpeed(double speed);
  double speed() const { return m_speed; }
  /// Whether every step is captured, for a time line or a film, rather than what the screen can show. Who asks for it
  /// takes it back: every step is captured until all have.
  void setCaptureEveryStep(bool every) { m_captureEvery += every ? 1 : -1; }

  /// Runs `job` in the simulation's thread, then shows what became of the scene. Jobs run in order; those of a scene
  /// that was closed meanwhile are dropped.
  using Job = std::function<void(simulation::Node&)>;
  void post(Job job);
  /// Moves the scene's camera to where a viewer looks from.
  void setCamera(const geometry::Camera& camera);
  /// Runs `question` in the simulation's thread and hands what it returns to `answer` in the receiver's, unless the
  /// receiver is gone by then.
  template <class Question, class Answer>
  void ask(QObject* receiver, Question question, Answer answer) {
    enqueue({[receiver = QPointer<QObject>(receiver), question = std::move(question),
              answer = std::move(answer)](simulation::Node& root) mutable {
               auto result = question(root);
               // A receiver lives in the interface's thread and can't die while an event for it is delivered.
               QMetaObject::invokeMethod(
                   qApplication(),
                   [receiver, answer = std::move(answer), result = std::move(result)]() mutable {
                     if (receiver) answer(std::move(result));
                   },
                   Qt::QueuedConnection);
             },
             false});
  }
  /// In a job: the scene was brought to where it is after `step` by other means than stepping, such as a checkpoint.
  void arriveAt(simulation::Node& root, long step);
  /// Whether the simulation pauses when a state is not finite any more or a component throws. It does at first;
  /// else it goes on after an error message.
  void setPausesAtProblems(bool pauses) { m_pausesAtProblems = pauses; }
  bool pausesAtProblems() const { return m_pausesAtProblems; }
  /// Whether what is said now, in the thread that calls, can be of this scene: the threads that work for other
  /// sessions speak of theirs.
  bool maySpeak() const;
  /// Observers must be removed before they die.
  void addObserver(StepObserver* observer);
  void removeObserver(StepObserver* observer);

  /// The latest complete frame; null before the first.
  std::shared_ptr<const gl::Frame> frame() const;
  StepInfo lastStep() const;

 Q_SIGNALS:
  void loading(const QString& file);
  /// The scene is that of another file now, without having been loaded anew.
  void fileChanged();
  /// What ran when open() was called is finished, the scene is being read now.
  void loadingBegan();
  /// After open(): whether there is a scene now. It may have errors, which are in the messages.
  void loaded(bool good);
  void frameReady();
  void stepped(const sofa::gui::StepInfo& info);
  void wasReset();
  void playingChanged(bool playing);
  /// Nodes or components came, went or moved.
  void graphChanged();
  /// The simulation was paused because a state is not finite any more, or a component gave up.
  void stopped(const QString& reason);

 private:
  struct Task {
    Job job;
    bool changes = true;  // the scene, so that it is to be shown anew
  };
  static QObject* qApplication();
  void enqueue(Task task);
  void run();
  bool waitForWork(std::unique_lock<std::mutex>& lock);
  void load(simulation::BatchOptions options);
  void close();
  bool isStepDue() const;
  void runTasks();
  bool animate();
  void doStep();
  bool endStep(double seconds, bool done);
  void doReset();
  void capture(bool always);
  void pause(const QString& reason);
  template <class F>
  void guarded(const char* what, F f);
  void complain(const core::Base& object, const std::string& reason, const std::string& remedy);
  long resume(const std::string& file);
  void notifyGraph();
  template <class F>
  void forObservers(F f) {
    const std::lock_guard lock(m_observerMutex);
    for (auto* observer : m_observers) f(*observer);
  }

  // Of the interface's thread.
  simulation::BatchOptions m_options;
  bool m_loading = false, m_hasScene = false;

  mutable std::mutex m_mutex;  // for what follows, up to the thread
  std::condition_variable m_wake;
  std::deque<Task> m_tasks;
  std::optional<simulation::BatchOptions> m_toOpen;
  std::shared_ptr<const gl::Frame> m_frame;
  StepInfo m_lastStep;
  long m_stepsWanted = 0;
  bool m_resetWanted = false, m_ended = false;
  mutable std::condition_variable m_end;

  std::mutex m_observerMutex;  // held while observers are called
  std::vector<StepObserver*> m_observers;

  std::atomic<bool> m_quit{false}, m_busy{false};
  std::atomic<bool> m_playing{false};
  std::atomic<int> m_captureEvery{0};  // how many ask for it
  mutable std::atomic<bool> m_frameSeen{true};
  std::atomic<double> m_speed{0};
  std::atomic<bool> m_clockAnew{true};  // the next step is due at once, and those after it count from there
  std::atomic<bool> m_pausesAtProblems{true};

  // Of the simulation's thread.
  std::shared_ptr<simulation::Node> m_root;
  bool m_ofProgram = false;  // the scene was made by a program, which keeps it
  gl::FrameCapture m_capture;
  simulation::LastStep m_lastWhole;
  bool m_interrupted = false;        // the last step
  std::string m_interruptedIn;       // what it computed
  double m_lastDuration = HUGE_VAL;  // of a step (s); before the first it may be any
  long m_step = 0;
  std::string m_problem;  // what was told, line by line
  simulation::DivergenceWatch m_divergence;
  std::size_t m_graphVersion = 0;
  std::chrono::steady_clock::time_point m_nextStep{};

  helper::Work m_work;
  RunningStep m_running;
  std::thread m_thread;
};

}  // namespace sofa::gui
