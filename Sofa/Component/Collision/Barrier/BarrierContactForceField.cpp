// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/Barrier/BarrierContactForceField.h"

#include <algorithm>
#include <cmath>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/Archive.h"
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
  setValid();
  reinit();
}

void BarrierContactForceField::reinit() {
  for (const auto* data : {&d_activationDistance, &d_slipVelocity})
    if (!(data->value() > 0)) {
      error("{} is {}; it must be above 0.", data->name(), data->value());
      setInvalid();
    }
  for (const auto* data : {&d_stiffness, &d_friction})
    if (!(data->value() >= 0)) {
      error("{} is {}; it must not be below 0.", data->name(), data->value());
      setInvalid();
    }
  if (d_stiffness.value() > 0) d_usedStiffness.set(d_stiffness.value());
}

void BarrierContactForceField::bwdInit() {
  if (m_bodies.states().empty())
    warning(
        "No TriangleCollisionModel, LineCollisionModel or PointCollisionModel is in the node of this component or "
        "below: nothing can touch.");
  for (const auto* model : m_bodies.otherModels())
    warning("{} has no triangles, lines or points, so nothing keeps bodies from going through it. Use another model.",
            model->path());
}

void BarrierContactForceField::reset() {
  m_x.clear();
  m_base.clear();
  m_accepted.clear();
  m_way.clear();
  m_friction.clear();
  m_tangents.clear();
  m_isApart = true;
  if (d_stiffness.value() == 0) d_usedStiffness.set(0);
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

/// With other elements, what was found is of no use.
bool BarrierContactForceField::updateBodies() {
  if (!isValid()) return false;
  if (m_bodies.update(d_activationDistance.value())) {
    m_x.clear();
    m_base.clear();
    m_accepted.clear();
    m_way.clear();
    m_friction.clear();
    m_tangents.clear();
  }
  return m_bodies.pointCount() > 0;
}

void BarrierContactForceField::evaluate(core::VecCoordId id) {
  Points x;
  m_bodies.positions(id, x);
  if (x == m_x) return;
  m_x = std::move(x);
  m_search.find(m_bodies.surface(), m_x, d_activationDistance.value(), m_candidates);
  m_pairs.find(m_bodies.surface(), m_candidates, m_x, d_activationDistance.value());
}

/// u.M u of a unit velocity u of all points along x.
double BarrierContactForceField::totalMass(core::BaseMass& mass) {
  namespace vec = core::vec;
  double total = 0;
  for (auto* state : mass.states()) {
    if (!state || state->derivSize() < 3) continue;
    const auto stride = static_cast<std::size_t>(state->derivSize());
    for (const auto id : {vec::probe, vec::probeResult}) {
      state->allocate(id);
      state->clear(id);
    }
    const auto unit = state->hostWrite(vec::probe);
    for (std::size_t i = 0; i < unit.size(); i += stride) unit[i] = 1;
    core::MechanicalParams params;
    params.dx = vec::probe;
    mass.accumulateMDx(params, vec::probeResult, 1);
    total += state->dot(vec::probe, vec::probeResult);
  }
  return total;
}

double BarrierContactForceField::areaBelow(const core::Node& node) const {
  const auto& surface = m_bodies.surface();
  std::vector<char> isBelow;
  for (const auto* state : m_bodies.states())
    isBelow.push_back(state->context() == &node || node.isAncestorOf(state->context()));
  double area = 0;
  for (const auto p : surface.points())
    if (isBelow[m_bodies.place(p).state]) area += surface.pointArea(p);
  return area;
}

/// A pressure k acts on the mass per area m along the distance D about as a spring of k / D per area: k = 10 m D / h^2
/// makes the contact about as stiff as inertia is in steps of h. What moves with v is stopped within a step by m v / h.
/// The largest of the bodies counts.
double BarrierContactForceField::automaticStiffness() const {
  constexpr double perInertia = 10;
  const double h = context()->dt(), distance = d_activationDistance.value();
  std::vector<core::BaseMass*> masses;
  context()->collectDown(masses);
  double stiffness = 0;
  for (auto* mass : masses) {
    const auto states = mass->states();
    if (states.empty() || !states.front() || !states.front()->context()) continue;
    const double area = areaBelow(*states.front()->context()), total = area > 0 ? totalMass(*mass) : 0;
    if (!(total > 0 && h > 0)) continue;
    const double velocity = std::sqrt(2 * std::max(0.0, mass->kineticEnergy({})) / total);
    stiffness = std::max(stiffness, total / area * (perInertia * distance / h + velocity) / h);
  }
  return stiffness > 0 ? stiffness : 1;
}

/// It never falls, and is doubled where a pair comes below a hundredth of the activation distance.
void BarrierContactForceField::chooseStiffness() {
  constexpr double tooSmall = 1e-2;
  if (d_stiffness.value() > 0) return d_usedStiffness.set(d_stiffness.value());
  double stiffness = std::max(d_usedStiffness.value(), automaticStiffness());
  double least = infinity;
  for (const auto& pair : m_pairs.list()) least = std::min(least, geometry::squaredDistance(pair, m_x));
  if (std::sqrt(least) < tooSmall * d_activationDistance.value()) stiffness *= 2;
  d_usedStiffness.set(stiffness);
}

void BarrierContactForceField::beginStep(const core::MechanicalParams& params) {
  if (!updateBodies()) return;
  evaluate(params.x);
  if (m_x != m_base) tellIfUnbounded();  // else a step that is tried again
  chooseStiffness();
  if (m_x == m_accepted)
    m_isApart = true;
  else if (m_x != m_base)  // else it was told
    m_isApart = startsApart();
  m_base = m_x;
  m_way.clear();
  m_friction.clear();
  if (d_friction.value() > 0)
    m_friction.begin(m_pairs.list(), m_x, d_activationDistance.value(), d_usedStiffness.value(), d_friction.value(),
                     d_slipVelocity.value() * params.dt);
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
      const type::Index a = pair.points[0], b = pair.points[pair.kind == geometry::ContactPair::Kind::edgeEdge ? 2 : 1];
      error(
          "The elements at point {} of {} and at point {} of {} touch: the distance between bodies must be above 0 at "
          "the beginning of a step. Move them apart.",
          m_bodies.place(a).point, m_bodies.pathOf(a), m_bodies.place(b).point, m_bodies.pathOf(b));
      return false;
    }
  return true;
}

/// To where a solver linearises: it got there by a free way. Outside of steps nothing is known of that.
void BarrierContactForceField::moveBase() {
  if (!m_base.empty()) m_base = m_x;
  m_way.clear();
}

double BarrierContactForceField::longestStep(const core::MechanicalParams& params) {
  m_isAsked = true;
  if (!updateBodies()) return 1;
  evaluate(params.x);
  moveBase();
  m_bodies.vectors(params.dx, m_way);
  Points end = m_way;
  for (std::size_t i = 0; i < end.size(); ++i) end[i] += m_x[i];
  m_free =
      geometry::freeMotion(m_bodies.surface(), m_search, m_x, end, d_activationDistance.value(), leftOnStraightWay);
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
  if (!m_isApart) return infinity;
  evaluate(params.x);
  if (!isReachable()) return infinity;
  const auto& pairs = m_pairs.list();
  const auto& contacts = m_friction.contacts();
  const std::size_t count = pairs.size() + contacts.size();
  m_sums.assign((count + chunkSize - 1) / chunkSize, 0);
  helper::parallelChunks(count, chunkSize, [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i)
      sum += i < pairs.size()
                 ? geometry::barrierEnergy(pairs[i], m_x, d_activationDistance.value(), d_usedStiffness.value())
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

void BarrierContactForceField::computeTangents(core::Linearisation kind, bool forces) {
  const auto& pairs = m_pairs.list();
  const auto& contacts = m_friction.contacts();
  m_tangents.resize(pairs.size() + contacts.size());
  if (forces) m_gradients.resize(m_tangents.size());
  helper::parallelChunks(m_tangents.size(), chunkSize, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const bool isPair = i < pairs.size();
      const auto f =
          isPair ? geometry::barrierDerivatives(pairs[i], m_x, d_activationDistance.value(), d_usedStiffness.value())
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

/// A solver that bounds its steps has asked for the bound before the third one.
void BarrierContactForceField::tellIfUnbounded() {
  if (m_isAsked || ++m_stepsBegun != 3) return;
  warning(
      "The solver does not ask how far bodies may go, so that they can pass each other: put an "
      "IncrementalPotentialSolver into this node or above, and none below.");
}

/// f -= m_gradients, pair by pair.
void BarrierContactForceField::addForces(core::VecDerivId f) {
  std::vector<ContactBodies::PointState::VecDeriv*> forces;
  for (auto* state : m_bodies.states()) {
    state->allocate(f);
    forces.push_back(&state->writeDerivs(f));
  }
  const auto& pairs = m_pairs.list();
  for (std::size_t i = 0; i < m_gradients.size(); ++i) {
    const bool isPair = i < pairs.size();
    const auto& points = isPair ? pairs[i].points : m_friction.contacts()[i - pairs.size()].points;
    const int count = isPair ? pairs[i].pointCount() : m_friction.contacts()[i - pairs.size()].count;
    for (int n = 0; n < count; ++n) {
      const auto [state, point] = m_bodies.place(points[n]);
      if (m_bodies.isMoved(state)) (*forces[state])[point] -= m_gradients[i].segment<3>(3 * n);
    }
  }
}

void BarrierContactForceField::accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) {
  if (!updateBodies()) return;
  evaluate(params.x);
  const auto kept = std::move(m_tangents);
  computeTangents(core::Linearisation::exact, true);
  m_tangents = std::move(kept);
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
  evaluate(params.x);
  moveBase();
  computeTangents(kind, true);
  addForces(f);
  noteDistances();
}

void BarrierContactForceField::accumulateDForce(const core::MechanicalParams& params, core::VecDerivId df) {
  if (!updateBodies()) return;
  const double factor = stiffnessFactor(params);
  Points dx;
  m_bodies.vectors(params.dx, dx);
  std::vector<ContactBodies::PointState::VecDeriv*> forces;
  for (auto* state : m_bodies.states()) {
    state->allocate(df);
    forces.push_back(&state->writeDerivs(df));
  }
  for (const Tangent& tangent : m_tangents) {
    type::Vec<12> d;
    for (int n = 0; n < tangent.count; ++n)
      if (m_bodies.isMoved(m_bodies.place(tangent.points[n]).state)) d.segment<3>(3 * n) = dx[tangent.points[n]];
    const type::Vec<12> product = factor * (tangent.hessian * d);
    for (int n = 0; n < tangent.count; ++n) {
      const auto [state, point] = m_bodies.place(tangent.points[n]);
      if (m_bodies.isMoved(state)) (*forces[state])[point] -= product.segment<3>(3 * n);
    }
  }
}

void BarrierContactForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  if (!updateBodies()) return;
  const auto& states = m_bodies.states();
  std::vector<core::MatrixView> views;
  for (auto* row : states)
    for (auto* column : states) views.push_back(matrix->getForceDerivativeIn(row).withRespectToPositionsIn(column));
  for (const Tangent& tangent : m_tangents)
    for (int i = 0; i < tangent.count; ++i)
      for (int j = 0; j < tangent.count; ++j) {
        const auto [row, a] = m_bodies.place(tangent.points[i]);
        const auto [column, b] = m_bodies.place(tangent.points[j]);
        if (!m_bodies.isMoved(row) || !m_bodies.isMoved(column)) continue;
        const type::Mat3 block = -tangent.hessian.block<3, 3>(3 * i, 3 * j);
        views[row * states.size() + column].add(static_cast<int>(3 * a), static_cast<int>(3 * b), block);
      }
}

/// A line between the first points of the two sides of each pair.
void BarrierContactForceField::draw(core::DrawList& list) const {
  if (!list.shows(type::DisplayFlags::InteractionForceFields)) return;
  std::vector<type::Vec3> ends;
  for (const auto& pair : m_pairs.list()) {
    ends.push_back(m_x[pair.points[0]]);
    ends.push_back(m_x[pair.points[pair.kind == geometry::ContactPair::Kind::edgeEdge ? 2 : 1]]);
  }
  list.lines(ends, 2, {1, 0.5, 0, 1});
}

namespace {
const auto registered = core::Register("BarrierContactForceField", "Sofa.Component.Collision.Response.Contact",
                                       "contact of surfaces by an energy that keeps them from going through each other")
                            .add<BarrierContactForceField>();
}  // namespace

}  // namespace sofa::component::collision
