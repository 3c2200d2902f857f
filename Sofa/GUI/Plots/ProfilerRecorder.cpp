// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/ProfilerRecorder.h"

namespace sofa::gui {

using helper::Profiler;

namespace {
constexpr double negligibleSeconds = 1e-6;
}

ProfilerRecorder::ProfilerRecorder(Session& session, std::function<void()> notify)
    : m_session(session), m_notify(std::move(notify)) {
  m_session.addObserver(this);
}

ProfilerRecorder::~ProfilerRecorder() {
  m_session.removeObserver(this);
  // The profiler is the simulation's thread's own. If that is ending, its profiler ends with it.
  if (m_enabled)
    m_session.ask(
        &m_session, [](simulation::Node&) { return Profiler::instance().stop(), 0; }, [](int) {});
}

void ProfilerRecorder::setEnabled(bool enabled) {
  if (m_enabled.exchange(enabled) == enabled) return;
  m_session.ask(
      &m_session,
      [enabled](simulation::Node&) {
        if (enabled)
          Profiler::instance().start(false);
        else
          Profiler::instance().stop();
        return 0;
      },
      [](int) {});
}

std::vector<ProfileSample> ProfilerRecorder::take() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_samples, {});
}

std::vector<std::string> ProfilerRecorder::names() const {
  const std::lock_guard lock(m_mutex);
  return m_names;
}

void ProfilerRecorder::startAnew(simulation::Node& root) {
  Profiler::instance().start(false);
  m_version = root.graphVersion();
}

void ProfilerRecorder::started(simulation::Node& root) {
  if (m_enabled) startAnew(root);
}

/// Keys are addresses of components that are going.
void ProfilerRecorder::ended() { Profiler::instance().stop(); }

void ProfilerRecorder::flatten(const Profiler::Entry& entry, int depth, std::vector<ProfileSample::Scope>& scopes) {
  for (const auto& child : entry.children) {
    if (child->calls == 0 || (child->children.empty() && child->seconds < negligibleSeconds)) continue;
    const auto [it, added] = m_numbers.try_emplace(child->name, static_cast<std::uint32_t>(m_names.size()));
    if (added) m_names.push_back(child->name);
    scopes.push_back({it->second, static_cast<std::uint32_t>(child->calls), static_cast<std::uint16_t>(depth),
                      static_cast<float>(child->seconds * 1e3)});
    flatten(*child, depth + 1, scopes);
  }
}

void ProfilerRecorder::afterStep(simulation::Node& root, const StepInfo& info) {
  if (!m_enabled) return;
  auto& profiler = Profiler::instance();
  if (!profiler.isRunning()) return startAnew(root);
  bool first = false;
  {
    const std::lock_guard lock(m_mutex);
    ProfileSample sample{info.step, info.time, 0, {}};
    flatten(profiler.root(), 0, sample.scopes);
    for (const auto& scope : sample.scopes)
      if (scope.depth == 0) sample.milliseconds += scope.milliseconds;
    first = m_samples.empty();
    if (m_samples.size() >= limit) m_samples.erase(m_samples.begin(), m_samples.begin() + limit / 10);
    m_samples.push_back(std::move(sample));
  }
  if (m_version == root.graphVersion())
    profiler.clearTimes();
  else
    startAnew(root);
  if (first) m_notify();
}

}  // namespace sofa::gui
