// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

#include "Sofa/GL/Capture/Frame.h"

namespace sofa::gui {

/// Hands every k-th step's frame from the simulation's thread to who records it. If that is slow the simulation waits,
/// so that no frame is lost, but not for ever.
class RecorderQueue {
 public:
  /// Takes frames of every `every`-th step from now on.
  void open(int every);
  /// Frames up to that step are not wanted, also if they wait already.
  void skipUpTo(long step);
  /// Lets a thread that waits in push() go.
  void close();
  /// In the simulation's thread: keeps the frame if it is wanted, and waits where too many wait already.
  void push(std::shared_ptr<const gl::Frame> frame);
  /// The oldest frame that waits; null if none does.
  std::shared_ptr<const gl::Frame> pop();
  /// Frames given up because nobody came for them for a long time.
  long lost() const;

 private:
  mutable std::mutex m_mutex;
  std::condition_variable m_room;
  std::deque<std::shared_ptr<const gl::Frame>> m_frames;
  bool m_open = false;
  int m_every = 1;
  long m_lastStep = 0, m_lost = 0;
};

}  // namespace sofa::gui
