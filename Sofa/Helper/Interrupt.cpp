#include "Sofa/Helper/Interrupt.h"

#include <mutex>
#include <set>

#include "Sofa/Helper/WorksFor.h"

namespace sofa::helper {
namespace {

std::atomic<bool> everybody{false};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler must not wait for a lock");

struct Requests {
  std::mutex mutex;
  std::set<const void*> whom;
};
Requests& requests() {
  static Requests all;
  return all;
}

}  // namespace

namespace detail {

std::atomic<int> interruptRequests{0};

void throwIfMeant() {
  if (everybody) throw Interrupted();
  const std::lock_guard lock(requests().mutex);
  if (requests().whom.contains(worksFor())) throw Interrupted();
}

}  // namespace detail

void requestInterrupt(const void* whom) noexcept {
  if (!whom) {
    if (!everybody.exchange(true)) ++detail::interruptRequests;
    return;
  }
  const std::lock_guard lock(requests().mutex);
  if (requests().whom.insert(whom).second) ++detail::interruptRequests;
}

void withdrawInterrupt(const void* whom) noexcept {
  if (!whom) {
    if (everybody.exchange(false)) --detail::interruptRequests;
    return;
  }
  const std::lock_guard lock(requests().mutex);
  if (requests().whom.erase(whom) > 0) --detail::interruptRequests;
}

}  // namespace sofa::helper
