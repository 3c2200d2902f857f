// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/RestShapeSpringsForceField.h"

#include <limits>
#include <numeric>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {
namespace {

using type::Quat;
using type::Vec3;

/// Axis times angle of a unit quaternion with w >= 0.
Vec3 axisTimesAngle(const Quat& q) {
  if (q.w() >= 1) return Vec3::Zero();
  double sine = q.vec().norm(), angle;
  if (q.w() > 0.999) {
    angle = 2 * std::asin(sine);
  } else {
    angle = 2 * std::acos(q.w());
    sine = std::sin(angle / 2);
  }
  if (sine < std::numeric_limits<double>::epsilon()) return Vec3(0, angle, 0);
  return q.vec() * (angle / sine);
}

/// Rotation from `from` to `to`, the short way round.
Vec3 rotationBetween(const Quat& from, const Quat& to) {
  Quat q = to * type::inverse(from);
  q.normalize();
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  return axisTimesAngle(q);
}

}  // namespace

template <class DataTypes>
void RestShapeSpringsForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  if (d_stiffness.value().empty()) d_stiffness.set({100.0});
  core::connectMesh(*this, l_topology);
}

template <class DataTypes>
void RestShapeSpringsForceField<DataTypes>::bwdInit() {
  if (!this->isValid()) return;
  if (l_restState.isGiven() && !l_restState) {
    this->error("external_rest_shape=\"{}\" does not name a state of type {}.", l_restState.text(), DataTypes::name());
    this->setInvalid();
    return;
  }
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_points, &d_externalPoints, &d_stiffness, &d_angularStiffness, &d_activeDirections})
    this->trackData(*data);
  prepare();
}

template <class DataTypes>
bool RestShapeSpringsForceField<DataTypes>::topologyChanged(const core::MeshChanges&) {
  if (!this->isValid() || !this->mstate()) return true;
  m_lostAll = d_points.value().empty() && (m_lostAll || m_listed);
  this->trackData(d_points);
  prepare();
  return true;
}

template <class DataTypes>
auto RestShapeSpringsForceField<DataTypes>::reference() const -> const VecCoord& {
  return l_restState ? l_restState->positions() : this->mstate()->restPositions();
}

/// False, with an error, if the lists name points that do not exist or do not pair.
template <class DataTypes>
bool RestShapeSpringsForceField<DataTypes>::chooseIndices(Indices& points, Indices& targets) const {
  const auto all = [](std::size_t size) {
    Indices indices(size);
    std::iota(indices.begin(), indices.end(), type::Index{0});
    return indices;
  };
  points = d_points.value().empty() ? all(m_size) : d_points.value();
  targets = points;
  if (l_restState) {
    if (!d_externalPoints.value().empty())
      targets = d_externalPoints.value();
    else if (d_points.value().empty())
      targets = all(m_targetSize);
  } else if (!d_externalPoints.value().empty()) {
    targets = d_externalPoints.value();
  }
  if (points.size() != targets.size()) {
    this->error("{} points for {} targets: points and external_points must be equally many, so no spring acts.",
                points.size(), targets.size());
    return false;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i] < m_size && targets[i] < m_targetSize) continue;
    this->error("Point {} with target {} does not exist: there are {} points and {} targets. No spring acts.",
                points[i], targets[i], m_size, m_targetSize);
    return false;
  }
  return true;
}

template <class DataTypes>
void RestShapeSpringsForceField<DataTypes>::prepare() {
  m_size = this->mstate()->size();
  m_targetSize = reference().size();
  m_springs.clear();
  m_listed = !d_points.value().empty();
  m_lostAll = m_lostAll && !m_listed;
  if (m_lostAll) return;
  for (int c = 0; c < DataTypes::derivSize; ++c) m_active[c] = d_activeDirections.value()[c] ? 1 : 0;

  Indices points, targets;
  if (!chooseIndices(points, targets)) return;
  const auto& stiffness = d_stiffness.value();
  const auto at = [&](const std::vector<double>& values, std::size_t i, double absent) {
    if (values.empty()) return absent;
    return i < values.size() ? values[i] : values[0];
  };
  std::vector<double> angular = d_angularStiffness.value();
  angular.resize(std::max<std::size_t>(stiffness.size(), 1), 100.0);
  m_springs.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    m_springs.push_back({points[i], targets[i], at(stiffness, i, 100.0), at(angular, i, 100.0)});
  m_angular = std::move(angular);
}

/// States may get their points after initialisation, or other numbers of points.
template <class DataTypes>
void RestShapeSpringsForceField<DataTypes>::updateSizes() {
  if (m_size == this->mstate()->size() && m_targetSize == reference().size()) return;
  if (d_recomputeIndices.value() || m_size > this->mstate()->size() || m_targetSize > reference().size()) prepare();
}

template <class DataTypes>
void RestShapeSpringsForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                                     const VecDeriv&) {
  if (!this->isValid()) return;
  updateSizes();
  const VecCoord& targets = reference();
  for (const Spring& s : m_springs) {
    if constexpr (DataTypes::isRigid) {
      const Coord &from = targets[s.target], &to = x[s.point];
      Deriv d;
      d << s.stiffness * (to.center - from.center),
          s.angularStiffness * rotationBetween(from.orientation, to.orientation);
      f[s.point] -= m_active.cwiseProduct(d);
    } else {
      f[s.point] -= s.stiffness * m_active.cwiseProduct(x[s.point] - targets[s.target]);
    }
  }
}

template <class DataTypes>
std::optional<double> RestShapeSpringsForceField<DataTypes>::potentialEnergy(const core::MechanicalParams& params) {
  if (!this->isValid() || !this->mstate()) return 0;
  updateSizes();
  const VecCoord &x = this->mstate()->coords(params.x), &targets = reference();
  double energy = 0;
  for (const Spring& s : m_springs) {
    if constexpr (DataTypes::isRigid) {
      const Coord &from = targets[s.target], &to = x[s.point];
      Deriv d;
      d << to.center - from.center, rotationBetween(from.orientation, to.orientation);
      const Deriv bound = m_active.cwiseProduct(d);
      energy += 0.5 * s.stiffness * bound.template head<3>().squaredNorm() +
                0.5 * s.angularStiffness * bound.template tail<3>().squaredNorm();
    } else {
      energy += 0.5 * s.stiffness * m_active.cwiseProduct(x[s.point] - targets[s.target]).squaredNorm();
    }
  }
  return energy;
}

template <class DataTypes>
bool RestShapeSpringsForceField<DataTypes>::isConservative() const {
  // One axis of a turn has no potential of its own.
  return !DataTypes::isRigid || m_active.template tail<DataTypes::derivSize / 2>().minCoeff() == 1;
}

template <class DataTypes>
void RestShapeSpringsForceField<DataTypes>::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                                      double kFactor) {
  if (!this->isValid() || dx.size() < m_size) return;
  for (const Spring& s : m_springs) {
    if constexpr (DataTypes::isRigid) {
      df[s.point].template head<3>() -=
          kFactor * s.stiffness * m_active.template head<3>().cwiseProduct(dx[s.point].template head<3>());
      df[s.point].template tail<3>() -=
          kFactor * s.angularStiffness * m_active.template tail<3>().cwiseProduct(dx[s.point].template tail<3>());
    } else {
      df[s.point] -= kFactor * s.stiffness * m_active.cwiseProduct(dx[s.point]);
    }
  }
}

template <class DataTypes>
void RestShapeSpringsForceField<DataTypes>::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  auto* state = this->mstate();
  if (!this->isValid() || !state || state->size() < m_size) return;
  constexpr int n = DataTypes::derivSize;
  auto dfdx = matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state);
  const auto& stiffness = d_stiffness.value();
  const bool isSofas = core::reproducesSofa(*this);
  for (const Spring& s : m_springs) {
    if (!isSofas) {
      Deriv diagonal = Deriv::Constant(-s.stiffness);
      if constexpr (DataTypes::isRigid) diagonal.template tail<3>().setConstant(-s.angularStiffness);
      const int scalar = static_cast<int>(s.point) * n;
      dfdx(scalar, scalar) += type::Mat<n>(m_active.cwiseProduct(diagonal).asDiagonal());
      continue;
    }
    const double k = stiffness.empty() ? s.stiffness : stiffness[s.point < stiffness.size() ? s.point : 0];
    tellDifference(s, k);
    Deriv diagonal = Deriv::Constant(-k);
    if constexpr (DataTypes::isRigid)
      diagonal.template tail<3>() = -m_angular[s.point < m_angular.size() ? s.point : 0] * m_active.template tail<3>();
    const int scalar = static_cast<int>(s.point) * n;
    dfdx(scalar, scalar) += type::Mat<n>(diagonal.asDiagonal());
  }
}

/// Says once that an assembled matrix is not the derivative of the force.
template <class DataTypes>
void RestShapeSpringsForceField<DataTypes>::tellDifference(const Spring& spring, double assembled) {
  constexpr int translations = DataTypes::isRigid ? DataTypes::spatialDimensions : DataTypes::derivSize;
  if (spring.stiffness == assembled && m_active.template head<translations>().minCoeff() == 1) return;
  if (std::exchange(m_toldDifference, true)) return;
  core::tellDefect(
      *this,
      "assembled matrices take the stiffness listed at the number of the point, not at its rank in points, "
      "and bind all translations",
      "Give one stiffness and all directions, or use a solver without a matrix (CGLinearSolver)");
}

template <class DataTypes>
void RestShapeSpringsForceField<DataTypes>::draw(core::DrawList& list) const {
  if (!this->mstate() || !d_drawSpring.value() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = this->mstate()->positions();
  const VecCoord& targets = reference();
  for (const Spring& s : m_springs)
    if (s.point < x.size() && s.target < targets.size())
      list.line(DataTypes::position(targets[s.target]), DataTypes::position(x[s.point]), 5, d_springColor.value());
}

namespace {
const auto registered = core::Register("RestShapeSpringsForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "springs that pull points back to their rest or to another state's position")
                            .ignores("pivot_points", "rotations are taken about the points themselves")
                            .addAll<RestShapeSpringsForceField, type::Vec3Types, type::Vec1Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::solidmechanics
