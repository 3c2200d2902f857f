#include "Sofa/Helper/Parallel.h"

#include <tbb/task_scheduler_observer.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "Sofa/Helper/WorksFor.h"

namespace sofa::helper {
namespace {

std::atomic<int> threads{1};
thread_local const void* currentWhom = nullptr;

/// Tells the threads that come to an arena for whom it is.
class Introduction : public tbb::task_scheduler_observer {
 public:
  Introduction(tbb::task_arena& arena, const void* whom) : task_scheduler_observer(arena), m_whom(whom) {
    observe(true);
  }
  ~Introduction() override { observe(false); }
  void on_scheduler_entry(bool isWorker) override {
    if (isWorker) currentWhom = m_whom;
  }
  void on_scheduler_exit(bool isWorker) override {
    if (isWorker) currentWhom = nullptr;
  }

 private:
  const void* m_whom;
};

struct Arena {
  explicit Arena(const void* whom) : arena(threads), introduction(arena, whom) { arena.initialize(); }
  tbb::task_arena arena;
  Introduction introduction;
};

/// One for everybody that threads work for, and one for nobody.
struct Arenas {
  std::mutex mutex;
  std::map<const void*, std::unique_ptr<Arena>> byWhom;
  std::atomic<std::size_t> version = 1;  ///< rises when arenas go
};
Arenas& arenas() {
  static Arenas all;
  return all;
}

}  // namespace

int threadCount() { return threads; }

void setThreadCount(int count) {
  const std::lock_guard lock(arenas().mutex);
  threads = count < 1 ? 1 : count;
  arenas().byWhom.clear();
  ++arenas().version;
}

namespace {

/// The arena this thread asked for last, so that the next loop finds it without a lock and a search.
struct LastArena {
  std::size_t version = 0;
  const void* whom = nullptr;
  tbb::task_arena* arena = nullptr;
};
thread_local LastArena lastArena;

}  // namespace

tbb::task_arena& arena() {
  auto& all = arenas();
  if (lastArena.version == all.version.load(std::memory_order_acquire) && lastArena.whom == currentWhom)
    return *lastArena.arena;
  const std::lock_guard lock(all.mutex);
  auto& own = all.byWhom[currentWhom];
  if (!own) own = std::make_unique<Arena>(currentWhom);
  lastArena = {all.version, currentWhom, &own->arena};
  return own->arena;
}

const void* worksFor() { return currentWhom; }

WorksFor::WorksFor(const void* whom) : m_before(std::exchange(currentWhom, whom)) {}

WorksFor::~WorksFor() {
  {
    const std::lock_guard lock(arenas().mutex);
    arenas().byWhom.erase(currentWhom);
    ++arenas().version;
  }
  currentWhom = m_before;
}

}  // namespace sofa::helper
