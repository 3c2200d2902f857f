// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include "Sofa/Component/StateContainer/MechanicalObject.h"
#include "Sofa/Component/StateContainer/StateDrawing.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/PlacedState.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Simulation/Mechanics/StateSizes.h"

/// The members of MechanicalObject, for those who register it for a kind of point: this library for its own
/// (MechanicalObject.cpp), a plugin for its own. A kind of point has the members of type::VecTypes; what scale3d,
/// rotation and translation do to more than its place is told by a member transform(x, scale, rotation, translation).
namespace sofa::component::statecontainer {

using core::VecCoordId;
using core::VecDerivId;
namespace vec = core::vec;
using type::Vec3;

namespace detail {

/// Memory for points to come; how many that are is a guess of the scene's author, which may be far off.
template <class Points>
void reservePoints(const core::Data<int>& wanted, core::Data<Points>& positions) {
  constexpr int most = 1 << 24;
  if (wanted.value() > most)
    wanted.owner()->warning("reserve=\"{}\": memory is reserved for {} points; more are added as they come.",
                            wanted.value(), most);
  if (wanted.value() > 0) positions.edit().reserve(static_cast<std::size_t>(std::min(wanted.value(), most)));
}

}  // namespace detail

template <class DataTypes>
MechanicalObject<DataTypes>::MechanicalObject() = default;

template <class DataTypes>
auto MechanicalObject<DataTypes>::named(VecCoordId id) const -> Data<VecCoord>* {
  auto* self = const_cast<MechanicalObject*>(this);
  switch (id.index) {
    case vec::position.index:
      return &self->d_position;
    case vec::restPosition.index:
      return &self->d_restPosition;
    case vec::freePosition.index:
      return &self->d_freePosition;
    case vec::resetPosition.index:
      return &self->d_resetPosition;
    default:
      return nullptr;
  }
}

template <class DataTypes>
auto MechanicalObject<DataTypes>::named(VecDerivId id) const -> Data<VecDeriv>* {
  auto* self = const_cast<MechanicalObject*>(this);
  switch (id.index) {
    case vec::velocity.index:
      return &self->d_velocity;
    case vec::resetVelocity.index:
      return &self->d_resetVelocity;
    case vec::freeVelocity.index:
      return &self->d_freeVelocity;
    case vec::force.index:
      return &self->d_force;
    case vec::externalForce.index:
      return &self->d_externalForce;
    case vec::dx.index:
      return &self->d_derivX;
    default:
      return nullptr;
  }
}

template <class DataTypes>
auto MechanicalObject<DataTypes>::solverCoords(VecCoordId id) const -> VecCoord& {
  VecCoord& values = m_solverCoords.at(id.index);
  if (values.size() < m_size) [[unlikely]] {
    const auto& x = d_position.value();
    values.insert(values.end(), x.begin() + std::min(values.size(), x.size()), x.end());
    values.resize(m_size);
  }
  return values;
}

template <class DataTypes>
auto MechanicalObject<DataTypes>::solverDerivs(VecDerivId id) const -> VecDeriv& {
  VecDeriv& values = m_solverDerivs.at(id.index);
  if (values.size() < m_size) [[unlikely]]
    values.resize(m_size);
  return values;
}

template <class DataTypes>
auto MechanicalObject<DataTypes>::coords(VecCoordId id) const -> const VecCoord& {
  if (auto* data = named(id)) return data->value();
  return solverCoords(id);
}

template <class DataTypes>
auto MechanicalObject<DataTypes>::derivs(VecDerivId id) const -> const VecDeriv& {
  auto* data = named(id);
  if (!data) return solverDerivs(id);
  if ((id == vec::dx || id == vec::force) && data->value().size() < m_size) [[unlikely]]
    data->edit().resize(m_size);
  return data->value();
}

template <class DataTypes>
auto MechanicalObject<DataTypes>::writeCoords(VecCoordId id) -> VecCoord& {
  if (auto* data = named(id)) return data->edit();
  return solverCoords(id);
}

template <class DataTypes>
auto MechanicalObject<DataTypes>::writeDerivs(VecDerivId id) -> VecDeriv& {
  auto* data = named(id);
  if (!data) return solverDerivs(id);
  VecDeriv& values = data->edit();
  if ((id == vec::dx || id == vec::force) && values.size() < m_size) [[unlikely]]
    values.resize(m_size);
  return values;
}

template <class DataTypes>
std::optional<int> MechanicalObject<DataTypes>::changes(VecCoordId id) const {
  const auto* data = named(id);
  return data ? std::optional(data->counter()) : std::nullopt;
}

template <class DataTypes>
std::optional<int> MechanicalObject<DataTypes>::changes(VecDerivId id) const {
  const auto* data = named(id);
  return data ? std::optional(data->counter()) : std::nullopt;
}

template <class DataTypes>
bool MechanicalObject<DataTypes>::has(VecCoordId id) const {
  if (auto* data = named(id)) return !data->value().empty();
  const auto* values = m_solverCoords.find(id.index);
  return values && !values->empty();
}

template <class DataTypes>
bool MechanicalObject<DataTypes>::has(VecDerivId id) const {
  if (auto* data = named(id)) return !data->value().empty();
  const auto* values = m_solverDerivs.find(id.index);
  return values && !values->empty();
}

template <class DataTypes>
void MechanicalObject<DataTypes>::release(VecCoordId id) {
  if (auto* data = named(id))
    data->edit().clear();
  else
    m_solverCoords.at(id.index).clear();
}

template <class DataTypes>
void MechanicalObject<DataTypes>::release(VecDerivId id) {
  if (auto* data = named(id))
    data->edit().clear();
  else
    m_solverDerivs.at(id.index).clear();
}

template <class DataTypes>
void MechanicalObject<DataTypes>::resize(std::size_t size) {
  const std::size_t before = std::exchange(m_size, size);
  if (before != size) simulation::noteResized(*this, before);
  for (auto* data : {&d_position, &d_restPosition, &d_freePosition, &d_resetPosition})
    if (data == &d_position || !data->value().empty()) data->edit().resize(size);
  for (auto* data : {&d_velocity, &d_force, &d_externalForce, &d_derivX, &d_freeVelocity, &d_resetVelocity})
    if (data == &d_velocity || data == &d_force || data == &d_externalForce || !data->value().empty())
      data->edit().resize(size);
  for (const auto& [index, v] : m_solverCoords.entries())
    if (!v->empty()) v->resize(size);
  for (const auto& [index, v] : m_solverDerivs.entries())
    if (!v->empty()) v->resize(size);
}

namespace detail {

/// Weighted mean, scalar by scalar; orientations are made unit quaternions again.
template <class Point>
Point meanOf(const std::vector<Point>& values, const core::Ancestors& ancestors) {
  constexpr std::size_t width = sizeof(Point) / sizeof(double);
  std::vector<Point> result(1);
  const auto from = core::flatten(values);
  const auto to = core::flatten(result);
  std::fill(to.begin(), to.end(), 0.0);
  for (std::size_t a = 0; a < ancestors.elements.size(); ++a)
    for (std::size_t s = 0; s < width; ++s) to[s] += ancestors.weight(a) * from[ancestors.elements[a] * width + s];
  if constexpr (requires { result[0].orientation.normalize(); }) result[0].orientation.normalize();
  return result[0];
}

}  // namespace detail

template <class DataTypes>
void MechanicalObject<DataTypes>::followPoints(const core::ElementChange& points) {
  m_removedPositions.clear();
  if (points.before() != m_size) return resize(points.after());
  for (const type::Index i : points.removed()) m_removedPositions.push_back(d_position.value()[i]);
  const auto carry = [&]<class Point>(std::vector<Point>& values) {
    core::carryValues(values, points, [&](std::size_t i, const core::Ancestors* ancestors) {
      if (ancestors) values[i] = detail::meanOf(values, *ancestors);
    });
  };
  // An empty vector is one that is not in use, unless all the state is empty.
  for (auto* data : {&d_position, &d_restPosition, &d_freePosition, &d_resetPosition})
    if (!data->value().empty() || data == &d_position || data == &d_restPosition) carry(data->edit());
  for (auto* data : {&d_velocity, &d_force, &d_externalForce, &d_derivX, &d_freeVelocity, &d_resetVelocity})
    if (!data->value().empty() || data == &d_velocity || data == &d_force || data == &d_externalForce)
      carry(data->edit());
  for (const auto& [index, v] : m_solverCoords.entries())
    if (!v->empty()) carry(*v);
  for (const auto& [index, v] : m_solverDerivs.entries())
    if (!v->empty()) carry(*v);
  if (!m_givenExternalForce.empty()) carry(m_givenExternalForce);
  m_size = points.after();  // what names its points follows the mesh as well
  resize(m_size);
}

template <class DataTypes>
void MechanicalObject<DataTypes>::parseExtra(core::ComponentDescription& description) {
  // Legacy spellings are read in single precision; one member of a group replaces the whole Data
  // (docs/manual/scenes.md, "Numbers in single precision").
  const auto group = [&](Data<Vec3>& data, const std::array<const char*, 3>& names, float missing) {
    Vec3 value;
    bool given = false;
    for (int i = 0; i < 3; ++i) {
      std::string bad;
      const auto number = description.takeFloat(names[static_cast<std::size_t>(i)], &bad);
      if (!bad.empty()) core::tellNoNumber(*this, bad, fmt::format("{} is used", missing));
      given = given || number;
      value[i] = number.value_or(missing);
    }
    if (given) data.set(value);
  };
  std::string bad;
  if (const auto s = description.takeFloat("scale", &bad)) d_scale.set(Vec3::Constant(*s));
  if (!bad.empty()) core::tellNoNumber(*this, bad, "it is ignored");
  group(d_scale, {"sx", "sy", "sz"}, 1.f);
  group(d_rotation, {"rx", "ry", "rz"}, 0.f);
  group(d_translation, {"dx", "dy", "dz"}, 0.f);
  group(d_rotation2, {"rx2", "ry2", "rz2"}, 0.f);
  group(d_translation2, {"dx2", "dy2", "dz2"}, 0.f);

  if (!d_size.isSet()) return;
  constexpr int largest = 1 << 28;
  if (d_size.value() < 0 || d_size.value() > largest)
    this->warning("size=\"{}\" is not a number of points between 0 and {}; it is ignored.", d_size.value(), largest);
  else
    resize(static_cast<std::size_t>(d_size.value()));
}

template <class DataTypes>
void MechanicalObject<DataTypes>::matchSizes() {
  std::size_t largest = 0;
  std::string sizes;
  bool differ = false;
  const auto look = [&](const auto& data) {
    const std::size_t n = data.value().size();
    largest = std::max(largest, n);
    if (n > 0) sizes += fmt::format(" {}: {}", data.name(), n);
  };
  for (auto* data : {&d_position, &d_restPosition, &d_freePosition, &d_resetPosition}) look(*data);
  for (auto* data : {&d_velocity, &d_force, &d_externalForce, &d_derivX, &d_freeVelocity, &d_resetVelocity})
    look(*data);
  const auto odd = [&](const auto& data) { return data.value().size() > 1 && data.value().size() != largest; };
  for (auto* data : {&d_position, &d_restPosition, &d_freePosition, &d_resetPosition}) differ = differ || odd(*data);
  for (auto* data : {&d_velocity, &d_force, &d_externalForce, &d_derivX, &d_freeVelocity, &d_resetVelocity})
    differ = differ || odd(*data);
  if (m_size >= largest) return;
  if (differ) this->warning("Vectors of different sizes are given; all become {}:{}.", largest, sizes);
  resize(largest);
}

template <class DataTypes>
void MechanicalObject<DataTypes>::takePointsOfTopology(const core::BaseMeshTopology& topology) {
  const std::size_t n = topology.nbPoints();
  const Deriv velocity = d_velocity.value().empty() ? Deriv(Deriv::Zero()) : d_velocity.value().back();
  resize(n);
  std::fill(d_velocity.edit().begin(), d_velocity.edit().end(), velocity);
  auto& x = d_position.edit();
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = Coord{};
    DataTypes::setPosition(x[i], topology.position(i));
  }
}

template <class DataTypes>
void MechanicalObject<DataTypes>::transform(const Vec3& scale, const Vec3& rotationDegrees, const Vec3& translation) {
  if (scale == Vec3(1, 1, 1) && rotationDegrees.isZero(0) && translation.isZero(0)) return;
  const type::Quat rotation = type::fromEulerDegrees(rotationDegrees);
  for (Coord& x : d_position.edit()) {
    if constexpr (requires { DataTypes::transform(x, scale, rotation, translation); }) {
      DataTypes::transform(x, scale, rotation, translation);
      continue;
    }
    Vec3 p = DataTypes::position(x).cwiseProduct(scale);
    if constexpr (std::is_same_v<DataTypes, type::Rigid2Types>) x.orientation *= scale[2];
    if (!rotationDegrees.isZero(0)) {
      p = type::rotate(rotation, p);
      if constexpr (std::is_same_v<DataTypes, type::Rigid3Types>) x.orientation = rotation * x.orientation;
    }
    DataTypes::setPosition(x, p + translation);
  }
}

template <class DataTypes>
void MechanicalObject<DataTypes>::takeInitialPoints() {
  if (l_topology && m_passed == knownMesh()) {
    if (m_taken) resize(*m_taken);
  } else if (l_topology && l_topology->hasPositions()) {
    m_taken = l_topology->nbPoints();
    return takePointsOfTopology(*l_topology);
  } else {
    m_taken.reset();
  }
  if (d_position.value().empty()) resize(0);
}

template <class DataTypes>
void MechanicalObject<DataTypes>::init() {
  const bool isPlaced = core::isPlaced(*this);
  if (!l_topology && !l_topology.isGiven() && d_useTopology.value())
    l_topology.set(core::localOf<core::BaseMeshTopology>(*this->context()));
  matchSizes();
  const std::size_t nx = d_position.value().size(), nv = d_velocity.value().size();
  if (nx <= 1 && nv <= 1) {
    takeInitialPoints();
  } else {
    if (nv < nx) d_velocity.edit().resize(nx, nv ? d_velocity.value().back() : Deriv(Deriv::Zero()));
    resize(std::max(nx, nv));
  }
  detail::reservePoints(d_reserve, d_position);

  if (!isPlaced) transform(d_scale.value(), d_rotation.value(), d_translation.value());
  if (d_restPosition.value().size() != d_position.value().size()) {
    VecCoord rest = d_position.value();
    const double s = d_restScale.value();
    if (s != 1.0)
      for (Coord& x : rest) {
        if constexpr (requires { x.center; }) {
          x.center *= s;
          if constexpr (std::is_same_v<DataTypes, type::Rigid2Types>) x.orientation *= s;
        } else {
          x *= s;
        }
      }
    d_restPosition.set(std::move(rest));
  }
  if (!isPlaced) {
    transform(Vec3(1, 1, 1), d_rotation2.value(), Vec3::Zero());
    transform(Vec3(1, 1, 1), Vec3::Zero(), d_translation2.value());
  }
  const std::initializer_list<const core::BaseData*> moves{&d_scale, &d_rotation, &d_translation, &d_rotation2,
                                                           &d_translation2};
  if (std::ranges::any_of(moves, [](const auto* data) { return data->isSet(); })) core::setPlaced(*this);
  core::readAtInit(*this, moves);
  core::readAtInit(*this, {&d_restScale, &d_useTopology, &d_size});
  if (const auto& f = d_externalForce.value(); !std::ranges::all_of(f, [](const Deriv& d) { return d.isZero(0); }))
    m_givenExternalForce = f;
  this->setValid();
}

template <class DataTypes>
void MechanicalObject<DataTypes>::bwdInit() {
  const bool isPassed = l_topology && m_taken != l_topology->nbPoints();
  m_passed = isPassed ? std::optional(knownMesh()) : std::nullopt;
}

template <class DataTypes>
void MechanicalObject<DataTypes>::storeResetState() {
  m_hasResetState = true;
  d_resetPosition.set(d_position.value());
  const auto& v = d_velocity.value();
  if (std::any_of(v.begin(), v.end(), [](const Deriv& d) { return !d.isZero(0); })) d_resetVelocity.set(v);
}

template <class DataTypes>
void MechanicalObject<DataTypes>::reset() {
  auto& force = d_force.edit();
  std::fill(force.begin(), force.end(), Deriv(Deriv::Zero()));
  if (!m_givenExternalForce.empty()) {
    d_externalForce.set(m_givenExternalForce);
    d_externalForce.edit().resize(m_size, Deriv(Deriv::Zero()));
  }
  if (!m_hasResetState) return;
  // In place: vectors stay where they lie for those who look at them there.
  d_position.edit() = d_resetPosition.value();
  if (d_resetVelocity.value().empty())
    d_velocity.edit().assign(m_size, Deriv(Deriv::Zero()));
  else
    d_velocity.edit() = d_resetVelocity.value();
  if (!d_freePosition.value().empty()) d_freePosition.edit() = d_position.value();
  if (!d_freeVelocity.value().empty()) d_freeVelocity.edit() = d_velocity.value();
}

template <class DataTypes>
void MechanicalObject<DataTypes>::computeBoundingBox() {
  if (!d_showObject.value()) return;
  auto& box = this->d_bbox.edit();
  for (const Coord& x : d_position.value()) box.include(DataTypes::position(x));
}

template <class DataTypes>
void MechanicalObject<DataTypes>::draw(core::DrawList& list) const {
  if (!d_showObject.value() && !d_showIndices.value() && !d_showVectors.value()) return;
  static thread_local core::DrawnPoints drawn;
  const auto points = drawn.of(this);
  if (d_showIndices.value()) core::drawNumbers(list, points, d_showIndicesScale.value(), {1, 1, 1, 1});
  if (d_showVectors.value()) drawVelocities(list, points);
  if (!d_showObject.value()) return;
  if constexpr (std::is_same_v<DataTypes, type::Rigid3Types>)
    drawStateFrames(list, d_position.value(), d_drawMode.value(), d_showObjectScale.value(),
                    this->context() && this->context()->d_sleeping.value());
  else
    drawStatePoints(list, points, d_drawMode.value(), d_showObjectScale.value(), d_showColor.value());
}

template <class DataTypes>
void MechanicalObject<DataTypes>::drawVelocities(core::DrawList& list, std::span<const Vec3> points) const {
  constexpr double thickness = 1.0 / 20;  // in parts of the length
  const auto& velocities = d_velocity.value();
  const auto style = static_cast<core::SegmentStyle>(std::clamp(d_drawMode.value(), 0, 2));
  for (std::size_t i = 0; i < std::min(points.size(), velocities.size()); ++i) {
    const Vec3 v = core::linearPart<DataTypes>(velocities[i]) * d_showVectorsScale.value();
    core::drawSegment(list, style, points[i], points[i] + v, thickness * v.norm(), {1, 1, 1, 1});
  }
}

template <class DataTypes>
void MechanicalObject<DataTypes>::archive(core::Archive& archive) {
  std::uint64_t size = m_size;
  archive.io(size);
  if (archive.isLoading() && size != m_size) {
    if (!archive.sizesDiffer() || !archive.isGood()) return archive.fail();
    resize(size);
  }
  const auto io = [&](auto& data) {
    auto values = data.value();
    archive.io(values);
    if (archive.isLoading() && archive.isGood()) data.edit() = values;  // in place: who looks at the values goes on
  };
  for (auto* data : {&d_velocity, &d_force, &d_externalForce, &d_derivX, &d_freeVelocity, &d_resetVelocity}) io(*data);
  for (auto* data : {&d_position, &d_restPosition, &d_freePosition, &d_resetPosition}) io(*data);
  archiveMultiplierForce(archive);
}

template <class DataTypes>
void MechanicalObject<DataTypes>::archiveMultiplierForce(core::Archive& archive) {
  const auto id = core::vec::multiplierForce;
  std::vector<double> forces;
  if (this->has(id)) forces.assign(this->hostRead(id).begin(), this->hostRead(id).end());
  archive.io(forces);
  if (!archive.isLoading() || !archive.isGood()) return;
  if (forces.empty()) return this->has(id) ? this->clear(id) : void();
  this->allocate(id);
  const auto now = this->hostWrite(id);
  if (now.size() != forces.size()) return archive.fail();
  std::ranges::copy(forces, now.begin());
}

}  // namespace sofa::component::statecontainer
