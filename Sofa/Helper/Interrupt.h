// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <exception>

/// How long work is asked to stop: by a signal, or because nobody waits for its result any more.
namespace sofa::helper {

/// Thrown where work gives up because it was asked to. What it worked on is neither as before nor finished.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// Asks all threads of the program to give up at their next checkInterrupt(); a signal handler may call it. It stays
/// asked for until it is withdrawn. Work::requestInterrupt() asks those that do one work.
void requestInterrupt() noexcept;
void withdrawInterrupt() noexcept;

namespace detail {
extern std::atomic<int> interruptRequests;
void throwIfMeant();
}  // namespace detail

/// Throws Interrupted if the calling thread is asked to give up. Costs a relaxed load otherwise: for each iteration of
/// a solver, not for each element. Parallel loops hand the exception on to who started them.
inline void checkInterrupt() {
  if (detail::interruptRequests.load(std::memory_order_relaxed) != 0) [[unlikely]]
    detail::throwIfMeant();
}

}  // namespace sofa::helper
