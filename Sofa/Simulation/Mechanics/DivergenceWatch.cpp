// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/DivergenceWatch.h"

#include "Sofa/Core/Contract/DivergenceLimit.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/DivergenceCause.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"
#include "Sofa/Simulation/NodeContents.h"

namespace sofa::simulation {

namespace vec = core::vec;

namespace {

constexpr int firstDecade = -2;  // of the limit: two distances below it show how the motion grows

double limitOf(Node& root) {
  const auto* loop = dynamic_cast<const core::DivergenceLimit*>(root.local<core::AnimationLoop>());
  return loop ? loop->divergenceLimit() : core::DivergenceLimit::usual;
}

bool isOfNumbers(const core::BaseState& state) { return state.coordSize() == 1; }

/// Of the box that holds the points of all states and what else of the scene has a box.
double sceneDiagonal(Node& root) {
  type::BoundingBox box;
  box.include(root.d_bbox.value());
  for (const Node* node : root.order())
    for (const auto* state : node->allLocal<core::BaseState>())
      for (std::size_t i = 0; i < state->size() && !isOfNumbers(*state); ++i) box.include(state->pointPosition(i));
  return box.empty() ? 0 : (box.max - box.min).norm();
}

/// The point that holds the largest coordinate.
std::size_t farthestPoint(const core::BaseState& state) {
  const auto x = state.hostRead(vec::position);
  const auto farthest = std::ranges::max_element(x, {}, [](double v) { return std::abs(v); });
  return static_cast<std::size_t>(farthest - x.begin()) / static_cast<std::size_t>(state.coordSize());
}

/// The first point with a value that is not finite, or one past the last.
std::size_t notFinite(std::span<const double> values, int width) {
  const auto bad = std::ranges::find_if(values, [](double v) { return !std::isfinite(v); });
  return static_cast<std::size_t>(bad - values.begin()) / static_cast<std::size_t>(width);
}

}  // namespace

std::string DivergenceWatch::Finding::text(long step, double time) const {
  return fmt::format("The simulation diverged: at step {} (time {}) {} {}", step, time, what, remedy);
}

void DivergenceWatch::start(Node& root) {
  m_step = 0;
  m_found = {};
  m_watched.clear();
  m_limit = limitOf(root);
  m_dt = root.dt();
  const double diagonal = sceneDiagonal(root), fall = root.gravity().norm() * m_dt * m_dt;
  m_size = std::max(std::isfinite(diagonal) ? diagonal : 0, std::isfinite(fall) ? fall : 0);
  list(root);
}

void DivergenceWatch::list(Node& root) {
  m_version = root.graphVersion();
  const auto before = std::exchange(m_watched, {});
  auto next = before.begin();  // where a state stands if the order is the old one
  for (Node* node : root.order()) {
    const auto& found = contents(*node);
    const bool mapped = found.mapping() != nullptr;
    for (const auto& part : found.parts()) {
      if (!part.state || !part.state->isMechanical()) continue;
      auto known = std::ranges::find(next, before.end(), part.state, &Watched::state);
      if (known == before.end()) known = std::ranges::find(before, part.state, &Watched::state);
      if (known != before.end()) next = known + 1;
      if (known != before.end() && known->independent == !mapped) {
        m_watched.push_back(*known);
        continue;
      }
      m_watched.push_back({.state = part.state,
                           .counting = dynamic_cast<const core::VectorChanges*>(part.state),
                           .independent = !mapped});
      measure(m_watched.back());
    }
  }
}

void DivergenceWatch::measure(Watched& watched) const {
  const double way = watched.state->largestMagnitude(vec::velocity) * m_dt;
  watched.start = watched.state->largestMagnitude(vec::position);
  watched.size = isOfNumbers(*watched.state) ? std::max(1.0, watched.start) : m_size;
  if (std::isfinite(way)) watched.size = std::max(watched.size, way);
  if (watched.size == 0) watched.size = 1;
  await(watched);
}

void DivergenceWatch::await(Watched& watched) const {
  watched.decade = firstDecade;
  watched.next = watched.start + watched.size * m_limit * std::pow(10.0, firstDecade);
  watched.reached.fill(m_step);
  watched.exploded = false;
}

bool DivergenceWatch::explodes(Watched& watched, double largest) const {
  // Somebody put the points back, out of a checkpoint for example.
  if (watched.exploded && largest <= watched.start + watched.size * m_limit) await(watched);
  while (largest > watched.next && !watched.exploded) {
    watched.reached = {m_step, watched.reached[0], watched.reached[1]};
    const long last = watched.reached[0] - watched.reached[1], before = watched.reached[1] - watched.reached[2];
    watched.exploded = watched.decade >= 0 && (before == 0 || last < 2 * before);
    watched.next = watched.start + watched.size * m_limit * std::pow(10.0, ++watched.decade);
  }
  return watched.exploded;
}

const DivergenceWatch::Finding* DivergenceWatch::tellNotFinite(const core::BaseState& state) {
  if (isKnown(state)) return &m_found;
  std::size_t point = notFinite(state.hostRead(vec::position), state.coordSize());
  const bool moved = point < state.size();
  if (!moved) point = notFinite(state.hostRead(vec::velocity), state.derivSize());
  m_found = {
      &state,
      fmt::format("the {} of point {} of {} is not finite.", moved ? "position" : "velocity", point, state.path()),
      likelyCause(state)};
  return &m_found;
}

const DivergenceWatch::Finding* DivergenceWatch::tellExplosion(const Watched& watched, double largest) {
  const core::BaseState& state = *watched.state;
  if (isKnown(state)) return &m_found;
  m_found = {
      &state,
      fmt::format("point {} of {} has a coordinate of {:.3g}, beyond {:g} times the size {:.3g} of the scene, and "
                  "runs away ever faster.",
                  farthestPoint(state), state.path(), largest, m_limit, watched.size),
      likelyCause(state) + " The animation loop's divergenceLimit sets the limit; 0 allows any distance."};
  return &m_found;
}

bool DivergenceWatch::isAsBefore(Watched& watched) {
  if (!watched.counting || watched.exploded) return false;
  const auto positions = watched.counting->changes(vec::position);
  const auto velocities = watched.counting->changes(vec::velocity);
  const bool same = positions && velocities && watched.positions == positions && watched.velocities == velocities;
  watched.positions = positions;
  watched.velocities = velocities;
  return same;
}

const DivergenceWatch::Finding* DivergenceWatch::check(Node& root) {
  ++m_step;
  if (root.graphVersion() != m_version) list(root);
  for (auto& watched : m_watched) {
    if (isAsBefore(watched)) continue;
    const core::BaseState& state = *watched.state;
    const double largest = state.largestMagnitude(vec::position);
    if (!std::isfinite(largest) || !std::isfinite(state.largestMagnitude(vec::velocity))) {
      watched.positions.reset();
      return tellNotFinite(state);
    }
    if (watched.independent && m_limit > 0 && (watched.exploded || largest > watched.next) &&
        explodes(watched, largest))
      return tellExplosion(watched, largest);
  }
  m_found = {};
  return nullptr;
}

}  // namespace sofa::simulation
