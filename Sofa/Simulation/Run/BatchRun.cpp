// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/BatchRun.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "Sofa/Core/Contract/SolveReport.h"
#include "Sofa/Core/Contract/SolveSummary.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/AtWork.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Helper/Console.h"
#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Profiler.h"
#include "Sofa/Helper/Results.h"
#include "Sofa/Simulation/Mechanics/DivergenceWatch.h"
#include "Sofa/Simulation/Mechanics/LastStep.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Simulation/Run/EndOfRun.h"
#include "Sofa/Simulation/Run/FrontEnd.h"
#include "Sofa/Simulation/Run/Progress.h"
#include "Sofa/Simulation/Run/Report.h"
#include "Sofa/Simulation/Run/ResumedRun.h"
#include "Sofa/Simulation/Run/RunTimes.h"
#include "Sofa/Simulation/Run/SeriesExport.h"
#include "Sofa/Simulation/Run/StateRecorder.h"
#include "Sofa/Simulation/Run/StopSignals.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::simulation {
namespace {

using Clock = std::chrono::steady_clock;
using helper::Severity;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

ExitStatus signalled() {
  return static_cast<ExitStatus>(static_cast<int>(ExitStatus::signalled) + StopSignals::received());
}

class BatchRun {
 public:
  BatchRun(const BatchOptions& options, BatchObserver* observer)
      : m_options(options), m_observer(observer), m_recorder(options.stateAt) {}

  ExitStatus run() {
    if (m_options.profile || !m_options.profileOut.empty() || m_options.timerSampling > 0 || m_options.timeInit)
      helper::Profiler::instance().start(!m_options.profileOut.empty());
    const auto start = Clock::now();
    if (m_options.checkOnly) m_onlyChecked.emplace();
    if (!load()) return ExitStatus::badInput;
    m_times.loadMs = secondsSince(start) * 1e3;
    if (m_options.timeInit) helper::print("{}", helper::Profiler::instance().table());
    if (m_options.checkOnly) return reportCheck();
    if (const auto begun = startRun(m_options, *m_root, m_step); begun != ExitStatus::good) return begun;
    if (!checkOutputs()) return ExitStatus::badInput;
    const StopSignals signals;  // until here there is nothing to keep
    m_recorder.record(m_step, *m_root);
    if (!m_options.exportFolder.empty() &&
        !m_export.attach(*m_root, m_options.exportFolder, m_options.exportEvery, !m_options.resume.empty()))
      return ExitStatus::badInput;
    m_export.afterStep(m_step, m_root->time());
    if (m_observer && !m_observer->start(*m_root, m_step)) return ExitStatus::badInput;
    const ExitStatus status = loop();
    StopSignals::finishInPeace();
    const bool good = !m_observer || m_observer->finish(*m_root, m_step);
    return finish(good || status != ExitStatus::good ? status : ExitStatus::badInput);
  }

 private:
  bool load() {
    m_root = openScene(m_options);
    return m_root && (m_root->dt() > 0 || m_options.checkOnly);
  }

  /// Before anything is computed for nothing.
  bool checkOutputs() const {
    bool good = true;
    for (const auto& file : {m_options.stateOut, m_options.timesOut, m_options.profileOut})
      good = (file.empty() || m_results.check(file)) && good;
    return good;
  }

  ExitStatus reportCheck() const {
    const auto counts = helper::messageCounts();
    const auto errors = helper::errorCount(counts);
    helper::print("{}: {} error(s), {} warning(s)\n", m_options.scene, errors,
                  counts[static_cast<int>(Severity::Warning)]);
    return statusOf(counts);
  }

  ExitStatus statusOf(const std::array<std::size_t, helper::severityCount>& counts) const {
    const bool failed =
        helper::errorCount(counts) > 0 || (m_options.strict && counts[static_cast<int>(Severity::Warning)] > 0);
    return failed ? ExitStatus::badInput : ExitStatus::good;
  }

  ExitStatus loop() {
    const long last = m_options.steps;
    if (m_options.progressBar && last >= 0) helper::print("Computing {} iterations.\n", last - m_step);
    Progress progress(m_step, last, m_options.progressBar);
    m_start = Clock::now();
    m_first = m_step;
    m_divergence.start(*m_root);
    m_lastStep.keep(*m_root, m_observer || m_recordsEnd);  // with its memory: not a part of the first step
    ExitStatus status = ExitStatus::good;
    while (!StopSignals::received() && (last < 0 || m_step < last) && status == ExitStatus::good) {
      const auto stepStart = Clock::now();
      if (!step()) break;
      ++m_step;
      m_times.steps.add(secondsSince(stepStart));
      status = afterStep();
      progress.update(m_step);
    }
    progress.finish();
    return status;
  }

  /// False if a signal or an exception of a component stopped it halfway: the scene is then as after the step before,
  /// for what looks at its end.
  bool step() {
    m_lastStep.keep(*m_root, m_observer || m_recordsEnd);
    try {
      animate(*m_root);
    } catch (const EndOfRun& end) {
      m_endOfRun = end;
      m_lastStep.restore(*m_root);
      return false;
    } catch (const helper::Interrupted&) {
      m_lastStep.restore(*m_root);
      return false;
    } catch (const std::exception& problem) {
      core::reportFailure(*m_root, fmt::format("Step {} could not be done", m_step + 1), problem);
      m_lastStep.restore(*m_root);
      return false;
    }
    return true;
  }

  ExitStatus afterStep() {
    if (const auto* found = m_divergence.check(*m_root)) {
      found->state->error("{}", found->text(m_step, m_root->time()));
      return ExitStatus::diverged;
    }
    m_recorder.record(m_step, *m_root);
    m_export.afterStep(m_step, m_root->time());
    if (m_options.checkpointEvery > 0 && m_step % m_options.checkpointEvery == 0) {
      const std::string file = sceneName() + ".checkpoint";
      // The checkpoint that a run goes on from is followed by its own; one of another run is lost.
      std::error_code ignored;
      const bool goesOn = std::filesystem::equivalent(file, m_options.resume, ignored);
      if ((goesOn || m_checkpoints.mayWrite(file)) && !saveCheckpoint(file, *m_root, m_step))
        report(Severity::Error, fmt::format("The checkpoint {} cannot be written.", file));
    }
    if (m_options.timerSampling > 0 && m_step % m_options.timerSampling == 0) reportTimes();
    if (m_observer && !m_observer->afterStep(*m_root, m_step)) return ExitStatus::badInput;
    return ExitStatus::good;
  }

  void reportTimes() {
    auto& profiler = helper::Profiler::instance();
    if (m_options.timerOutput == "stdout")
      helper::print("==== Animate ====\n{}==== END ====\n", profiler.table());
    else
      writeProfile(fmt::format("{}_{:06}.json", sceneName(), m_step));
    profiler.start(!m_options.profileOut.empty() || m_options.timerOutput != "stdout");
  }

  ExitStatus finish(ExitStatus status) {
    const double seconds = secondsSince(m_start);
    const long done = m_step - m_first;
    if (m_options.progressBar) printSummary(done, seconds);
    helper::print("{}", m_export.summary());
    if (m_recordsEnd) m_recorder.take(m_step, *m_root);  // the end, if no step is asked for
    unload(*m_root);
    if (!m_options.stateOut.empty()) writeStates();
    if (!m_options.timesOut.empty()) writeTimes();
    if (m_options.profile) helper::print("{}", helper::Profiler::instance().table());
    if (!m_options.profileOut.empty()) writeProfile(m_options.profileOut);
    if (status != ExitStatus::good) return status;
    if (StopSignals::received()) return signalled();
    if (m_endOfRun && m_endOfRun->status() != 0) return static_cast<ExitStatus>(m_endOfRun->status());
    return statusOf(helper::messageCounts());
  }

  std::string sceneName() const { return std::filesystem::path(m_options.scene).stem().string(); }

  void writeProfile(const std::string& file) {
    if (m_profiles.mayWrite(file) && !helper::Profiler::instance().writeTrace(file))
      report(Severity::Error, fmt::format("The profile {} cannot be written.", file));
  }

  void writeStates() {
    const auto counts = helper::messageCounts();
    // What is told of files that were there before is about them, not about the run.
    const std::size_t warnings = counts[static_cast<int>(Severity::Warning)];
    const StateRecorder::MessageTotals messages{helper::errorCount(counts),
                                                warnings - std::min(warnings, helper::ResultFiles::replacementsTold())};
    if (!m_results.mayWrite(m_options.stateOut)) return;
    // States of chosen steps are the same bytes each time; a report of the run as a whole has its times.
    const auto timing = m_recordsEnd ? m_times.text() : std::string();
    if (const auto error = m_recorder.write(m_options.stateOut, m_step, *m_root, messages, timing))
      report(Severity::Error,
             fmt::format("The state file {} cannot be written: {}.", m_options.stateOut, error.message()));
  }

  void writeTimes() {
    if (!m_results.mayWrite(m_options.timesOut)) return;
    if (const auto error = m_times.write(m_options.timesOut))
      report(Severity::Error,
             fmt::format("The file of times {} cannot be written: {}.", m_options.timesOut, error.message()));
  }

  void printSummary(long done, double seconds) const {
    if (m_endOfRun || StopSignals::received())
      helper::print("Interrupted after step {}; what was computed is kept.\n", m_step);
    helper::print("{} iterations done in {:.3f} s ( {:.1f} FPS), simulated time {:.6g} s.\n", done, seconds,
                  seconds > 0 ? static_cast<double>(done) / seconds : 0.0, m_root->time());
    std::vector<core::LinearSolver*> solvers;
    core::collectBelow(*m_root, solvers);
    for (const auto* solver : solvers) {
      const auto& s = solver->statistics();
      if (s.solves == 0 || s.iterations == 0) continue;
      const auto* reporter = dynamic_cast<const core::SolveReport*>(solver);
      helper::print(
          "{}: {} solves, {:.1f} iterations each, {} of them stopped by the iteration limit{}; last relative residual "
          "{:.2g}\n",
          solver->path(), s.solves, static_cast<double>(s.iterations) / static_cast<double>(s.solves),
          s.solves - s.converged, reporter ? reporter->otherEnds() : "", s.lastResidual);
    }
    std::vector<core::SolveSummary*> others;
    core::collectBelow(*m_root, others);
    for (const auto* solver : others)
      if (const auto text = solver->solveSummary(); !text.empty())
        helper::print("{}: {}\n", dynamic_cast<const core::Component&>(*solver).path(), text);
  }

  const BatchOptions& m_options;
  BatchObserver* m_observer;
  std::optional<helper::NoResults> m_onlyChecked;  // outlives the scene
  std::shared_ptr<Node> m_root;
  const bool m_recordsEnd = m_options.stateAt.empty() && !m_options.stateOut.empty();
  StateRecorder m_recorder;
  LastStep m_lastStep;
  helper::ResultFiles m_results{report, helper::NamedBy::user}, m_checkpoints{report, helper::NamedBy::user},
      m_profiles{report, helper::NamedBy::user};
  RunTimes m_times;
  SeriesExport m_export;
  DivergenceWatch m_divergence;
  std::optional<EndOfRun> m_endOfRun;
  Clock::time_point m_start;
  long m_step = 0, m_first = 0;
};

}  // namespace

ExitStatus runBatch(const BatchOptions& options, BatchObserver* observer) {
  try {
    return BatchRun(options, observer).run();
  } catch (const EndOfRun& end) {
    return static_cast<ExitStatus>(end.status());
  } catch (const helper::Interrupted&) {
    return signalled();
  } catch (const std::exception& problem) {
    report(Severity::Error, fmt::format("The run cannot go on: {}", core::failureReason(problem)));
    return ExitStatus::badInput;
  }
}

}  // namespace sofa::simulation
