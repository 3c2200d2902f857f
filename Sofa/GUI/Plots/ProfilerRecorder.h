// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <functional>
#include <mutex>
#include <unordered_map>

#include "Sofa/GUI/Session/Session.h"
#include "Sofa/Helper/Profiler.h"

namespace sofa::gui {

/// Times of one step: the scopes in the order of the tree, each with what is below it behind it.
struct ProfileSample {
  struct Scope {
    std::uint32_t name = 0;  ///< number in ProfilerRecorder::names()
    std::uint32_t calls = 0;
    std::uint16_t depth = 0;
    float milliseconds = 0;
  };
  long step = 0;
  double time = 0;          ///< simulated (s)
  double milliseconds = 0;  ///< of all scopes of depth 0
  std::vector<Scope> scopes;
};

/// Measures the simulation's thread, step by step, while it is switched on, and keeps the samples until the interface
/// comes for them.
///
/// What is brought up to date for the screen after a step counts for the next one. Scopes without others in them that
/// took less than a microsecond count as part of their caller.
class ProfilerRecorder : public StepObserver {
 public:
  /// `notify` is called in the simulation's thread when the first sample since take() came.
  ProfilerRecorder(Session& session, std::function<void()> notify);
  ~ProfilerRecorder() override;

  void setEnabled(bool enabled);
  bool isEnabled() const { return m_enabled; }
  /// At most `limit` samples wait; older ones give way.
  std::vector<ProfileSample> take();
  static constexpr std::size_t limit = 5000;
  /// Names of scopes by number; paths begin with '/'.
  std::vector<std::string> names() const;

  void afterStep(simulation::Node& root, const StepInfo& info) override;
  void started(simulation::Node& root) override;
  void ended() override;

 private:
  void startAnew(simulation::Node& root);
  void flatten(const helper::Profiler::Entry& entry, int depth, std::vector<ProfileSample::Scope>& scopes);

  Session& m_session;
  std::function<void()> m_notify;
  std::atomic<bool> m_enabled{false};
  std::size_t m_version = 0;  // of the graph that the profiler's keys are of

  mutable std::mutex m_mutex;
  std::vector<ProfileSample> m_samples;
  std::vector<std::string> m_names;
  std::unordered_map<std::string, std::uint32_t> m_numbers;
};

}  // namespace sofa::gui
