// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <functional>
#include <mutex>

#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {

/// What one solver of constraints did in a step. Numbers that it does not tell are negative.
struct ConstraintSolve {
  std::string path;
  int rows = -1, iterations = -1;
  double error = -1, tolerance = -1;
  std::vector<double> errors;  ///< at the end of each iteration; empty unless they are recorded
};

/// Contacts and constraints of one step.
struct ConstraintSample {
  long step = 0;
  std::size_t contacts = 0;  ///< pairs of points that the detection found
  std::vector<ConstraintSolve> solves;
};

/// Reads the solvers of constraints after every step while it is switched on, and keeps the samples until the interface
/// comes for them. Has solvers record the errors of their iterations (computeGraphs) meanwhile, if that is wanted.
class ConvergenceRecorder : public StepObserver {
 public:
  /// `notify` is called in the simulation's thread when the first sample since take() came.
  ConvergenceRecorder(Session& session, std::function<void()> notify);
  ~ConvergenceRecorder() override;

  void setEnabled(bool enabled, bool withIterations);
  bool isEnabled() const { return m_enabled; }
  /// At most `limit` samples wait; older ones give way.
  std::vector<ConstraintSample> take();
  static constexpr std::size_t limit = 5000;

  void afterStep(simulation::Node& root, const StepInfo& info) override;
  void started(simulation::Node& root) override;

 private:
  /// Solvers whose computeGraphs was set here. In the simulation's thread, which may outlive this.
  using Recording = std::vector<std::weak_ptr<core::Base>>;
  static void recordIterations(simulation::Node& root, Recording& recording, bool wanted);

  Session& m_session;
  std::function<void()> m_notify;
  std::atomic<bool> m_enabled{false}, m_withIterations{false};
  std::shared_ptr<Recording> m_recording = std::make_shared<Recording>();
  std::mutex m_mutex;
  std::vector<ConstraintSample> m_samples;
};

}  // namespace sofa::gui
