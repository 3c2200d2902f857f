// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/PlotRecorder.h"

#include "Sofa/Core/ObjectModel/Path.h"

namespace sofa::gui {

PlotRecorder::PlotRecorder(Session& session, std::function<void()> notify)
    : m_session(session), m_notify(std::move(notify)) {
  m_session.addObserver(this);
}

PlotRecorder::~PlotRecorder() { m_session.removeObserver(this); }

int PlotRecorder::add(PlotQuantity quantity) {
  const std::lock_guard lock(m_entryMutex);
  m_entries.push_back({m_nextId, PlotProbe(std::move(quantity))});
  return m_nextId++;
}

void PlotRecorder::remove(int id) {
  const std::lock_guard lock(m_entryMutex);
  std::erase_if(m_entries, [&](const Entry& e) { return e.id == id; });
}

void PlotRecorder::watchGraph(std::string path) {
  const std::lock_guard lock(m_entryMutex);
  m_graphPath = std::move(path);
}

std::vector<PlotSample> PlotRecorder::take() {
  const std::lock_guard lock(m_sampleMutex);
  return std::exchange(m_samples, {});
}

PlotGraphSample PlotRecorder::graph() const {
  const std::lock_guard lock(m_sampleMutex);
  return m_graph;
}

unsigned PlotRecorder::run() const {
  const std::lock_guard lock(m_sampleMutex);
  return m_run;
}

void PlotRecorder::afterStep(simulation::Node& root, const StepInfo& info) { sampleAll(root, info); }

void PlotRecorder::started(simulation::Node& root) {
  {
    const std::lock_guard lock(m_entryMutex);
    for (auto& entry : m_entries) entry.bound = false;
  }
  {
    const std::lock_guard lock(m_sampleMutex);
    ++m_run;
  }
  sampleAll(root, {0, root.time(), root.dt(), std::numeric_limits<double>::quiet_NaN()});
}

void PlotRecorder::ended() {
  const std::lock_guard lock(m_entryMutex);
  for (auto& entry : m_entries) {
    entry.probe = PlotProbe(entry.probe.quantity());
    entry.bound = false;
  }
}

void PlotRecorder::sampleAll(simulation::Node& root, const StepInfo& info) {
  const std::lock_guard lock(m_entryMutex);
  if (m_entries.empty() && m_graphPath.empty()) return;
  const unsigned present = run();
  std::vector<PlotSample> samples;
  samples.reserve(m_entries.size());
  for (auto& entry : m_entries) {
    if (!std::exchange(entry.bound, true)) entry.probe.bind(root);
    samples.push_back({entry.id, present, info.step, info.time, entry.probe.read(root, info.duration)});
  }
  if (!m_graphPath.empty()) takeGraph(root, info.step);
  push(std::move(samples));
}

void PlotRecorder::takeGraph(simulation::Node& root, long step) {
  std::string ignored;
  const auto* data = core::findDataByPath(root, "@" + m_graphPath, &ignored);
  const PlotGraph* graph = data ? graphOf(*data) : nullptr;
  const std::lock_guard lock(m_sampleMutex);
  m_graph.step = step;
  m_graph.graph = graph ? *graph : PlotGraph{};
}

void PlotRecorder::push(std::vector<PlotSample> samples) {
  bool first = false;
  {
    const std::lock_guard lock(m_sampleMutex);
    first = m_samples.empty();
    m_samples.insert(m_samples.end(), samples.begin(), samples.end());
  }
  if (first) m_notify();
}

}  // namespace sofa::gui
