// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
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
    const void* key = nullptr;  ///< what the scope is about, where names of several are made only when needed
    std::uint64_t calls = 0;
    double seconds = 0;
    Entry* parent = nullptr;
    std::vector<std::unique_ptr<Entry>> children;
  };

  static Profiler& instance();
  /// Whether any thread measures. Scopes of threads that do not cost little more.
  static bool isEnabled() { return s_measuring.load(std::memory_order_relaxed) > 0; }
  ~Profiler() { stop(); }

  /// Starts afresh; with `trace` every scope is kept as an event. Outside all scopes.
  void start(bool trace);
  /// Outside all scopes. What was measured stays.
  void stop();
  bool isRunning() const { return m_running; }
  /// Makes all calls and times zero and keeps the entries. Outside all scopes; keys must still be good.
  void clearTimes();

  void enter(std::string_view name);
  /// The same for what a pointer identifies better than a name that must be put together: name() is called once.
  template <class Name>
  void enter(const void* key, Name name) {
    if (!m_running) return;
    Entry* child = findChild(key);
    open(child ? child : addChild(name(), key));
  }
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
  Entry* findChild(const void* key) const {
    for (const auto& child : m_current->children)
      if (child->key == key) return child.get();
    return nullptr;
  }
  Entry* addChild(std::string name, const void* key);
  void open(Entry* entry) {
    m_current = entry;
    m_starts.push_back(Clock::now());
  }

  static inline std::atomic<int> s_measuring{0};
  std::unique_ptr<Entry> m_root = std::make_unique<Entry>();
  Entry* m_current = m_root.get();
  std::vector<Clock::time_point> m_starts;
  std::vector<Event> m_events;
  Clock::time_point m_begin;
  bool m_trace = false, m_running = false;
};

/// Times the enclosing block.
class ProfileScope {
 public:
  explicit ProfileScope(std::string_view name) : m_active(Profiler::isEnabled()) {
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
