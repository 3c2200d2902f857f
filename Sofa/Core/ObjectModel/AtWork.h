// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::core {

namespace detail {
extern std::atomic<int> notedFailures;
void leave(const Component& component);
extern std::atomic<int> watches;  // threads that a WorkWatch watches
bool enterWatched(const Component& component);
void leaveWatched();
}  // namespace detail

/// Says, while it lives, which component is at work: takeFailed() gives the innermost one that an exception left, and a
/// WorkWatch tells other threads.
class AtWork {
 public:
  explicit AtWork(const Component& component) : m_component(component) {
    if (detail::watches.load(std::memory_order_relaxed) > 0) m_watched = detail::enterWatched(component);
  }
  ~AtWork() {
    if (m_watched) detail::leaveWatched();
    if (std::uncaught_exceptions() > 0 || detail::notedFailures.load(std::memory_order_relaxed) > 0) [[unlikely]]
      detail::leave(m_component);
  }
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;

 private:
  const Component& m_component;
  bool m_watched = false;
};

/// Where an exception is caught: the component that was at work in this thread when it was thrown, or null.
std::shared_ptr<const Base> takeFailed();
/// What could not be had, for a message.
std::string failureReason(const std::exception& problem);
/// An error of the component that failed, else of `otherwise`: what was not done, and why.
void reportFailure(const Base& otherwise, std::string_view what, const std::exception& problem);

}  // namespace sofa::core
