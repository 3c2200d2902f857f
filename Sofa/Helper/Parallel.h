// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>

/// Loops over several cores with results that do not depend on their number: the partition is fixed by the loop alone.
namespace sofa::helper {

/// Threads used by parallel loops; 1 until set. Not to be changed while a loop runs.
int threadCount();
void setThreadCount(int count);
tbb::task_arena& arena();

/// Whether the calling thread is in the body of a parallel loop. Always false without assertions (NDEBUG).
bool isInParallelLoop();

namespace detail {
/// Marks the calling thread as being in the body of a parallel loop for as long as it lives.
class InParallelLoop {
 public:
#ifdef NDEBUG
  InParallelLoop() {}
#else
  InParallelLoop();
  ~InParallelLoop();
#endif
  InParallelLoop(const InParallelLoop&) = delete;
  InParallelLoop& operator=(const InParallelLoop&) = delete;
};

/// Calls run(body, i) for all i < count by the threads of the arena: once compiled for all loops, which have no other
/// names then to be found when the library is loaded.
void runInArena(std::size_t count, void (*run)(const void*, std::size_t), const void* body);
/// Compiled once, whoever calls it.
#if __has_cpp_attribute(gnu::noipa)
#define SOFA_ALONE [[gnu::noipa]]
#else
#define SOFA_ALONE [[gnu::noinline]]
#endif
template <class Body>
SOFA_ALONE void callAlone(const Body& body, std::size_t begin, std::size_t end) {
  body(begin, end);
}
#undef SOFA_ALONE

}  // namespace detail

/// Calls body(begin, end) on consecutive chunks of [0, count); every chunk but the last has `chunk` indices. The bits
/// are the same for any number of threads: where a processor multiplies and adds with one rounding, either product of
/// a b + c d may be the one that is not rounded, and compilers choose it anew for each copy of inlined code. So body is
/// compiled once, for one thread and for several.
template <class Body>
void parallelChunks(std::size_t count, std::size_t chunk, const Body& body) {
  const std::size_t chunks = (count + chunk - 1) / chunk;
  const auto run = [&](std::size_t c) {
    const detail::InParallelLoop here;
    detail::callAlone(body, c * chunk, std::min(count, (c + 1) * chunk));
  };
  if (threadCount() == 1 || chunks < 2) {
    for (std::size_t c = 0; c < chunks; ++c) run(c);
    return;
  }
  detail::runInArena(
      chunks, [](const void* loop, std::size_t c) { (*static_cast<const decltype(run)*>(loop))(c); }, &run);
}

}  // namespace sofa::helper
