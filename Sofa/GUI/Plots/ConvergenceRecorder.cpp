// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Plots/ConvergenceRecorder.h"

#include "Sofa/Core/Contract/CollisionDetection.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/GUI/Plots/PlotQuantity.h"

namespace sofa::gui {
namespace {

constexpr const char* switchName = "computeGraphs";

double numberOf(const core::Base& object, const char* name) {
  const auto* data = object.findData(name);
  return data && data->type().isNumeric() && !data->type().isList() ? data->type().get(data->rawValue(), 0) : -1;
}

/// Animation loops that solve constraints themselves tell of it in the same Data as solvers do.
bool solvesConstraints(const core::Component& component) {
  return dynamic_cast<const core::ConstraintSolver*>(&component) || component.findData("graphErrors");
}

ConstraintSolve solveOf(const core::Component& component) {
  ConstraintSolve solve;
  solve.path = component.path();
  solve.iterations = static_cast<int>(numberOf(component, "currentIterations"));
  solve.error = numberOf(component, "currentError");
  if (const auto* solver = dynamic_cast<const core::ConstraintSolver*>(&component)) {
    const auto last = solver->lastSolve();
    solve.rows = last.problem ? last.problem->rows() : 0;
    if (last.problem) solve.tolerance = last.tolerance;
  }
  const auto* data = component.findData("graphErrors");
  const PlotGraph* graph = data ? graphOf(*data) : nullptr;
  if (graph && !graph->empty()) solve.errors = graph->begin()->second;
  return solve;
}

}  // namespace

ConvergenceRecorder::ConvergenceRecorder(Session& session, std::function<void()> notify)
    : m_session(session), m_notify(std::move(notify)) {
  m_session.addObserver(this);
}

ConvergenceRecorder::~ConvergenceRecorder() { m_session.removeObserver(this); }

void ConvergenceRecorder::setEnabled(bool enabled, bool withIterations) {
  withIterations = withIterations && enabled;
  m_enabled = enabled;
  if (m_withIterations.exchange(withIterations) == withIterations) return;
  m_session.ask(
      &m_session,
      [recording = m_recording, withIterations](simulation::Node& root) {
        recordIterations(root, *recording, withIterations);
        return 0;
      },
      [](int) {});
}

/// What the scene itself records stays as it is.
void ConvergenceRecorder::recordIterations(simulation::Node& root, Recording& recording, bool wanted) {
  if (!wanted) {
    for (const auto& weak : std::exchange(recording, {}))
      if (const auto object = weak.lock()) object->findData(switchName)->read("0");
    return;
  }
  core::forEachNode(root, [&](core::Node& node) {
    for (const auto& component : node.components()) {
      auto* data = component->findData(switchName);
      if (!data || !solvesConstraints(*component) || numberOf(*component, switchName) != 0) continue;
      data->read("1");
      recording.push_back(component);
    }
  });
}

std::vector<ConstraintSample> ConvergenceRecorder::take() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_samples, {});
}

void ConvergenceRecorder::started(simulation::Node& root) {
  if (m_withIterations) recordIterations(root, *m_recording, true);
}

void ConvergenceRecorder::afterStep(simulation::Node& root, const StepInfo& info) {
  if (!m_enabled) return;
  ConstraintSample sample{info.step, 0, {}};
  core::forEachNode(root, [&](core::Node& node) {
    for (const auto& component : node.components()) {
      if (const auto* phase = dynamic_cast<const core::NarrowPhase*>(component.get()))
        for (const auto& pair : phase->contacts()) sample.contacts += pair.outputs.size();
      if (solvesConstraints(*component)) sample.solves.push_back(solveOf(*component));
    }
  });
  bool first = false;
  {
    const std::lock_guard lock(m_mutex);
    first = m_samples.empty();
    if (m_samples.size() >= limit) m_samples.erase(m_samples.begin(), m_samples.begin() + limit / 10);
    m_samples.push_back(std::move(sample));
  }
  if (first) m_notify();
}

}  // namespace sofa::gui
