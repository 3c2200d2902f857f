// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

namespace sofa::helper {

struct WorkState;

/// What one or several threads do for somebody, such as a window with its scene: with threads of its own for its
/// parallel loops, asked to stop apart from all other work, and with the files that its scene was read from.
class Work {
 public:
  Work();
  ~Work();
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  /// Asks the threads that do this work to give up at their next checkInterrupt(). It stays asked for until it is
  /// withdrawn.
  void requestInterrupt() noexcept;
  void withdrawInterrupt() noexcept;

  WorkState& state() const { return *m_state; }

 private:
  std::shared_ptr<WorkState> m_state;
};

/// The work that the thread does which makes this, if any, to be handed to another thread: that may go on with it when
/// the Work is gone, and then is no longer asked to stop.
class HandedWork {
 public:
  HandedWork();
  WorkState* state() const { return m_state.get(); }

 private:
  std::shared_ptr<WorkState> m_state;
};

/// The work that the calling thread does: what the latest WorksFor says, else null. The threads of a parallel loop do
/// the work of the thread that started the loop, so that what they say is taken for what it is. Null also when the Work
/// is gone.
Work* worksFor();

/// As long as it lives, the thread does that work, with threads that do nothing else meanwhile.
class WorksFor {
 public:
  explicit WorksFor(Work& work);
  /// The work must not go before.
  explicit WorksFor(const HandedWork& work);
  ~WorksFor();
  WorksFor(const WorksFor&) = delete;
  WorksFor& operator=(const WorksFor&) = delete;

 private:
  WorkState* m_before;
};

}  // namespace sofa::helper
