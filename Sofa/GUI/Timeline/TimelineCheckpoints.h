// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTemporaryDir>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {

/// Saves the state of a scene every so many steps to a folder that goes with it, and brings the scene back to any step
/// since the oldest: from the nearest state before it, by computing the steps between again. Lives in the simulation's
/// thread but for what says otherwise.
class TimelineCheckpoints : public StepObserver {
 public:
  /// Older checkpoints give way where the folder would hold more than `limitBytes`.
  explicit TimelineCheckpoints(std::size_t limitBytes) : m_limit(limitBytes) {}

  // In any thread.
  /// 0: none.
  void setInterval(int steps) { m_interval = steps; }
  int interval() const { return m_interval; }
  std::size_t size() const;
  std::size_t bytes() const;
  /// Whether a step can be gone back to.
  bool covers(long step) const;

  /// Saves the state now.
  void save(simulation::Node& root, long step);
  struct Way {
    std::atomic<bool> cancelled{false};
    std::atomic<long> at{-1};  ///< the step that was last computed
  };
  /// Puts the scene, which is at step `present`, into the state after `step`; later states are forgotten, for what
  /// comes next may differ. The step it is at then: after an error message 0, if the state cannot be read and the scene
  /// was reset, or `present`, if there is no state to start from and the scene is as before.
  ///
  /// Once the way is cancelled no more steps are computed, and the scene is brought back to where it was.
  long restore(simulation::Node& root, long step, long present, Way& way);
  void clear();

  void afterStep(simulation::Node& root, const StepInfo& info) override;
  void started(simulation::Node& root) override;
  void ended() override { clear(); }

 private:
  struct Saved {
    QString file;
    std::size_t bytes;
  };
  void remove(std::map<long, Saved>::iterator it);
  /// A file in the folder, which is made if it is not there.
  QString fileOf(const QString& name);
  QString stateBefore(long step) const;

  std::size_t m_limit;
  std::atomic<int> m_interval{0};
  mutable std::mutex m_mutex;
  std::unique_ptr<QTemporaryDir> m_folder;
  std::map<long, Saved> m_saved;
  std::size_t m_bytes = 0;
  bool m_failed = false;
};

}  // namespace sofa::gui
