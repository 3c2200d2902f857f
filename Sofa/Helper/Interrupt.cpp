// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Interrupt.h"

#include "Sofa/Helper/WorkState.h"

namespace sofa::helper {
namespace {

std::atomic<bool> everybody{false};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler must not wait for a lock");

void request(std::atomic<bool>& flag) noexcept {
  if (!flag.exchange(true)) ++detail::interruptRequests;
}

void withdraw(std::atomic<bool>& flag) noexcept {
  if (flag.exchange(false)) --detail::interruptRequests;
}

}  // namespace

namespace detail {

std::atomic<int> interruptRequests{0};

void throwIfMeant() {
  if (everybody || currentWorkState().interrupted) throw Interrupted();
}

}  // namespace detail

void requestInterrupt() noexcept { request(everybody); }
void withdrawInterrupt() noexcept { withdraw(everybody); }

void Work::requestInterrupt() noexcept { request(m_state->interrupted); }
void Work::withdrawInterrupt() noexcept { withdraw(m_state->interrupted); }

}  // namespace sofa::helper
