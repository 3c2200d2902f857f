// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Parallel.h"

#include <tbb/parallel_for.h>

#include <atomic>
#include <utility>

#include "Sofa/Helper/SerialHere.h"
#include "Sofa/Helper/WorkState.h"

namespace sofa::helper {
namespace {

std::atomic<int> threads{1};
thread_local WorkState* currentWork = nullptr;
thread_local bool serial = false;
thread_local int parallelLoops = 0;  // that the thread is in, one inside the other

}  // namespace

void WorkState::Arena::on_scheduler_entry(bool isWorker) {
  if (isWorker) currentWork = m_work;
}

void WorkState::Arena::on_scheduler_exit(bool isWorker) {
  if (isWorker) currentWork = nullptr;
}

WorkState& currentWorkState() {
  static WorkState ofNobody;
  return currentWork ? *currentWork : ofNobody;
}

bool isInParallelLoop() { return parallelLoops > 0; }

// This file is always compiled with assertions (CMakeLists.txt): plugins that have them call these functions, whatever
// the framework was built with.
detail::InParallelLoop::InParallelLoop() { ++parallelLoops; }
detail::InParallelLoop::~InParallelLoop() { --parallelLoops; }

void detail::runInArena(std::size_t count, void (*run)(const void*, std::size_t), const void* body) {
  arena().execute([&] {
    tbb::parallel_for(
        std::size_t{0}, count, [&](std::size_t i) { run(body, i); }, tbb::static_partitioner{});
  });
}

int threadCount() { return serial ? 1 : threads.load(); }

SerialHere::SerialHere() : m_before(std::exchange(serial, true)) {}
SerialHere::~SerialHere() { serial = m_before; }

void setThreadCount(int count) { threads = count < 1 ? 1 : count; }

tbb::task_arena& arena() {
  WorkState& work = currentWorkState();
  // Without a lock for all loops but the first.
  if (auto* made = work.madeArena.load(std::memory_order_acquire); made && made->threads() == threads)
    return made->arena();
  const std::lock_guard lock(work.mutex);
  if (!work.arena || work.arena->threads() != threads) {
    work.madeArena = nullptr;
    work.arena = std::make_unique<WorkState::Arena>(threads, currentWork);
    work.madeArena.store(work.arena.get(), std::memory_order_release);
  }
  return work.arena->arena();
}

Work::Work() : m_state(std::make_shared<WorkState>()) { m_state->owner = this; }
Work::~Work() {
  withdrawInterrupt();
  m_state->owner = nullptr;
}

HandedWork::HandedWork() : m_state(currentWork ? currentWork->shared_from_this() : nullptr) {}

Work* worksFor() { return currentWork ? currentWork->owner.load() : nullptr; }

WorksFor::WorksFor(Work& work) : m_before(std::exchange(currentWork, &work.state())) {}
WorksFor::WorksFor(const HandedWork& work) : m_before(std::exchange(currentWork, work.state())) {}
WorksFor::~WorksFor() { currentWork = m_before; }

}  // namespace sofa::helper
