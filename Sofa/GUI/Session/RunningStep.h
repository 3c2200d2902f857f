// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <mutex>
#include <optional>

#include "Sofa/Core/ObjectModel/WorkWatch.h"
#include "Sofa/Helper/Work.h"

namespace sofa::gui {

/// The step that a session's thread takes now: how long, what it computes, and whether nobody waits for it any more.
class RunningStep {
 public:
  RunningStep();

  // In the simulation's thread.
  core::WorkWatch& watch() { return m_watch; }
  /// `interruptible`: the scene can go back to where it was before the step.
  void begin(bool interruptible);
  /// Whether it was to be given up; its work may be asked to stop then.
  bool end();

  // In any thread.
  /// How long it has been running (s); 0 if none is.
  double seconds() const;
  /// What is computed, and by which component; empty where none is at work, as in events.
  std::string what() const { return m_watch.current(); }
  /// At the next point where the work can be left, else at the end of the step. Does nothing if there is no step.
  void giveUp(helper::Work& work);
  bool isGivenUp() const;

 private:
  using Clock = std::chrono::steady_clock;

  core::WorkWatch m_watch;
  mutable std::mutex m_mutex;  // for what follows
  std::optional<Clock::time_point> m_began;
  bool m_interruptible = false, m_givenUp = false;
};

/// "solving a linear system: /beam/solver (CGLinearSolver)".
std::string describeWork(const core::Component& component);

}  // namespace sofa::gui
