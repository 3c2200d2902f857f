#include "Sofa/Helper/Parallel.h"

#include <tbb/task_scheduler_observer.h>

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
}

tbb::task_arena& arena() {
  const std::lock_guard lock(arenas().mutex);
  auto& own = arenas().byWhom[currentWhom];
  if (!own) own = std::make_unique<Arena>(currentWhom);
  return own->arena;
}

const void* worksFor() { return currentWhom; }

WorksFor::WorksFor(const void* whom) : m_before(std::exchange(currentWhom, whom)) {}

WorksFor::~WorksFor() {
  {
    const std::lock_guard lock(arenas().mutex);
    arenas().byWhom.erase(currentWhom);
  }
  currentWhom = m_before;
}

}  // namespace sofa::helper
