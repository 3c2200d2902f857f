// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/PlaneForceField.h"

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {
namespace {

/// The part of a coordinate or derivative that is a position or its change.
template <int Dimension, class Value>
auto linear(Value& value) {
  if constexpr (requires { value.center; })
    return value.center.template head<Dimension>();
  else
    return value.template head<Dimension>();
}

}  // namespace

template <class DataTypes>
void PlaneForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  checkData();
  for (const core::BaseData* data :
       std::initializer_list<const core::BaseData*>{&d_stiffness, &d_damping, &d_maxForce, &d_localRange})
    this->trackData(*data);
  this->setValid();
}

template <class DataTypes>
void PlaneForceField<DataTypes>::checkData() {
  for (auto* data : {&d_stiffness, &d_damping, &d_maxForce}) {
    if (data->value() >= 0) continue;
    this->warning("{} must not be negative: {} is replaced by the default {}.", data->name(), data->value(),
                  data->defaultValue());
    data->set(data->defaultValue());
  }
  auto& range = d_localRange;
  if ((range.value()[0] < 0) != (range.value()[1] < 0)) {
    this->warning("localRange needs two points from 0 on, or -1 -1 for all: \"{}\" is not used.", range.text());
    range.set({-1, -1});
  }
}

/// Points [first, second) that feel the plane.
template <class DataTypes>
std::pair<std::size_t, std::size_t> PlaneForceField<DataTypes>::range(std::size_t size) const {
  const auto& range = d_localRange.value();
  if (range[0] < 0 || range[1] < 0) return {0, size};
  return {static_cast<std::size_t>(range[0]), std::min(size, static_cast<std::size_t>(range[1]) + 1)};
}

template <class DataTypes>
template <class Visit>
void PlaneForceField<DataTypes>::forEachContact(const VecCoord& x, const VecDeriv& v, const Visit& visit) const {
  const Position n = d_normal.value();
  const double d = d_planeD.value(), stiffness = d_stiffness.value(), damping = d_damping.value(),
               maxForce = d_maxForce.value();
  const bool bilateral = d_bilateral.value();
  const auto [first, end] = range(x.size());
  for (std::size_t i = first; i < end; ++i) {
    const double s = linear<dimension>(x[i]).dot(n) - d;
    if (!bilateral && !(s < 0)) continue;
    Position force = (-stiffness * s) * n + (damping * s) * linear<dimension>(v[i]);
    const double norm = maxForce > 0 ? force.norm() : 0;
    if (norm > maxForce) force *= maxForce / norm;
    visit(i, force);
  }
}

template <class DataTypes>
void PlaneForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                          const VecDeriv& v) {
  forEachContact(x, v, [&](std::size_t i, const Position& force) { linear<dimension>(f[i]) += force; });
}

template <class DataTypes>
void PlaneForceField<DataTypes>::linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv& v,
                                           core::Linearisation) {
  m_contacts.clear();
  m_contacts.reserve(x.size());
  forEachContact(x, v, [&](std::size_t i, const Position&) { m_contacts.push_back(static_cast<type::Index>(i)); });
}

template <class DataTypes>
void PlaneForceField<DataTypes>::addForceAndLinearise(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                                      const VecDeriv& v, core::Linearisation) {
  m_contacts.clear();
  m_contacts.reserve(x.size());
  forEachContact(x, v, [&](std::size_t i, const Position& force) {
    linear<dimension>(f[i]) += force;
    m_contacts.push_back(static_cast<type::Index>(i));
  });
}

template <class DataTypes>
void PlaneForceField<DataTypes>::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                           double kFactor) {
  const Position n = d_normal.value();
  const double factor = -kFactor * d_stiffness.value();
  for (const type::Index i : m_contacts)
    if (i < dx.size()) linear<dimension>(df[i]) += (factor * linear<dimension>(dx[i]).dot(n)) * n;
}

template <class DataTypes>
std::optional<double> PlaneForceField<DataTypes>::potentialEnergy(const core::MechanicalParams& params) {
  if (!this->mstate()) return 0;
  const VecCoord& x = this->mstate()->coords(params.x);
  const auto [first, end] = range(x.size());
  double energy = 0;
  for (std::size_t i = first; i < end; ++i) {
    const double s = linear<dimension>(x[i]).dot(d_normal.value()) - d_planeD.value();
    if (d_bilateral.value() || s < 0) energy += 0.5 * d_stiffness.value() * s * s;
  }
  return energy;
}

template <class DataTypes>
void PlaneForceField<DataTypes>::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  auto* state = this->mstate();
  if (!state) return;
  const Position n = d_normal.value();
  const type::Mat<dimension> stiffness = -d_stiffness.value() * n * n.transpose();
  const type::Mat<dimension> none = type::Mat<dimension>::Zero();
  auto dfdx = matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state);
  // Points out of contact too: the sequence of insertions, and the pattern, then stay while contacts come and go.
  auto contact = m_contacts.begin();
  const auto [first, end] = range(state->size());
  for (std::size_t i = first; i < end; ++i) {
    const bool touches = contact != m_contacts.end() && *contact == i;
    if (touches) ++contact;
    const int scalar = static_cast<int>(i) * DataTypes::derivSize;
    dfdx(scalar, scalar) += touches ? stiffness : none;
  }
}

template <class DataTypes>
void PlaneForceField<DataTypes>::draw(core::DrawList& list) const {
  if (!this->mstate() || !d_showPlane.value() || !list.shows(type::DisplayFlags::ForceFields)) return;
  type::Vec3 normal = type::Vec3::Zero();
  for (int k = 0; k < std::min(dimension, 3); ++k) normal[k] = d_normal.value()[k];
  const double square = normal.squaredNorm(), d = d_planeD.value();
  if (!(square > 0)) return;
  const type::Vec3 center = normal * (d / square);
  int least = 0;
  normal.cwiseAbs().minCoeff(&least);
  const double half = d_showPlaneSize.value();
  const type::Vec3 u = half * normal.cross(type::Vec3::Unit(least)).normalized(),
                   v = half * normal.cross(u).normalized();
  type::Color color = d_planeColor.value();
  color.a = 0.5f;
  // Clockwise as seen from the free side, from where alone it is to be seen.
  list.quad(center - u - v, center - u + v, center + u + v, center + u - v, color, core::DrawList::Shading::unlit,
            core::DrawList::Faces::back);
  const VecCoord& x = this->mstate()->positions();
  const auto [begin, end] = range(x.size());
  for (std::size_t i = begin; i < end; ++i) {
    const type::Vec3 p = DataTypes::position(x[i]);
    const double s = p.dot(normal) - d;
    if (s < 0) list.line(p, p - normal * (s / square), 1, {1, 0, 0, 1});
  }
}

namespace {
const auto registered =
    core::Register("PlaneForceField", "Sofa.Component.MechanicalLoad", "pushes points out of a half-space")
        .addAll<PlaneForceField, type::Vec3Types, type::Vec2Types, type::Vec1Types, type::Vec6Types,
                type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::mechanicalload
