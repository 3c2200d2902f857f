// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/Barrier/BarrierContactForceField.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "Sofa/Component/Collision/Barrier/InertiaStiffness.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Event.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/Contact/FreeMotion.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Type/PositivePart.h"

namespace sofa::component::collision {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t chunkSize = 64;
constexpr double leftOnStraightWay = 0.1;  // part of each distance that a step of the solver leaves
constexpr double leftOnBentWay = 0.01;     // and a trial that is not on the straight way

}  // namespace

void BarrierContactForceField::init() {
  m_values = {};
  d_listening.set(true);
  m_toldUnbounded = m_toldNoStiffness = m_toldCloseAtRest = false;
  for (const core::BaseData* data : {&d_activationDistance, &d_stiffness, &d_friction, &d_slipVelocity})
    trackData(*data);
  reinit();
}

/// Values that make no sense are never used: contact goes on with the last ones that did, if there are any.
void BarrierContactForceField::reinit() {
  takeValues();
  m_values.distance > 0 ? setValid() : setInvalid();
}

void BarrierContactForceField::dataChanged() { reinit(); }

bool BarrierContactForceField::takeValues() {
  const std::string_view instead = m_values.distance > 0 ? " The values before stay." : "";
  bool good = true;
  for (const auto* data : {&d_activationDistance, &d_slipVelocity}) {
    if (data->value() > 0 && std::isfinite(data->value())) continue;
    error("{} is {}; it must be above 0.{}", data->name(), data->value(), instead);
    good = false;
  }
  for (const auto* data : {&d_stiffness, &d_friction}) {
    if (data->value() >= 0 && std::isfinite(data->value())) continue;
    error("{} is {}; it must not be below 0.{}", data->name(), data->value(), instead);
    good = false;
  }
  if (!good) return false;
  m_values = {d_activationDistance.value(), d_stiffness.value(), d_friction.value(), d_slipVelocity.value()};
  if (m_values.stiffness > 0) d_usedStiffness.set(m_values.stiffness);
  return true;
}

void BarrierContactForceField::bwdInit() {
  if (m_bodies.states().empty())
    warning(
        "No TriangleCollisionModel, LineCollisionModel or PointCollisionModel is in the node of this component or "
        "below: nothing can touch.");
  for (const auto* model : m_bodies.otherModels())
    warning("{} has no triangles, lines or points, so nothing keeps bodies from going through it. Use another model.",
            model->path());
  for (const auto* model : m_bodies.models())
    if (model->d_contactDistance.value() != 0)
      warning("{}: contactDistance has no effect here. What keeps surfaces apart is activationDistance.",
              model->path());
}

void BarrierContactForceField::reset() {
  forget();
  if (m_values.stiffness == 0) d_usedStiffness.set(0);
  d_pairs.set(0);
  d_smallestDistance.set(infinity);
}

void BarrierContactForceField::forget() {
  for (Points* points : {&m_x, &m_base, &m_accepted, &m_begun, &m_refused, &m_way}) points->clear();
  m_pairs.clear();
  m_friction.clear();
  m_tangents.clear();
  m_gradients.clear();
  m_isApart = true;
}

/// Energies that others ask for between two steps are those of the place alone, whatever the way there.
void BarrierContactForceField::handleEvent(core::Event& event) {
  if (core::eventAs<core::AnimateEndEvent>(event)) m_base.clear();
}

void BarrierContactForceField::archive(core::Archive& archive) {
  double stiffness = d_usedStiffness.value();
  archive.io(stiffness);
  archive.io(m_accepted);
  if (archive.isLoading()) d_usedStiffness.set(stiffness);
}

std::vector<core::BaseState*> BarrierContactForceField::states() const {
  const auto& states = m_bodies.states();
  return {states.begin(), states.end()};
}

/// With other elements, what was found is of no use, and perhaps another solver takes the steps.
bool BarrierContactForceField::updateBodies() {
  if (!isValid()) return false;
  if (m_bodies.update(m_values.distance)) {
    forget();
    m_isAsked = false;
    if (const auto count = m_bodies.surface().droppedCount())
      warning("{} elements name a point twice and are left out. Remove them from the meshes.", count);
    if (const auto close = m_toldCloseAtRest ? std::nullopt : m_bodies.closeAtRest(m_values.distance)) {
      m_toldCloseAtRest = true;
      warning(
          "Elements of {} are {} m apart at rest, less than the activationDistance, and selfCollision pushes them "
          "apart. Choose an activationDistance below that.",
          close->state->path(), close->distance);
    }
  }
  return m_bodies.pointCount() > 0;
}

void BarrierContactForceField::evaluate(core::VecCoordId id) {
  m_bodies.positions(id, m_trial);
  if (m_trial == m_x) return;
  std::swap(m_x, m_trial);
  m_search.find(m_bodies.surface(), m_x, m_values.distance, m_candidates);
  m_pairs.find(m_bodies.surface(), m_candidates, m_x, m_values.distance);
}

/// It never falls, and is doubled where a pair comes below a hundredth of the activation distance: at most to a
/// thousand times of what inertia asks for, since then something else is wrong.
void BarrierContactForceField::chooseStiffness() {
  constexpr double tooSmall = 1e-2, most = 1024;
  if (m_values.stiffness > 0) return d_usedStiffness.set(m_values.stiffness);
  double found = stiffnessByInertia(*context(), m_bodies, m_values.distance);
  if (found == 0) {
    found = 1;
    if (!std::exchange(m_toldNoStiffness, true))
      warning("No mass has a surface that touches anything, so the stiffness is 1 Pa: set `stiffness`.");
  }
  double stiffness = std::max(d_usedStiffness.value(), found);
  double least = infinity;
  for (const auto& pair : m_pairs.list()) least = std::min(least, geometry::squaredDistance(pair, m_x));
  const bool isClose = std::sqrt(least) < tooSmall * m_values.distance;
  if (isClose && m_isApart) stiffness = std::max(stiffness, std::min(2 * stiffness, most * found));
  d_usedStiffness.set(stiffness);
}

/// A solver that divides a step begins again at the same positions. The stiffness is then kept, and messages are not
/// repeated.
void BarrierContactForceField::beginStep(const core::MechanicalParams& params) {
  if (!updateBodies()) return;
  m_beforeForces = true;
  evaluate(params.x);
  const bool isAgain = m_x == m_begun || m_x == m_refused;
  m_isApart = isAgain ? m_x == m_begun : m_x == m_accepted || mayBegin();
  if (!isAgain) chooseStiffness();
  (m_isApart ? m_begun : m_refused) = m_x;
  if (m_isApart) m_refused.clear();
  m_base = m_x;
  m_way.clear();
  m_friction.clear();
  if (m_values.friction > 0)
    m_friction.begin(m_pairs.list(), m_x, m_values.distance, d_usedStiffness.value(), m_values.friction,
                     m_values.slipVelocity * params.dt);
}

bool BarrierContactForceField::mayBegin() { return m_accepted.size() == m_x.size() ? cameFreely() : startsApart(); }

/// Whether no body passed through another between two steps. Solvers of this contact cannot let that happen, but a
/// program may put an obstacle elsewhere, and another solver may move a body. The way is looked at from the end of the
/// last step: the positions accepted last or, if the step failed, those at its beginning.
bool BarrierContactForceField::cameFreely() {
  const auto& surface = m_bodies.surface();
  const auto isFree = [&](const Points& from) {
    if (from.size() != m_x.size()) return false;
    m_end = geometry::freeEnd(surface, m_search, from, m_x);
    return m_end == m_x;
  };
  if (isFree(m_begun) || isFree(m_accepted)) return true;
  if (!startsApart()) return false;
  geometry::ContactCandidates candidates;
  geometry::ContactPairs pairs;
  m_search.find(surface, m_end, m_values.distance, candidates);
  pairs.find(surface, candidates, m_end, m_values.distance);
  const auto nearest = std::ranges::min_element(
      pairs.list(), {}, [&](const auto& pair) { return geometry::squaredDistance(pair, m_end); });
  std::string where;
  if (nearest != pairs.list().end())
    where = fmt::format(", first near point {} of {} and point {} of {}", m_bodies.place(nearest->first()).point,
                        m_bodies.pathOf(nearest->first()), m_bodies.place(nearest->second()).point,
                        m_bodies.pathOf(nearest->second()));
  error(
      "Since the last step bodies went through each other{}. Nothing moves before what was moved is put back. Move "
      "obstacles by less per step, or by a LinearMovementProjectiveConstraint, which pushes what is in the way.",
      where);
  return false;
}

bool BarrierContactForceField::startsApart() {
  const auto& surface = m_bodies.surface();
  if (const auto found = geometry::findIntersection(surface, m_x, m_search)) {
    const auto local = [&](type::Index p) { return m_bodies.place(p).point; };
    const auto& [edge, triangle] = *found;
    error(
        "The edge {} {} of {} goes through the triangle {} {} {} of {}: bodies must be apart at the beginning of a "
        "step. "
        "Move them, or let their models share a `group`.",
        local(edge[0]), local(edge[1]), m_bodies.pathOf(edge[0]), local(triangle[0]), local(triangle[1]),
        local(triangle[2]), m_bodies.pathOf(triangle[0]));
    return false;
  }
  for (const auto& pair : m_pairs.list())
    if (!(geometry::squaredDistance(pair, m_x) > 0)) {
      const type::Index a = pair.first(), b = pair.second();
      error(
          "The elements at point {} of {} and at point {} of {} touch: the distance between bodies must be above 0 at "
          "the beginning of a step. Move them apart.",
          m_bodies.place(a).point, m_bodies.pathOf(a), m_bodies.place(b).point, m_bodies.pathOf(b));
      return false;
    }
  return true;
}

/// Takes the point of linearisation as the beginning of the next way: during a step, solvers reach it by a free way.
/// Outside of steps there is no such beginning.
void BarrierContactForceField::moveBase() {
  if (!m_base.empty()) m_base = m_x;
  m_way.clear();
}

double BarrierContactForceField::longestStep(const core::MechanicalParams& params) {
  if (!updateBodies()) return 1;
  evaluate(params.x);
  moveBase();
  m_bodies.vectors(params.dx, m_way);
  m_end = m_way;
  for (std::size_t i = 0; i < m_end.size(); ++i) m_end[i] += m_x[i];
  m_free = geometry::freeMotion(m_bodies.surface(), m_search, m_x, m_end, m_values.distance, leftOnStraightWay);
  return m_free;
}

/// Whether m_x = m_base + s m_way for some s in [0, m_free], to rounding.
bool BarrierContactForceField::isOnFreeWay() const {
  if (m_way.size() != m_x.size()) return false;
  double along = 0, square = 0, largest = 0;
  for (std::size_t i = 0; i < m_x.size(); ++i) {
    along += (m_x[i] - m_base[i]).dot(m_way[i]);
    square += m_way[i].squaredNorm();
    largest = std::max({largest, m_x[i].cwiseAbs().maxCoeff(), m_base[i].cwiseAbs().maxCoeff()});
  }
  const double s = square > 0 ? along / square : 0, rounding = 8 * std::numeric_limits<double>::epsilon() * largest;
  if (s < 0 || s > m_free * (1 + 1e-12)) return false;
  for (std::size_t i = 0; i < m_x.size(); ++i)
    if ((m_x[i] - m_base[i] - s * m_way[i]).cwiseAbs().maxCoeff() > rounding) return false;
  return true;
}

/// Whether the straight way from m_base to m_x is free. Outside of a step nothing is known of a way.
bool BarrierContactForceField::isReachable() {
  if (m_base.size() != m_x.size() || m_base == m_x || isOnFreeWay()) return true;
  return geometry::freeMotion(m_bodies.surface(), m_search, m_base, m_x, 0, leftOnBentWay) == 1;
}

std::optional<double> BarrierContactForceField::potentialEnergy(const core::MechanicalParams& params) {
  if (!updateBodies()) return 0;
  if (m_beforeForces) m_isAsked = true;
  if (!m_isApart && !m_base.empty()) return infinity;
  evaluate(params.x);
  if (!isReachable()) return infinity;
  const auto& pairs = m_pairs.list();
  const auto& contacts = m_friction.contacts();
  const std::size_t count = pairs.size() + contacts.size();
  m_sums.assign((count + chunkSize - 1) / chunkSize, 0);
  helper::parallelChunks(count, chunkSize, [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i)
      sum += i < pairs.size() ? geometry::barrierEnergy(pairs[i], m_x, m_values.distance, d_usedStiffness.value())
                              : m_friction.energy(contacts[i - pairs.size()], m_x);
    m_sums[begin / chunkSize] = sum;
  });
  double total = 0;
  for (const double sum : m_sums) total += sum;
  // Where two elements touch, terms that are infinite may cancel.
  if (!std::isfinite(total)) return infinity;
  if (!m_base.empty()) m_accepted = m_x;
  return total;
}

/// Without the tangents, which belong to another place.
void BarrierContactForceField::computeGradients() {
  const auto& pairs = m_pairs.list();
  const auto& contacts = m_friction.contacts();
  m_gradients.resize(pairs.size() + contacts.size());
  helper::parallelChunks(m_gradients.size(), chunkSize, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      m_gradients[i] =
          i < pairs.size()
              ? geometry::barrierDerivatives(pairs[i], m_x, m_values.distance, d_usedStiffness.value()).gradient
              : m_friction.derivatives(contacts[i - pairs.size()], m_x).gradient;
  });
}

void BarrierContactForceField::computeTangents(core::Linearisation kind, bool forces) {
  const auto& pairs = m_pairs.list();
  const auto& contacts = m_friction.contacts();
  m_tangents.resize(pairs.size() + contacts.size());
  if (forces) m_gradients.resize(m_tangents.size());
  helper::parallelChunks(m_tangents.size(), chunkSize, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const bool isPair = i < pairs.size();
      const auto f = isPair ? geometry::barrierDerivatives(pairs[i], m_x, m_values.distance, d_usedStiffness.value())
                            : m_friction.derivatives(contacts[i - pairs.size()], m_x);
      Tangent& tangent = m_tangents[i];
      tangent.points = isPair ? pairs[i].points : contacts[i - pairs.size()].points;
      tangent.count = isPair ? pairs[i].pointCount() : contacts[i - pairs.size()].count;
      tangent.hessian = f.hessian;
      if (isPair && kind == core::Linearisation::positiveDefinite) type::makePositive(tangent.hessian);
      if (forces) m_gradients[i] = f.gradient;
    }
  });
}

void BarrierContactForceField::noteDistances() {
  double least = infinity;
  for (const auto& pair : m_pairs.list()) least = std::min(least, geometry::squaredDistance(pair, m_x));
  d_pairs.set(static_cast<unsigned>(m_pairs.list().size()));
  d_smallestDistance.set(std::sqrt(least));
}

/// Solvers that minimise ask for the energy where a step begins, and later for its bound.
void BarrierContactForceField::tellIfUnbounded() {
  if (!std::exchange(m_beforeForces, false) || m_isAsked || std::exchange(m_toldUnbounded, true)) return;
  error(
      "No solver asks how far bodies may go, so that they can pass each other. Put one IncrementalPotentialSolver for "
      "all of them into this node or above, and none below.");
}

/// f -= m_gradients, pair by pair.
void BarrierContactForceField::addForces(core::VecDerivId f) {
  m_forces.clear();
  for (auto* state : m_bodies.states()) {
    state->allocate(f);
    m_forces.push_back(&state->writeDerivs(f));
  }
  const auto& pairs = m_pairs.list();
  for (std::size_t i = 0; i < m_gradients.size(); ++i) {
    const bool isPair = i < pairs.size();
    const auto& points = isPair ? pairs[i].points : m_friction.contacts()[i - pairs.size()].points;
    const int count = isPair ? pairs[i].pointCount() : m_friction.contacts()[i - pairs.size()].count;
    for (int n = 0; n < count; ++n) {
      const auto [state, point] = m_bodies.place(points[n]);
      if (m_bodies.isMoved(state)) (*m_forces[state])[point] -= m_gradients[i].segment<3>(3 * n);
    }
  }
}

void BarrierContactForceField::accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) {
  if (!updateBodies()) return;
  tellIfUnbounded();
  evaluate(params.x);
  computeGradients();
  addForces(f);
  noteDistances();
}

void BarrierContactForceField::lineariseAt(const core::MechanicalParams& params, core::Linearisation kind) {
  tangentChanged();
  if (!updateBodies()) return;
  evaluate(params.x);
  moveBase();
  computeTangents(kind, false);
}

void BarrierContactForceField::accumulateForceAndLinearise(const core::MechanicalParams& params, core::VecDerivId f,
                                                           core::Linearisation kind) {
  tangentChanged();
  if (!updateBodies()) return;
  tellIfUnbounded();
  evaluate(params.x);
  moveBase();
  computeTangents(kind, true);
  addForces(f);
  noteDistances();
}

void BarrierContactForceField::accumulateDForce(const core::MechanicalParams& params, core::VecDerivId df) {
  if (!updateBodies()) return;
  const double factor = stiffnessFactor(params);
  m_bodies.vectors(params.dx, m_dx);
  m_forces.clear();
  for (auto* state : m_bodies.states()) {
    state->allocate(df);
    m_forces.push_back(&state->writeDerivs(df));
  }
  for (const Tangent& tangent : m_tangents) {
    type::Vec<12> d;
    for (int n = 0; n < tangent.count; ++n)
      if (m_bodies.isMoved(m_bodies.place(tangent.points[n]).state)) d.segment<3>(3 * n) = m_dx[tangent.points[n]];
    const type::Vec<12> product = factor * (tangent.hessian * d);
    for (int n = 0; n < tangent.count; ++n) {
      const auto [state, point] = m_bodies.place(tangent.points[n]);
      if (m_bodies.isMoved(state)) (*m_forces[state])[point] -= product.segment<3>(3 * n);
    }
  }
}

void BarrierContactForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  if (!updateBodies()) return;
  const auto& states = m_bodies.states();
  const auto forEachBlock = [&](const auto& visit) {
    for (const Tangent& tangent : m_tangents)
      for (int i = 0; i < tangent.count; ++i)
        for (int j = 0; j < tangent.count; ++j) {
          const auto [row, a] = m_bodies.place(tangent.points[i]);
          const auto [column, b] = m_bodies.place(tangent.points[j]);
          if (!m_bodies.isMoved(row) || !m_bodies.isMoved(column)) continue;
          visit(row * states.size() + column, static_cast<int>(3 * a), static_cast<int>(3 * b),
                [&]() -> type::Mat3 { return -tangent.hessian.block<3, 3>(3 * i, 3 * j); });
        }
  };
  // Few of many bodies touch each other, so that views are made for pairs of states that do.
  m_viewKeys.clear();
  forEachBlock([&](std::size_t key, int, int, const auto&) {
    if (m_viewKeys.empty() || m_viewKeys.back() != key) m_viewKeys.push_back(key);
  });
  std::ranges::sort(m_viewKeys);
  m_viewKeys.erase(std::unique(m_viewKeys.begin(), m_viewKeys.end()), m_viewKeys.end());
  m_views.clear();
  for (const std::size_t key : m_viewKeys)
    m_views.push_back(matrix->getForceDerivativeIn(states[key / states.size()])
                          .withRespectToPositionsIn(states[key % states.size()]));
  forEachBlock([&](std::size_t key, int row, int column, const auto& block) {
    m_views[static_cast<std::size_t>(std::ranges::lower_bound(m_viewKeys, key) - m_viewKeys.begin())].add(row, column,
                                                                                                          block());
  });
}

/// A line between the first points of the two sides of each pair.
void BarrierContactForceField::draw(core::DrawList& list) const {
  if (!list.shows(type::DisplayFlags::InteractionForceFields)) return;
  std::vector<type::Vec3> ends;
  for (const auto& pair : m_pairs.list()) {
    ends.push_back(m_x[pair.first()]);
    ends.push_back(m_x[pair.second()]);
  }
  list.lines(ends, 2, {1, 0.5, 0, 1});
}

namespace {
const auto registered = core::Register("BarrierContactForceField", "Sofa.Component.Collision.Response.Contact",
                                       "contact of surfaces by an energy that keeps them from going through each other")
                            .add<BarrierContactForceField>();
}  // namespace

}  // namespace sofa::component::collision
