// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/RecorderQueue.h"

#include <chrono>

namespace sofa::gui {
namespace {
constexpr std::size_t waitingFrames = 4;
constexpr auto longestWait = std::chrono::seconds(5);
}  // namespace

void RecorderQueue::open(int every) {
  const std::lock_guard lock(m_mutex);
  m_frames.clear();
  m_open = true;
  m_every = std::max(1, every);
  m_lastStep = -1;
  m_lost = 0;
}

void RecorderQueue::skipUpTo(long step) {
  {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_frames, [&](const auto& frame) { return frame->step <= step; });
    m_lastStep = std::max(m_lastStep, step);
  }
  m_room.notify_all();
}

void RecorderQueue::close() {
  {
    const std::lock_guard lock(m_mutex);
    m_open = false;
    m_frames.clear();
  }
  m_room.notify_all();
}

void RecorderQueue::push(std::shared_ptr<const gl::Frame> frame) {
  std::unique_lock lock(m_mutex);
  if (!m_open || !frame) return;
  if (frame->step < m_lastStep) m_lastStep = frame->step;  // a reset, or a step back
  if (frame->step == m_lastStep || frame->step % m_every != 0) return;
  m_lastStep = frame->step;
  if (!m_room.wait_for(lock, longestWait, [&] { return !m_open || m_frames.size() < waitingFrames; })) {
    ++m_lost;
    return;
  }
  if (m_open) m_frames.push_back(std::move(frame));
}

std::shared_ptr<const gl::Frame> RecorderQueue::pop() {
  std::shared_ptr<const gl::Frame> frame;
  {
    const std::lock_guard lock(m_mutex);
    if (m_frames.empty()) return nullptr;
    frame = std::move(m_frames.front());
    m_frames.pop_front();
  }
  m_room.notify_all();
  return frame;
}

long RecorderQueue::lost() const {
  const std::lock_guard lock(m_mutex);
  return m_lost;
}

}  // namespace sofa::gui
