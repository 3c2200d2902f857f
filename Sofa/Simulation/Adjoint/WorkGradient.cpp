// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Adjoint/WorkGradient.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Simulation/Adjoint/Retraction.h"

namespace sofa::simulation {

using core::BaseState;
using core::VecDerivId;
namespace vec = core::vec;

namespace {

/// The typical distance of points: the extent of a state, divided by how many points fit along it. Of several states
/// the least; 1 where all are single points.
double lengthOf(const std::vector<BaseState*>& states) {
  double least = 0;
  for (const auto* state : states) {
    type::Vec3 low, high;
    for (std::size_t i = 0; i < state->size(); ++i) {
      const type::Vec3 p = state->pointPosition(i);
      low = i == 0 ? p : low.cwiseMin(p);
      high = i == 0 ? p : high.cwiseMax(p);
    }
    if (state->size() < 2) continue;
    const double extent = (high - low).maxCoeff() / std::cbrt(static_cast<double>(state->size()));
    if (extent > 0 && std::isfinite(extent)) least = least == 0 ? extent : std::min(least, extent);
  }
  return least == 0 ? 1 : least;
}

template <class F>
void forEachScalar(const std::vector<BaseState*>& states, const F& f) {
  for (auto* state : states) {
    const int width = state->derivSize();
    for (std::size_t i = 0; i < state->size() * width; ++i) f(*state, i, static_cast<int>(i % width));
  }
}

double dot(const std::vector<BaseState*>& states, VecDerivId a, VecDerivId b) {
  double sum = 0;
  for (const auto* state : states) sum += state->dot(a, b);
  return sum;
}

}  // namespace

WorkGradient::WorkGradient(DifferentiableForces& forces, VecDerivId multiplier)
    : m_forces(forces), m_states(forces.states()), m_multiplier(multiplier), m_length(lengthOf(forces.measured())) {
  for (auto* state : m_states) {
    state->copy(m_position, vec::position);
    state->copy(m_velocity, vec::velocity);
  }
  clear(m_derivative);
  clear(m_direction);
  for (auto* state : m_states)
    for (std::size_t i = 0; i < state->size(); ++i) m_points.emplace_back(state, i);
  forEachScalar(m_states, [&](const BaseState& state, std::size_t i, int component) {
    const double v = std::abs(state.hostRead(m_velocity)[i]);
    auto& largest = isAngle(state, component) ? m_turning : m_speed;
    largest = std::max(largest, v);
  });
  m_speed = std::max(m_speed, m_length);
}

WorkGradient::~WorkGradient() { returnToBase(); }

void WorkGradient::clear(VecDerivId v) {
  for (auto* state : m_states) {
    state->allocate(v);
    state->clear(v);
  }
}

void WorkGradient::returnToBase() {
  for (auto* state : m_states) {
    state->copy(vec::position, m_position);
    state->copy(vec::velocity, m_velocity);
  }
}

void WorkGradient::move(Variable variable, VecDerivId direction, double factor) {
  for (auto* state : m_states)
    if (variable == Variable::positions)
      state->integrate(vec::position, m_position, direction, factor);
    else
      state->sum(vec::velocity, m_velocity, direction, factor);
}

double WorkGradient::scaleOf(Variable variable, const BaseState& state, int component) const {
  const bool angle = isAngle(state, component);
  if (variable == Variable::positions) return angle ? 1 : m_length;
  return angle ? m_turning : m_speed;
}

double WorkGradient::largestScaled(Variable variable, VecDerivId v) const {
  double largest = 0;
  forEachScalar(m_states, [&](const BaseState& state, std::size_t i, int component) {
    largest = std::max(largest, std::abs(state.hostRead(v)[i]) / scaleOf(variable, state, component));
  });
  return largest;
}

/// (8 (u(e) - u(-e)) - (u(2e) - u(-2e))) / (12 e) = u' - e^4 u^(5) / 30.
void WorkGradient::along(Variable variable, VecDerivId direction, VecDerivId derivative, const Evaluate& evaluate) {
  constexpr double step = 1e-4;  // of the scales: e^4 and rounding, 1e-16 / e, are then below 1e-11
  clear(derivative);
  const double largest = largestScaled(variable, direction);
  if (largest == 0) return;
  const double e = step / largest;
  for (const auto& [part, weight] : {std::pair{1, 8.0}, {-1, -8.0}, {2, -1.0}, {-2, 1.0}}) {
    helper::checkInterrupt();
    move(variable, direction, part * e);
    evaluate(m_value);
    for (auto* state : m_states) state->sum(derivative, derivative, m_value, weight / (12 * e));
  }
  returnToBase();
}

void WorkGradient::chooseDirection(Variable variable) {
  std::minstd_rand random(++m_seed);
  clear(m_direction);
  forEachScalar(m_states, [&](BaseState& state, std::size_t i, int component) {
    const double part = static_cast<double>(random()) / std::minstd_rand::max();
    state.hostWrite(m_direction)[i] = scaleOf(variable, state, component) * (2 * part - 1);
  });
}

bool WorkGradient::isRight(Variable variable, VecDerivId gradient) {
  // Of the gradient; and of the parts of sums that it is the difference of, for what rounding leaves of them.
  constexpr double wanted = 1e-7, rounding = 1e-10;
  chooseDirection(variable);
  along(variable, m_direction, m_derivative, [this](VecDerivId u) { m_forces.evaluate(u); });
  double size = 0, parts = 0;
  forEachScalar(m_states, [&](const BaseState& state, std::size_t i, int component) {
    const double scaled = state.hostRead(gradient)[i] * scaleOf(variable, state, component);
    const double l = state.hostRead(m_multiplier)[i];
    const double part = l * state.hostRead(m_derivative)[i], whole = l * state.hostRead(m_value)[i];
    size += scaled * scaled;
    parts += part * part + whole * whole;
  });
  const double error = dot(m_states, m_multiplier, m_derivative) - dot(m_states, gradient, m_direction);
  return std::abs(error) <= wanted * std::sqrt(size) + rounding * std::sqrt(parts);
}

/// The work of the multiplier on what the derivative holds at a point.
double WorkGradient::workAt(int point) const {
  const auto& [state, i] = m_points[point];
  const auto l = state->hostRead(m_multiplier), u = state->hostRead(m_derivative);
  const int width = state->derivSize();
  double work = 0;
  for (std::size_t k = i * width; k < (i + 1) * width; ++k) work += l[k] * u[k];
  return work;
}

/// Derivatives by one coordinate of the points of a group, which m_direction moves: each takes its share.
void WorkGradient::share(const PointGraph& graph, const std::vector<int>& group, int component, VecDerivId gradient) {
  for (const int point : group) {
    const auto& [state, i] = m_points[point];
    if (component >= state->derivSize()) continue;
    const std::size_t place = i * state->derivSize() + component;
    double work = 0;
    if (graph.neighbours.empty())
      work = dot(m_states, m_multiplier, m_derivative);
    else
      for (const int near : graph.neighbours[point]) work += workAt(near);
    state->hostWrite(gradient)[place] = work / state->hostRead(m_direction)[place];
  }
}

void WorkGradient::differences(Variable variable, VecDerivId gradient, const PointGraph& graph) {
  constexpr double step = 6e-6;  // the cube root of the rounding error: of central differences both errors are alike
  clear(gradient);
  int width = 0;
  for (const auto* state : m_states) width = std::max(width, state->derivSize());
  for (const auto& group : graph.groups)
    for (int component = 0; component < width; ++component) {
      helper::checkInterrupt();
      clear(m_direction);
      for (const int point : group)
        if (const auto& [state, i] = m_points[point]; component < state->derivSize())
          state->hostWrite(m_direction)[i * state->derivSize() + component] = scaleOf(variable, *state, component);
      move(variable, m_direction, step);
      m_forces.evaluate(m_derivative);
      move(variable, m_direction, -step);
      m_forces.evaluate(m_value);
      for (auto* state : m_states) {
        state->sum(m_derivative, m_derivative, m_value, -1);
        state->scale(m_derivative, 1 / (2 * step));
      }
      share(graph, group, component, gradient);
    }
  returnToBase();
}

void WorkGradient::add(Variable variable, VecDerivId sum) {
  const TemporaryDeriv gradient;
  clear(gradient);
  m_forces.guess(*this, variable, gradient);
  returnToBase();
  if (!isRight(variable, gradient)) byDifferences(variable, gradient);
  for (auto* state : m_states) state->sum(sum, sum, gradient, 1);
}

void WorkGradient::byDifferences(Variable variable, VecDerivId gradient) {
  constexpr std::size_t mostAlone = 3000;
  const PointGraph graph = m_forces.pointGraph();
  differences(variable, gradient, graph);
  if (isRight(variable, gradient)) return;
  const PointGraph alone = PointGraph::dense(m_states);
  if (graph.groups.size() < alone.groups.size() && alone.groups.size() <= mostAlone) {
    differences(variable, gradient, alone);
    if (isRight(variable, gradient)) return;
  }
  throw std::invalid_argument(fmt::format(
      "{}: the forces below have no derivative by the {} that differences agree on. A component may switch there "
      "(contact, friction, a limit), or keep something between evaluations.",
      m_forces.path(), variable == Variable::positions ? "positions" : "velocities"));
}

}  // namespace sofa::simulation
