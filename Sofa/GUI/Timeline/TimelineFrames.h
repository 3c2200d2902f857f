// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "Sofa/GL/Capture/Frame.h"

namespace sofa::gui {

/// Frames of past steps within a bound on memory. Filled by one thread and read by another.
///
/// Steps are ascending: a frame of an earlier step than the last, after a reset or a step back, takes the place of all
/// from that step on.
class TimelineFrames {
 public:
  explicit TimelineFrames(std::size_t limitBytes) : m_limit(limitBytes) {}

  void setLimit(std::size_t bytes);
  /// Keeps a frame; the oldest give way where memory would be more than the limit.
  void add(std::shared_ptr<const gl::Frame> frame);
  void clear();

  std::size_t size() const;
  /// Null if there is none.
  std::shared_ptr<const gl::Frame> at(std::size_t index) const;
  /// Index of the last frame whose step is not above `step`; 0 if there is none.
  std::size_t indexOf(long step) const;
  long firstStep() const;
  long lastStep() const;
  /// Meshes and vertices that frames share count once.
  std::size_t bytes() const;
  /// Frames that gave way since clear().
  std::size_t dropped() const;

 private:
  struct Shared {
    std::size_t uses = 0, bytes = 0;
  };
  void use(const void* object, std::size_t bytes);
  void release(const void* object);
  void account(const gl::Frame& frame, bool coming);
  void popFront();
  void trim();

  mutable std::mutex m_mutex;
  std::deque<std::shared_ptr<const gl::Frame>> m_frames;
  std::unordered_map<const void*, Shared> m_shared;
  std::size_t m_limit, m_bytes = 0, m_dropped = 0;
};

}  // namespace sofa::gui
