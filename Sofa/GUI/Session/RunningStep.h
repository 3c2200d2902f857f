// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <mutex>
#include <optional>

#include "Sofa/Core/ObjectModel/WorkWatch.h"
#include "Sofa/Helper/Work.h"

namespace sofa::gui {

/// The current step of a session: how long it has been running, what it computes, and whether the user gave it up.
class RunningStep {
 public:
  RunningStep();

  // Call these in the simulation's thread.
  core::WorkWatch& watch() { return m_watch; }
  /// Starts a step. `interruptible` says that the scene can return to its state before the step.
  void begin(bool interruptible);
  /// Ends the step. Returns whether the user gave it up; its work may then have a pending request to stop.
  bool end();

  // Call these in any thread.
  /// The duration of the step so far (s), 0 if no step is running.
  double seconds() const;
  /// Describes the current computation and its component. Empty if no component is at work, as during events.
  std::string what() const { return m_watch.current(); }
  /// Stops the step at the next point where its work can stop, or at its end. Does nothing if no step is running.
  void giveUp(helper::Work& work);
  bool isGivenUp() const;

 private:
  using Clock = std::chrono::steady_clock;

  core::WorkWatch m_watch;
  mutable std::mutex m_mutex;  // for what follows
  std::optional<Clock::time_point> m_began;
  bool m_interruptible = false, m_givenUp = false;
};

/// Describes the work of a component, as in "solving a linear system: /beam/solver (CGLinearSolver)".
std::string describeWork(const core::Component& component);

}  // namespace sofa::gui
