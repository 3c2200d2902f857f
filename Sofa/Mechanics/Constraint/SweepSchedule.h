// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "Sofa/Helper/Parallel.h"

namespace sofa::mechanics {

/// An order of a Gauss-Seidel sweep that several threads share. Only blocks without a common point change places, so
/// the multipliers are bitwise those of a sweep by one thread.
///
/// Each worker has the blocks of its own part of the points and waits for others only where parts touch. Its blocks
/// stand level by level: those of the first level wait for no block, those of the next level for the first level alone.
/// So blocks for which others wait are solved early.
class SweepSchedule {
 public:
  /// The points that blocks act on. Block b acts on points[begins[b]] to points[begins[b + 1] - 1].
  struct Uses {
    std::span<const int> begins, points;
    std::size_t pointCount;

    std::size_t blockCount() const { return begins.size() - 1; }
    std::span<const int> of(std::size_t block) const {
      return points.subspan(begins[block], static_cast<std::size_t>(begins[block + 1] - begins[block]));
    }
  };
  void plan(const Uses& uses, int workers);

  /// The blocks in the order of their places.
  std::span<const int> order() const { return m_order; }
  int placeOf(std::size_t block) const { return m_places[block]; }
  std::size_t workers() const { return m_workerCount; }

  /// Calls solve(place) for all places.
  template <class F>
  void run(const F& solve) {
    for (std::size_t w = 0; w < m_workerCount; ++w) {
      m_workers[w].reached.store(m_workers[w].begin, std::memory_order_relaxed);
      m_workers[w].nextStop = 0;
    }
    helper::parallelChunks(m_workerCount, 1, [&](std::size_t w, std::size_t) { reach(w, m_workers[w].end, solve); });
  }

 private:
  /// A place that waits until another worker has solved one of its own.
  struct Stop {
    int place;
    std::size_t worker;
    int needed;
  };
  struct alignas(64) Worker {
    int begin = 0, end = 0;
    std::vector<Stop> stops;         ///< by place
    std::size_t nextStop = 0;        ///< of whoever works on it
    std::atomic<int> reached = 0;    ///< the first place not solved
    std::atomic<bool> taken{false};  ///< whether a thread works on it
  };

  void findLevels(const Uses& uses);
  void findOwners(const Uses& uses);
  void spread(const Uses& uses, int from);
  void placeBlocks();
  void findStops(const Uses& uses);

  /// Returns once a worker has reached a place. A thread that would have to wait does that work itself unless another
  /// thread does it, so no thread waits for one that never starts. The earliest unsolved block waits for no other, so
  /// threads cannot wait for each other in a circle.
  template <class F>
  void reach(std::size_t w, int place, const F& solve) {
    Worker& worker = m_workers[w];
    for (int turns = 0; worker.reached.load(std::memory_order_acquire) < place; ++turns) {
      if (worker.taken.load(std::memory_order_relaxed) || worker.taken.exchange(true, std::memory_order_acquire)) {
        waitAMoment(turns);
        continue;
      }
      advance(worker, place, solve);
      worker.taken.store(false, std::memory_order_release);
    }
  }
  /// Pauses shortly at first, to leave the memory to the other thread. Later it yields the core.
  static void waitAMoment(int turns) {
    constexpr int patience = 200;
    if (turns > patience) return std::this_thread::yield();
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  template <class F>
  void advance(Worker& worker, int end, const F& solve) {
    for (int place = worker.reached.load(std::memory_order_relaxed); place < end; ++place) {
      for (; worker.stops[worker.nextStop].place == place; ++worker.nextStop)
        reach(worker.stops[worker.nextStop].worker, worker.stops[worker.nextStop].needed, solve);
      solve(place);
      worker.reached.store(place + 1, std::memory_order_release);
    }
  }

  std::vector<int> m_order, m_places;
  std::vector<int> m_levels, m_owners;  ///< by block
  int m_levelCount = 0;
  std::unique_ptr<Worker[]> m_workers;
  std::size_t m_workerCount = 0, m_workerRoom = 0;

  // Used only for planning.
  std::vector<int> m_lastOf;                   ///< by point
  std::vector<int> m_blockBegins, m_blocksOf;  ///< of points
  std::vector<int> m_walk;                     ///< points, neighbours close to each other
  std::vector<int> m_ownerOfPoint;
  std::vector<char> m_isSeen;  ///< by point
  std::vector<int> m_counts;
};

}  // namespace sofa::mechanics
