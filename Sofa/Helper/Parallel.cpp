#include "Sofa/Helper/Parallel.h"

#include <memory>

namespace sofa::helper {
namespace {
int threads = 1;
std::unique_ptr<tbb::task_arena>& arenaSlot() {
  static std::unique_ptr<tbb::task_arena> slot;
  return slot;
}
}  // namespace

int threadCount() { return threads; }

void setThreadCount(int count) {
  threads = count < 1 ? 1 : count;
  arenaSlot().reset();
}

tbb::task_arena& arena() {
  auto& slot = arenaSlot();
  if (!slot) slot = std::make_unique<tbb::task_arena>(threads);
  return *slot;
}

}  // namespace sofa::helper
