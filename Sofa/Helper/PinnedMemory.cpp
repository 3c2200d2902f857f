// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/PinnedMemory.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

namespace {

struct Pin {
  void* address;
  int count;
  bool freed;  ///< by its owner, meanwhile
  Pin* next;
};

// Few addresses are pinned: a free bucket says at once that one is not. Pins come from malloc, so that looking for one
// never leads back here.
constexpr std::size_t bucketCount = 4096;
constinit std::array<std::atomic<Pin*>, bucketCount> buckets{};
constinit std::mutex mutex;

std::atomic<Pin*>& bucketOf(const void* address) {
  const auto bits = reinterpret_cast<std::uintptr_t>(address) >> 4;
  return buckets[(bits ^ (bits >> 12) ^ (bits >> 24)) % bucketCount];
}

Pin* find(const std::atomic<Pin*>& bucket, const void* address) {
  for (Pin* pin = bucket.load(std::memory_order_relaxed); pin; pin = pin->next)
    if (pin->address == address) return pin;
  return nullptr;
}

[[maybe_unused]] void release(void* address) noexcept {
  const auto& bucket = bucketOf(address);
  if (bucket.load(std::memory_order_acquire)) {
    const std::lock_guard lock(mutex);
    if (Pin* pin = find(bucket, address)) {
      pin->freed = true;
      return;
    }
  }
  std::free(address);
}

}  // namespace

namespace sofa::helper {

void pinMemory(const void* address) {
  if (!address) return;
  auto& bucket = bucketOf(address);
  const std::lock_guard lock(mutex);
  if (Pin* pin = find(bucket, address)) {
    ++pin->count;
    return;
  }
  auto* pin = static_cast<Pin*>(std::malloc(sizeof(Pin)));
  if (!pin) throw std::bad_alloc();
  *pin = {const_cast<void*>(address), 1, false, bucket.load(std::memory_order_relaxed)};
  bucket.store(pin, std::memory_order_release);
}

void unpinMemory(const void* address) {
  if (!address) return;
  auto& bucket = bucketOf(address);
  const std::lock_guard lock(mutex);
  Pin* pin = find(bucket, address);
  if (!pin || --pin->count > 0) return;
  if (Pin* head = bucket.load(std::memory_order_relaxed); head == pin)
    bucket.store(pin->next, std::memory_order_release);
  else
    for (; head; head = head->next)
      if (head->next == pin) head->next = pin->next;
  if (pin->freed) std::free(pin->address);
  std::free(pin);
}

}  // namespace sofa::helper

// What std::allocator calls. The memory comes from malloc, as the standard library's operator new takes it from there.
// The sanitizers bring operators of their own, which must be left alone: with them nothing is kept.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void operator delete(void* address) noexcept { release(address); }
void operator delete(void* address, std::size_t) noexcept { release(address); }
void operator delete(void* address, std::align_val_t) noexcept { release(address); }
void operator delete(void* address, std::size_t, std::align_val_t) noexcept { release(address); }
#endif
