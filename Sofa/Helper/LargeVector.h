// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <new>
#include <vector>

namespace sofa::helper {

/// Asks for large pages for some memory: sums over arrays far larger than the caches then wait less for addresses to be
/// looked up.
void preferLargePages(void* memory, std::size_t bytes);

/// A vector, of what is read from one end to the other many times, which lies on large pages where it is long.
template <class T>
struct LargePageAllocator {
  using value_type = T;
  static constexpr std::size_t pageSize = std::size_t{1} << 21, usedFrom = 2 * pageSize;

  LargePageAllocator() = default;
  template <class Other>
  LargePageAllocator(const LargePageAllocator<Other>&) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* const memory = ::operator new(bytes, alignment(bytes));
    if (bytes >= usedFrom) preferLargePages(memory, bytes);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) { ::operator delete(memory, alignment(count * sizeof(T))); }
  bool operator==(const LargePageAllocator&) const = default;

 private:
  static std::align_val_t alignment(std::size_t bytes) {
    return std::align_val_t{bytes >= usedFrom ? pageSize : alignof(T) > 64 ? alignof(T) : 64};
  }
};
template <class T>
using LargeVector = std::vector<T, LargePageAllocator<T>>;

}  // namespace sofa::helper
