// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Profiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Json.h"

namespace sofa::helper {
namespace {

void appendRow(const Profiler::Entry& entry, int depth, double parentSeconds, std::string& out) {
  const double share = parentSeconds > 0 ? 100.0 * entry.seconds / parentSeconds : 100.0;
  fmt::format_to(std::back_inserter(out), "{:>12} {:>12.3f} {:>12.4f} {:>7.1f}  {:{}}{}\n", entry.calls,
                 entry.seconds * 1e3, entry.calls ? entry.seconds * 1e3 / static_cast<double>(entry.calls) : 0.0, share,
                 "", depth * 2, entry.name);
}

/// Of many entries side by side, those that hardly count share a row: a scene of a thousand bodies has a table that can
/// be read.
void appendRows(const Profiler::Entry& entry, int depth, double parentSeconds, double wholeSeconds, std::string& out) {
  constexpr std::size_t many = 20;
  constexpr double hardly = 1e-3;
  appendRow(entry, depth, parentSeconds, out);
  Profiler::Entry others;
  std::size_t count = 0;
  for (const auto& child : entry.children) {
    if (entry.children.size() <= many || child->seconds >= hardly * wholeSeconds) {
      appendRows(*child, depth + 1, entry.seconds, wholeSeconds, out);
      continue;
    }
    ++count;
    others.calls += child->calls;
    others.seconds += child->seconds;
  }
  if (count == 0) return;
  others.name = fmt::format("{} of less than {} % of the whole each", count, 100 * hardly);
  appendRow(others, depth + 1, entry.seconds, out);
}

}  // namespace

Profiler& Profiler::instance() {
  thread_local Profiler profiler;
  return profiler;
}

void Profiler::start(bool trace) {
  m_root = std::make_unique<Entry>();
  m_current = m_root.get();
  m_starts.clear();
  m_events.clear();
  m_trace = trace;
  m_begin = Clock::now();
  if (!std::exchange(m_running, true)) ++s_measuring;
}

void Profiler::stop() {
  if (std::exchange(m_running, false)) --s_measuring;
}

namespace {
void clearEntry(Profiler::Entry& entry) {
  entry.calls = 0;
  entry.seconds = 0;
  for (auto& child : entry.children) clearEntry(*child);
}
}  // namespace

void Profiler::clearTimes() {
  m_events.clear();
  clearEntry(*m_root);
}

Profiler::Entry* Profiler::addChild(std::string name, const void* key) {
  auto child = std::make_unique<Entry>();
  child->name = std::move(name);
  child->key = key;
  child->parent = m_current;
  return m_current->children.emplace_back(std::move(child)).get();
}

void Profiler::enter(std::string_view name) {
  if (!m_running) return;
  const auto it = std::find_if(m_current->children.begin(), m_current->children.end(),
                               [&](const auto& c) { return !c->key && c->name == name; });
  open(it == m_current->children.end() ? addChild(std::string(name), nullptr) : it->get());
}

void Profiler::leave() {
  if (m_starts.empty()) return;
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - m_starts.back()).count();
  ++m_current->calls;
  m_current->seconds += seconds;
  if (m_trace)
    m_events.push_back({m_current, std::chrono::duration<double>(m_starts.back() - m_begin).count(), seconds});
  m_starts.pop_back();
  m_current = m_current->parent;
}

std::string Profiler::table() const {
  std::string out = fmt::format("{:>12} {:>12} {:>12} {:>7}  {}\n", "calls", "total ms", "mean ms", "%", "what");
  for (const auto& child : m_root->children) appendRows(*child, 0, child->seconds, child->seconds, out);
  return out;
}

bool Profiler::writeTrace(const std::string& file) const {
  std::string text = "{\"traceEvents\":[";
  bool first = true;
  for (const Event& e : m_events) {
    text += first ? "\n" : ",\n";
    text += fmt::format(R"({{"name":{},"ph":"X","pid":1,"tid":1,"ts":{:.3f},"dur":{:.3f}}})", jsonString(e.entry->name),
                        e.start * 1e6, e.duration * 1e6);
    first = false;
  }
  return !writeFile(file, text + "\n]}\n");
}

}  // namespace sofa::helper
