// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/PinnedMemory.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <cstddef>
#include <numeric>
#include <thread>
#include <vector>

namespace sofa::helper {
namespace {

// The sanitizers bring operators of their own, which take precedence.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SKIP_WITH_SANITIZERS() GTEST_SKIP() << "the sanitizer frees memory by itself"
#else
#define SKIP_WITH_SANITIZERS() static_cast<void>(0)
#endif

/// The address of the elements, which the compiler takes for any other: it warns of reading what was freed.
template <class T>
const T* addressOf(const std::vector<T>& values) {
  const T* volatile address = values.data();
  return address;
}

TEST(PinnedMemoryTest, staysAsItWasWhenAVectorIsResizedOrGone) {
  SKIP_WITH_SANITIZERS();
  auto values = std::make_unique<std::vector<double>>(1000);
  std::iota(values->begin(), values->end(), 0.0);
  const double* seen = addressOf(*values);
  pinMemory(seen);
  pinMemory(seen);
  values->resize(100000, -1.0);
  EXPECT_NE(values->data(), seen);
  const std::vector<double> others(1000, 7.0);  // would be given the same memory
  EXPECT_EQ(seen[999], 999.0);
  unpinMemory(seen);
  const std::vector<double> more(1000, 8.0);
  EXPECT_EQ(seen[0], 0.0);
  EXPECT_EQ(seen[999], 999.0);
  unpinMemory(seen);
}

/// Bytes that the program holds, as the allocator counts them: where they lie depends on what was freed before.
std::size_t bytesInUse() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(PinnedMemoryTest, memoryIsGivenBackAfterTheLastPin) {
  SKIP_WITH_SANITIZERS();
  constexpr std::size_t size = 64 << 20, little = size / 4;
  const std::size_t before = bytesInUse();
  auto* values = new std::vector<char>(size);
  const char* address = addressOf(*values);
  pinMemory(address);
  delete values;
  EXPECT_GT(bytesInUse(), before + size - little) << "kept";
  unpinMemory(address);
  EXPECT_LT(bytesInUse(), before + little) << "given back";
}

TEST(PinnedMemoryTest, nothingHappensForNullAndForWhatIsNotPinned) {
  pinMemory(nullptr);
  unpinMemory(nullptr);
  const std::vector<int> values(3);
  unpinMemory(values.data());
}

TEST(PinnedMemoryTest, threadsPinAndFreeAtOnce) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 2000; ++i) {
        auto values = std::make_unique<std::vector<int>>(64, i);
        const int* seen = addressOf(*values);
        pinMemory(seen);
        values.reset();
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        EXPECT_EQ(seen[63], i);
#endif
        unpinMemory(seen);
      }
    });
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace sofa::helper
