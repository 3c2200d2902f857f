// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/AttachProjectiveConstraint.h"
#include "Sofa/Type/AngleAxis.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::constraint {
namespace {

/// Rotation that takes the unit vector d to the x axis.
type::Quat turnToX(const type::Vec3& d) {
  const type::Vec3 axis = d.cross(type::Vec3::UnitX());
  const double sine = axis.norm();
  if (!(sine > std::numeric_limits<double>::epsilon())) return type::Quat::Identity();
  return type::Quat(type::AngleAxis(std::acos(std::clamp(d.x(), -1.0, 1.0)), axis / sine));
}

/// Copies the linear part of a body's derivative, and the angular one unless rotations are free.
template <class DataTypes, class Deriv>
void copyBody(const Deriv& from, Deriv& to, bool freeRotation) {
  constexpr int linear = DataTypes::spatialDimensions;
  if (freeRotation)
    to.template head<linear>() = from.template head<linear>();
  else
    to = from;
}

}  // namespace

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::init() {
  if (!core::requireState(*this, l_object1) || !core::requireState(*this, l_object2)) return;
  if (l_mechanicalStates.size() == 0)
    for (auto* end : states()) l_mechanicalStates.add(end);
  setValid();
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::bwdInit() {
  // The states are often in nodes below, and have their points only now.
  if (l_object1 && l_object2) pairs();
}

template <class DataTypes>
bool AttachProjectiveConstraint<DataTypes>::acts() const {
  const double end = d_endTime.value();
  return l_object1 && l_object2 && isValid() && (end < 0 || end > context()->time());
}

template <class DataTypes>
auto AttachProjectiveConstraint<DataTypes>::pairs() -> std::vector<Pair>& {
  const std::array counters{d_indices1.counter(), d_indices2.counter(), d_constraintFactor.counter(),
                            d_freeRotations.counter() + d_lastFreeRotation.counter(), d_restRotations.counter()};
  const std::array sizes{l_object1->size(), l_object2->size()};
  if (counters == m_counters && sizes == m_sizes) return m_pairs;
  m_counters = counters;
  m_sizes = sizes;
  readPairs();
  return m_pairs;
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::readPairs() {
  const Indices &first = d_indices1.value(), &second = d_indices2.value();
  const auto& factors = d_constraintFactor.value();
  const std::size_t count = std::min(first.size(), second.size());
  if (first.size() != second.size())
    warning("indices1 has {} entries and indices2 {}: only the first {} pairs are attached.", first.size(),
            second.size(), count);
  if (!factors.empty() && factors.size() != count)
    warning("constraintFactor has {} entries for {} pairs: missing ones count as 1.", factors.size(), count);
  if (std::ranges::any_of(factors, [](double c) { return !(c >= 0 && c <= 1); }))
    warning("constraintFactor \"{}\" goes beyond [0, 1]: pairs overshoot or drift apart.", d_constraintFactor.text());
  m_pairs.clear();
  std::string missing;
  for (std::size_t i = 0; i < count; ++i) {
    if (first[i] >= m_sizes[0] || second[i] >= m_sizes[1]) {
      missing += fmt::format("{}{} {}", missing.empty() ? "" : ", ", first[i], second[i]);
      continue;
    }
    const bool freeRotation = d_freeRotations.value() || (d_lastFreeRotation.value() && i + 1 == count);
    m_pairs.push_back({first[i], second[i], i < factors.size() ? factors[i] : 1.0, restRotation(second[i]),
                       Hold::attached, freeRotation});
  }
  if (!missing.empty())
    warning("object1 has {} points and object2 {}, so these pairs are left out: {}.", m_sizes[0], m_sizes[1], missing);
}

template <class DataTypes>
auto AttachProjectiveConstraint<DataTypes>::restRotation(type::Index second) const -> Coord {
  Coord rotation{};
  if constexpr (DataTypes::isRigid) {
    const VecCoord& rest = l_object2->restPositions();
    if (!d_restRotations.value() || second + 1 >= rest.size()) return rotation;
    const auto& frame = rest[second];
    const type::Vec3 arm = DataTypes::position(rest[second + 1]) - DataTypes::position(frame);
    if constexpr (DataTypes::spatialDimensions == 3)
      rotation.orientation = turnToX(type::inverseRotate(frame.orientation, arm).normalized());
    else
      rotation.orientation = frame.orientation - std::atan2(arm.y(), arm.x());
  }
  return rotation;
}

template <class DataTypes>
auto AttachProjectiveConstraint<DataTypes>::holdAt(const Coord& x1, const Coord& x2) const -> Hold {
  const type::Vec3 p1 = DataTypes::position(x1);
  if (d_minDistance.value() != -1 && (p1 - DataTypes::position(x2)).norm() > d_minDistance.value())
    return Hold::released;
  if ((p1 - d_lastPos.value()).dot(d_lastDir.value()) > 0) return d_clamp.value() ? Hold::clamped : Hold::released;
  return Hold::attached;
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::attachPosition(const Coord& x1, Coord& x2, const Pair& pair) const {
  const bool clamped = pair.hold == Hold::clamped;
  Coord target = x1;
  if (clamped) DataTypes::setPosition(target, d_lastPos.value());
  if constexpr (!DataTypes::isRigid) {
    x2 -= (0.5 * d_positionFactor.value() * pair.factor) * (x2 - target);
  } else {
    x2.center = target.center;
    if (pair.freeRotation || clamped) return;
    if constexpr (DataTypes::spatialDimensions == 3)
      x2.orientation = x1.orientation * pair.restRotation.orientation;
    else
      x2.orientation = x1.orientation + pair.restRotation.orientation;
  }
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::attachVelocity(Deriv& v1, Deriv& v2, const Pair& pair) const {
  if constexpr (DataTypes::isRigid) {
    copyBody<DataTypes>(v1, v2, pair.freeRotation);
  } else {
    const Deriv change = (0.5 * d_velocityFactor.value() * pair.factor) * (v2 - v1);
    v1 += change;
    v2 -= change;
  }
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::attachResponse(Deriv& d1, Deriv& d2, const Pair& pair) const {
  if constexpr (DataTypes::isRigid) {
    Deriv sum = Deriv::Zero();
    if (d_twoWay.value()) {
      sum = d1 + d2;
      copyBody<DataTypes>(sum, d1, pair.freeRotation);
    }
    copyBody<DataTypes>(sum, d2, pair.freeRotation);
  } else if (d_twoWay.value()) {
    const Deriv change = (0.5 * d_responseFactor.value() * pair.factor) * (d2 - d1);
    d1 += change;
    d2 -= change;
  } else {
    d2.setZero();
  }
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::filterPosition(const core::MechanicalParams&, core::VecCoordId x) {
  if (!acts()) return;
  const VecCoord& x1 = l_object1->coords(x);
  VecCoord& x2 = l_object2->writeCoords(x);
  for (Pair& pair : pairs()) {
    pair.hold = holdAt(x1[pair.first], x2[pair.second]);
    if (pair.hold != Hold::released) attachPosition(x1[pair.first], x2[pair.second], pair);
  }
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::filterVelocity(const core::MechanicalParams&, core::VecDerivId v) {
  if (!acts()) return;
  VecDeriv &v1 = l_object1->writeDerivs(v), &v2 = l_object2->writeDerivs(v);
  for (const Pair& pair : pairs()) {
    Deriv still = Deriv::Zero();
    if (pair.hold != Hold::released)
      attachVelocity(pair.hold == Hold::clamped ? still : v1[pair.first], v2[pair.second], pair);
  }
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::filterResponse(const core::MechanicalParams&, core::VecDerivId d) {
  if (!acts()) return;
  VecDeriv &d1 = l_object1->writeDerivs(d), &d2 = l_object2->writeDerivs(d);
  for (const Pair& pair : pairs()) {
    if (pair.hold == Hold::attached)
      attachResponse(d1[pair.first], d2[pair.second], pair);
    else if (pair.hold == Hold::clamped)
      copyBody<DataTypes>(Deriv(Deriv::Zero()), d2[pair.second], DataTypes::isRigid && pair.freeRotation);
  }
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  if (d_twoWay.value() || !l_object1 || !l_object2 || !isValid()) return;
  if (l_object1.get() != l_object2.get() && !std::exchange(m_toldWrongRows, true))
    warning(
        "An assembled system holds the points of object1 with the numbers of indices2, not those of object2, whose "
        "increments are then not zero. Use a matrix-free solver (CGLinearSolver template=\"GraphScattered\"), or one "
        "state for both.");
  for (const Pair& pair : pairs())
    for (int c = 0; c < DataTypes::derivSize; ++c) {
      const int scalar = static_cast<int>(pair.second) * DataTypes::derivSize + c;
      matrix->discardRowCol(scalar, scalar);
    }
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::storeResetState() {
  m_holdsAtStart.clear();
  for (const Pair& pair : m_pairs) m_holdsAtStart.push_back(pair.hold);
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::reset() {
  for (std::size_t i = 0; i < std::min(m_pairs.size(), m_holdsAtStart.size()); ++i) m_pairs[i].hold = m_holdsAtStart[i];
}

template <class DataTypes>
bool AttachProjectiveConstraint<DataTypes>::topologyChanged(const core::MeshChanges& changes) {
  if (!isValid() || !l_object1 || !l_object2 || changes.steps.empty()) return true;
  simulation::PairedPoints ends{d_indices1.value(), d_indices2.value()};
  const std::size_t count = std::min(ends.first.size(), ends.second.size());
  ends.first.resize(count);
  ends.second.resize(count);
  auto factors = d_constraintFactor.value();
  std::vector<Hold> holds;
  for (const Pair& pair : m_pairs) holds.push_back(pair.hold);
  const auto lost = simulation::followPairs(ends, *l_object1, *l_object2, changes);
  simulation::dropMarked(ends.first, lost);
  simulation::dropMarked(ends.second, lost);
  simulation::dropMarked(factors, lost);
  simulation::dropMarked(holds, lost);
  simulation::dropMarked(m_holdsAtStart, lost);
  setLists(std::move(ends.first), std::move(ends.second), std::move(factors));
  auto& now = pairs();
  for (std::size_t i = 0; i < now.size() && holds.size() == now.size(); ++i) now[i].hold = holds[i];
  return true;
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::archiveLists(core::Archive& archive) {
  Indices first = d_indices1.value(), second = d_indices2.value();
  auto factors = d_constraintFactor.value();
  archive.io(first);
  archive.io(second);
  archive.io(factors);
  if (archive.isLoading() && archive.isGood()) setLists(std::move(first), std::move(second), std::move(factors));
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::setLists(Indices first, Indices second, std::vector<double> factors) {
  d_indices1.set(std::move(first));
  d_indices2.set(std::move(second));
  d_constraintFactor.set(std::move(factors));
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::archive(core::Archive& archive) {
  if (!l_object1 || !l_object2) return;
  if (archive.sizesDiffer()) archiveLists(archive);
  std::vector<Hold> holds;
  for (const Pair& pair : pairs()) holds.push_back(pair.hold);
  archive.io(holds);
  if (holds.size() != m_pairs.size()) return archive.fail();
  for (std::size_t i = 0; i < holds.size(); ++i) m_pairs[i].hold = holds[i];
}

template <class DataTypes>
void AttachProjectiveConstraint<DataTypes>::draw(core::DrawList& list) const {
  if (!acts() || !list.shows(type::DisplayFlags::BehaviorModels)) return;
  constexpr type::Color color{1, 0.5f, 0.5f, 1};
  const VecCoord &x1 = l_object1->positions(), &x2 = l_object2->positions();
  for (const Pair& pair : m_pairs) {
    if (pair.hold == Hold::released || pair.first >= x1.size() || pair.second >= x2.size()) continue;
    const type::Vec3 a = DataTypes::position(x1[pair.first]), b = DataTypes::position(x2[pair.second]);
    list.point(a, 10, color);
    list.point(b, 10, color);
    list.line(a, b, 1, color);
  }
}

namespace {
const auto registered = core::Register("AttachProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "points of one state that follow those of another")
                            .wasCalled("AttachConstraint")
                            .addAll<AttachProjectiveConstraint, type::Vec3Types, type::Vec2Types, type::Vec1Types,
                                    type::Rigid3Types, type::Rigid2Types>();
}  // namespace

}  // namespace sofa::component::constraint
