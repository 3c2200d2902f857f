// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/PointSpringForceField.h"

#include <Eigen/Eigenvalues>
#include <numeric>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"
#include "Sofa/Type/EigenView.h"

namespace sofa::component::solidmechanics {

template <class DataTypes>
void PointSpringForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  if (!d_weights.value().empty() && d_weights.value().size() != d_points.value().size()) {
    this->error("{} weights for {} points: give one each, or none for equal parts.", d_weights.value().size(),
                d_points.value().size());
    this->setInvalid();
    return;
  }
  for (auto* data : {&d_stiffness, &d_damping, &d_restLength}) {
    if (data->value() >= 0) continue;
    this->warning("{} must not be negative: {} is replaced by the default {}.", data->name(), data->value(),
                  data->defaultValue());
    data->set(data->defaultValue());
  }
  this->setValid();
}

template <class DataTypes>
bool PointSpringForceField<DataTypes>::topologyChanged(const core::MeshChanges& changes) {
  const auto* state = this->mstate();
  if (!state || simulation::meshOfState(*state) != changes.mesh) return true;
  auto points = d_points.value();
  auto weights = d_weights.value();
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (const auto& step : changes.steps) {
    std::vector<bool> gone;
    for (auto& i : points) {
      i = i < step->points().before() ? step->points().newIndex(i) : type::invalidIndex;
      gone.push_back(i == type::invalidIndex);
    }
    simulation::dropMarked(weights, gone);
    simulation::dropMarked(points, gone);
  }
  if (points == d_points.value()) return true;
  const double left = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (left != 0)
    for (double& w : weights) w *= sum / left;
  d_points.set(std::move(points));
  d_weights.set(std::move(weights));
  return true;
}

template <class DataTypes>
void PointSpringForceField<DataTypes>::archive(core::Archive& archive) {
  Base::archive(archive);
  if (!archive.sizesDiffer()) return;
  auto points = d_points.value();
  auto weights = d_weights.value();
  archive.io(points), archive.io(weights);
  if (!archive.isLoading() || !archive.isGood()) return;
  d_points.set(std::move(points));
  d_weights.set(std::move(weights));
}

template <class DataTypes>
double PointSpringForceField<DataTypes>::weight(std::size_t i) const {
  const auto& weights = d_weights.value();
  return i < weights.size() ? weights[i] : 1.0 / static_cast<double>(d_points.value().size());
}

/// Whether all points are there: a body may lose some while it is held.
template <class DataTypes>
bool PointSpringForceField<DataTypes>::isHeld(std::size_t size) const {
  const auto& points = d_points.value();
  return !points.empty() && std::all_of(points.begin(), points.end(), [&](auto p) { return p < size; });
}

template <class DataTypes>
auto PointSpringForceField<DataTypes>::arm(const Coord& x) const -> Position {
  const type::Vec3& p = d_localPoint.value();
  if constexpr (!DataTypes::isRigid)
    return Position::Zero();
  else if constexpr (dimension == 3)
    return type::rotate(x.orientation, p);
  else
    return type::planeRotation(x.orientation) * p.head<2>();
}

template <class DataTypes>
auto PointSpringForceField<DataTypes>::heldPoint(const VecCoord& x) const -> Position {
  Position sum = Position::Zero();
  for (std::size_t i = 0; i < d_points.value().size(); ++i) {
    const Coord& at = x[d_points.value()[i]];
    sum += weight(i) * (local(DataTypes::position(at)) + arm(at));
  }
  return sum;
}

template <class DataTypes>
std::optional<type::Vec3> PointSpringForceField<DataTypes>::heldPoint() const {
  const auto* state = this->mstate();
  if (!state || !isHeld(state->positions().size())) return {};
  type::Vec3 p = type::Vec3::Zero();
  p.template head<dimension>() = heldPoint(state->positions());
  return p;
}

template <class DataTypes>
auto PointSpringForceField<DataTypes>::jacobian(const Coord& x, double weight) const -> Jacobian {
  Jacobian j = Jacobian::Zero();
  j.template leftCols<dimension>().setIdentity();
  if constexpr (DataTypes::isRigid) {
    const Position r = arm(x);
    if constexpr (dimension == 3)
      j.template rightCols<3>() << 0, r[2], -r[1], -r[2], 0, r[0], r[1], -r[0], 0;
    else
      j.col(2) << -r[1], r[0];
  }
  return weight * j;
}

/// How the torque r x F of a constant force changes as the body turns, symmetrised, without its unstable part.
template <class DataTypes>
auto PointSpringForceField<DataTypes>::geometricStiffness(const Position& r, const Position& force) const -> Block {
  Block g = Block::Zero();
  if constexpr (DataTypes::isRigid && dimension == 3) {
    type::Mat3 turning = 0.5 * (r * force.transpose() + force * r.transpose());
    turning -= r.dot(force) * type::Mat3::Identity();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> modes(eigen(turning));
    const type::Vec3 stable = modes.eigenvalues().cwiseMin(0.0);
    const type::Mat3 axes = modes.eigenvectors();
    g.template bottomRightCorner<3, 3>() = axes * stable.asDiagonal() * axes.transpose();
  } else if constexpr (DataTypes::isRigid) {
    g(2, 2) = std::min(0.0, -r.dot(force));
  }
  return g;
}

template <class DataTypes>
void PointSpringForceField<DataTypes>::hold(const std::vector<type::Index>& points, const std::vector<double>& weights,
                                            const type::Vec3& position) {
  d_points.set(points);
  d_weights.set(weights);
  if constexpr (DataTypes::isRigid) {
    if (points.empty() || points[0] >= this->mstate()->size()) return;
    const Coord& x = this->mstate()->positions()[points[0]];
    const type::Vec3 arm = position - DataTypes::position(x);
    type::Vec3 inFrame = type::Vec3::Zero();
    if constexpr (dimension == 3)
      inFrame = type::inverseRotate(x.orientation, arm);
    else
      inFrame.head<2>() = type::planeRotation(-x.orientation) * arm.head<2>();
    d_localPoint.set(inFrame);
  }
}

/// With the coordinates that the state does not have at 0.
template <class DataTypes>
type::Vec3 PointSpringForceField<DataTypes>::target() const {
  type::Vec3 p = type::Vec3::Zero();
  p.template head<dimension>() = local(d_target.value());
  return p;
}

template <class DataTypes>
bool PointSpringForceField<DataTypes>::evaluate(const VecCoord& x, const VecDeriv& v, Position& force,
                                                Square& tangent) {
  if (!this->isValid()) return false;
  if (!isHeld(x.size())) {
    if (!std::exchange(m_told, true))
      this->error("The state has {} points, not all of those that are held ({}): no force acts.", x.size(),
                  d_points.text());
    return false;
  }
  const double k = d_stiffness.value(), rest = d_restLength.value();
  Position velocity = Position::Zero();
  for (std::size_t i = 0; i < d_points.value().size(); ++i) {
    const auto point = d_points.value()[i];
    if (point < v.size()) velocity += jacobian(x[point], weight(i)) * v[point];
  }
  const Position d = heldPoint(x) - local(d_target.value());
  const double length = d.norm();
  // A spring of no length has no direction, unless its rest length is 0 too.
  force = -d_damping.value() * velocity;
  if (rest == 0 || length == 0) {
    force -= k * d;
    tangent = -k * Square::Identity();
  } else {
    const Position u = d / length;
    const double across = std::max(0.0, 1 - rest / length);
    force -= k * (length - rest) * u;
    tangent = -k * (across * Square::Identity() + (1 - across) * u * u.transpose());
  }
  return true;
}

template <class DataTypes>
void PointSpringForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                                const VecDeriv& v) {
  Position force;
  Square tangent;
  if (!evaluate(x, v, force, tangent)) return;
  for (std::size_t i = 0; i < d_points.value().size(); ++i) {
    const auto point = d_points.value()[i];
    f[point] += jacobian(x[point], weight(i)).transpose() * force;
  }
}

template <class DataTypes>
void PointSpringForceField<DataTypes>::linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv& v,
                                                 core::Linearisation) {
  m_held.clear();
  m_tangent.setZero();
  Position force;
  if (!evaluate(x, v, force, m_tangent)) return;
  for (std::size_t i = 0; i < d_points.value().size(); ++i) {
    const auto point = d_points.value()[i];
    Held& held = m_held.emplace_back(Held{point, jacobian(x[point], weight(i))});
    if constexpr (DataTypes::isRigid) held.geometric = geometricStiffness(arm(x[point]), weight(i) * force);
  }
}

template <class DataTypes>
void PointSpringForceField<DataTypes>::addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx,
                                                 double kFactor) {
  Position dp = Position::Zero();
  for (const Held& held : m_held) {
    if (held.point >= dx.size() || held.point >= df.size()) return;
    dp += held.jacobian * dx[held.point];
  }
  const Position force = kFactor * (m_tangent * dp) - params.bFactor * d_damping.value() * dp;
  for (const Held& held : m_held) {
    df[held.point] += held.jacobian.transpose() * force;
    if constexpr (DataTypes::isRigid) df[held.point] += kFactor * (held.geometric * dx[held.point]);
  }
}

template <class DataTypes>
template <class Matrix>
void PointSpringForceField<DataTypes>::addBlocks(const Matrix& matrix, const Square& tangent, bool geometric) const {
  for (const Held& row : m_held)
    for (const Held& column : m_held) {
      Block block = row.jacobian.transpose() * tangent * column.jacobian;
      if (geometric && &row == &column) block += row.geometric;
      matrix(static_cast<int>(row.point) * width, static_cast<int>(column.point) * width) += block;
    }
}

template <class DataTypes>
void PointSpringForceField<DataTypes>::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  auto* state = this->mstate();
  if (!state || !isHeld(state->size())) return;
  addBlocks(matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state), m_tangent, true);
}

template <class DataTypes>
void PointSpringForceField<DataTypes>::buildDampingMatrix(core::DampingMatrix* matrix) {
  auto* state = this->mstate();
  if (!state || !isHeld(state->size()) || d_damping.value() == 0) return;
  addBlocks(matrix->getForceDerivativeIn(state).withRespectToVelocityIn(state), -d_damping.value() * Square::Identity(),
            false);
}

template <class DataTypes>
std::optional<double> PointSpringForceField<DataTypes>::potentialEnergy(const core::MechanicalParams& params) {
  const auto* state = this->mstate();
  if (!this->isValid() || !state || !isHeld(state->coords(params.x).size())) return 0;
  const double length = (heldPoint(state->coords(params.x)) - local(d_target.value())).norm() - d_restLength.value();
  return 0.5 * d_stiffness.value() * length * length;
}

template <class DataTypes>
void PointSpringForceField<DataTypes>::draw(core::DrawList& list) const {
  if (!list.shows(type::DisplayFlags::ForceFields)) return;
  if (const auto from = heldPoint()) list.line(*from, target(), 1, d_color.value());
}

namespace {
using namespace type;
const auto registered =
    core::Register("PointSpringForceField", "Sofa.Component.SolidMechanics.Spring",
                   "a spring between a place in space and a point of a body")
        .addAll<PointSpringForceField, Vec3Types, Vec1Types, Vec2Types, Vec6Types, Rigid2Types, Rigid3Types>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
