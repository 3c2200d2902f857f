// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

#include <atomic>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "Sofa/Helper/Work.h"

namespace sofa::helper {

/// What a Work holds for Parallel.cpp, Interrupt.cpp, Results.cpp and WriteAccess.cpp.
struct WorkState : std::enable_shared_from_this<WorkState> {
  /// Threads for parallel loops, which are told whose work they do when they come.
  class Arena : public tbb::task_scheduler_observer {
   public:
    Arena(int threads, WorkState* work) : Arena(std::make_unique<tbb::task_arena>(threads), threads, work) {}
    ~Arena() override { observe(false); }
    void on_scheduler_entry(bool isWorker) override;
    void on_scheduler_exit(bool isWorker) override;
    tbb::task_arena& arena() { return *m_arena; }
    int threads() const { return m_threads; }

   private:
    Arena(std::unique_ptr<tbb::task_arena> arena, int threads, WorkState* work)
        : task_scheduler_observer(*arena), m_arena(std::move(arena)), m_threads(threads), m_work(work) {
      observe(true);
      m_arena->initialize();
    }
    std::unique_ptr<tbb::task_arena> m_arena;
    int m_threads;
    WorkState* m_work;  ///< null: nobody's
  };
  /// Tells a file from all others by whatever name it goes. The numbers of files that are gone are given to new ones,
  /// so the time when it was made belongs to it (zero where the file system keeps none).
  struct FileIdentity {
    std::uint64_t device = 0, number = 0;
    std::int64_t madeSeconds = 0, madeNanoseconds = 0;
    auto operator<=>(const FileIdentity&) const = default;
  };

  /// What changes when somebody writes a file.
  struct FileStamp {
    std::uint64_t size = 0;
    std::filesystem::file_time_type written{};
    bool operator==(const FileStamp&) const = default;
  };
  static FileStamp stampOf(const std::filesystem::path& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    return {error ? 0 : size, std::filesystem::last_write_time(file, error)};
  }

  std::mutex mutex;  // of what follows, but the atomics
  std::unique_ptr<Arena> arena;
  std::atomic<Arena*> madeArena{nullptr};                    ///< the same, for who takes no lock
  std::map<std::thread::id, std::set<FileIdentity>> inputs;  ///< of scenes, by the thread that reads them
  std::map<std::thread::id, std::map<std::filesystem::path, FileStamp>> inputFiles;  ///< the same, by their paths
  std::map<std::thread::id, std::filesystem::path> folders;  ///< of scenes that files brought, in the same way
  std::atomic<bool> stepAsked{false};                        ///< of the scene that was read last
  std::atomic<bool> interrupted{false};
  std::atomic<Work*> owner{nullptr};  ///< null: it is gone
};

/// That of the calling thread; threads that work for nobody have one in common.
WorkState& currentWorkState();

}  // namespace sofa::helper
