#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sofa::helper {

/// Hierarchical wall-clock times of one thread, each has its own. Off, a scope costs one branch.
class Profiler {
 public:
  struct Entry {
    std::string name;
    std::uint64_t calls = 0;
    double seconds = 0;
    Entry* parent = nullptr;
    std::vector<std::unique_ptr<Entry>> children;
  };

  static Profiler& instance();
  static inline bool enabled = false;

  /// Starts afresh; with `trace` every scope is kept as an event.
  void start(bool trace);
  void enter(std::string_view name);
  void leave();

  const Entry& root() const { return *m_root; }
  /// Table of times per scope: calls, total and share of the parent, indented by depth.
  std::string table() const;
  /// Chrome trace-event JSON (chrome://tracing, Perfetto, Speedscope).
  bool writeTrace(const std::string& file) const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Event {
    const Entry* entry;
    double start, duration;
  };
  std::unique_ptr<Entry> m_root = std::make_unique<Entry>();
  Entry* m_current = m_root.get();
  std::vector<Clock::time_point> m_starts;
  std::vector<Event> m_events;
  Clock::time_point m_begin;
  bool m_trace = false;
};

/// Times the enclosing block.
class ProfileScope {
 public:
  explicit ProfileScope(std::string_view name) : m_active(Profiler::enabled) {
    if (m_active) Profiler::instance().enter(name);
  }
  ~ProfileScope() {
    if (m_active) Profiler::instance().leave();
  }
  ProfileScope(const ProfileScope&) = delete;
  ProfileScope& operator=(const ProfileScope&) = delete;

 private:
  bool m_active;
};

}  // namespace sofa::helper
