// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/ConstantForceField.h"

#include <numeric>

#include "Sofa/Component/MechanicalLoad/LoadEnergy.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

template <class DataTypes>
void ConstantForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  core::connectMesh(*this, l_topology);
  for (const core::BaseData* data :
       std::initializer_list<const core::BaseData*>{&d_indices, &d_indexFromEnd, &d_forces, &d_totalForce})
    this->trackData(*data);
  if (d_forces.isSet() && d_totalForce.isSet()) this->warning("Both forces and totalForce are given: forces is used.");
  m_sized = false;
  prepare();
}

template <class DataTypes>
void ConstantForceField<DataTypes>::bwdInit() {
  m_sized = true;
  if (this->isValid() && !checkIndices()) discard();
}

template <class DataTypes>
void ConstantForceField<DataTypes>::discard() {
  m_forces.clear();
  this->setInvalid();
}

template <class DataTypes>
std::size_t ConstantForceField<DataTypes>::pointCount() const {
  return l_topology ? l_topology->nbPoints() : this->mstate()->size();
}

template <class DataTypes>
bool ConstantForceField<DataTypes>::topologyChanged(const core::MeshChanges& changes) {
  if (changes.mesh != l_topology.get() || !this->mstate()) return true;
  m_lostAll = d_indices.value().empty() && (m_lostAll || m_listed);
  this->trackData(d_indices);
  prepare();
  return true;
}

/// Turns the Data into m_indices and m_forces; Invalid, with an error, if they do not fit.
template <class DataTypes>
void ConstantForceField<DataTypes>::prepare() {
  m_indices = d_indices.value();
  m_listed = !m_indices.empty();
  m_lostAll = m_lostAll && !m_listed;
  if (m_indices.empty() && !m_lostAll) {
    m_indices.resize(pointCount());
    std::iota(m_indices.begin(), m_indices.end(), type::Index{0});
  }
  if ((!m_sized || checkIndices()) && chooseForces())
    this->setValid();
  else
    discard();
}

template <class DataTypes>
bool ConstantForceField<DataTypes>::checkIndices() {
  const std::size_t count = pointCount();
  if (count == 0) return true;  // a state that gets its points later: checked when the forces act
  for (std::size_t i = 0; i < m_indices.size(); ++i) {
    if (m_indices[i] < count) continue;
    this->error("indices[{}] is {}, but the last of the {} points is {}.", i, m_indices[i], count, count - 1);
    return false;
  }
  return true;
}

template <class DataTypes>
bool ConstantForceField<DataTypes>::chooseForces() {
  if (!d_forces.isSet() && !d_totalForce.isSet()) {
    this->error("One of forces and totalForce must be given.");
    return false;
  }
  if (d_forces.isSet()) {
    m_forces = d_forces.value();
    if (m_forces.size() != 1 && m_forces.size() != m_indices.size()) {
      this->error("{} forces for {} points: forces holds one entry, or one for each of the indices.", m_forces.size(),
                  m_indices.size());
      return false;
    }
  } else {
    m_forces.assign(1, d_totalForce.value());
    if (!m_indices.empty()) m_forces[0] /= static_cast<double>(m_indices.size());
  }
  for (const Deriv& f : m_forces) {
    if (f.allFinite()) continue;
    this->error("{} holds a value that is not a finite number.",
                d_forces.isSet() ? d_forces.name() : d_totalForce.name());
    return false;
  }
  return true;
}

template <class DataTypes>
void ConstantForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord&,
                                             const VecDeriv&) {
  if (m_forces.empty()) return;
  for (std::size_t i = 0; i < m_indices.size(); ++i) {
    if (m_indices[i] < f.size()) {
      f[dof(m_indices[i], f.size())] += force(i);
    } else if (!m_reported) {
      m_reported = true;
      this->warning("indices[{}] is {}, but the state has {} points: this and any other such point gets no force.", i,
                    m_indices[i], f.size());
    }
  }
}

template <class DataTypes>
std::optional<double> ConstantForceField<DataTypes>::potentialEnergy(const core::MechanicalParams& params) {
  if (m_forces.empty()) return 0;
  const VecCoord& x = this->mstate()->coords(params.x);
  double energy = 0;
  for (std::size_t i = 0; i < m_indices.size(); ++i) {
    if (m_indices[i] >= x.size()) continue;
    const auto part = loadEnergy<DataTypes>(force(i), x[dof(m_indices[i], x.size())]);
    if (!part) return {};
    energy += *part;
  }
  return energy;
}

template <class DataTypes>
void ConstantForceField<DataTypes>::draw(core::DrawList& list) const {
  const double scale = d_showArrowSize.value();
  if (!this->mstate() || m_forces.empty() || !(scale > 0) || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr double thickness = 1.0 / 20;  // in parts of the length
  const VecCoord& x = this->mstate()->positions();
  for (std::size_t i = 0; i < m_indices.size(); ++i) {
    if (m_indices[i] >= x.size()) continue;
    const type::Vec3 from = DataTypes::position(x[dof(m_indices[i], x.size())]);
    const type::Vec3 arrow = scale * core::linearPart<DataTypes>(force(i));
    list.arrow(from, from + arrow, thickness * arrow.norm(), d_showColor.value());
  }
}

namespace {
const auto registered =
    core::Register("ConstantForceField", "Sofa.Component.MechanicalLoad", "forces that never change")
        .addAll<ConstantForceField, type::Vec3Types, type::Vec2Types, type::Vec1Types, type::Vec6Types,
                type::Rigid3Types, type::Rigid2Types>();
}  // namespace

}  // namespace sofa::component::mechanicalload
