// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "TetherForceField.h"

#include <sofa/core/MechanicalParams.h>
#include <sofa/core/visual/VisualParams.h>
#include <sofa/helper/ScopedAdvancedTimer.h>
#include <sofa/core/behavior/ForceField.inl>

namespace sofastyle {

template <class DataTypes>
TetherForceField<DataTypes>::TetherForceField()
    : d_stiffness(initData(&d_stiffness, static_cast<Real>(100), "stiffness", "stiffness of every edge (N/m)")),
      d_damping(initData(&d_damping, static_cast<Real>(0), "damping", "damping of every edge (N.s/m)")),
      d_color(initData(&d_color, sofa::type::RGBAColor::green(), "color", "colour of the lines")),
      d_lengths(initData(&d_lengths, "lengths", "lengths without force (m)")),
      l_topology(initLink("topology", "mesh whose edges are tethers")) {
  d_lengths.setReadOnly(true);
  d_stiffness.setGroup("Material");
}

template <class DataTypes>
void TetherForceField<DataTypes>::init() {
  this->d_componentState.setValue(sofa::core::objectmodel::ComponentState::Loading);
  Inherit1::init();
  if (l_topology.empty()) {
    msg_info() << "No topology given: the one of this context is used.";
    l_topology.set(this->getContext()->getMeshTopologyLink());
  }
  m_topology = l_topology.get();
  if (m_topology == nullptr) {
    msg_error() << "No topology found in " << this->getContext()->getPathName() << ".";
    this->d_componentState.setValue(sofa::core::objectmodel::ComponentState::Invalid);
    return;
  }
  msg_warning_when(m_topology->getNbEdges() == 0) << "The topology " << m_topology->getPathName() << " has no edges.";
  reinit();
  this->d_componentState.setValue(sofa::core::objectmodel::ComponentState::Valid);
}

template <class DataTypes>
void TetherForceField<DataTypes>::reinit() {
  const VecCoord& x0 = this->mstate->read(sofa::core::vec_id::read_access::restPosition)->getValue();
  auto lengths = sofa::helper::getWriteOnlyAccessor(d_lengths);
  lengths.clear();
  for (const Edge& edge : m_topology->getEdges()) lengths.push_back((x0[edge[1]] - x0[edge[0]]).norm());
}

template <class DataTypes>
void TetherForceField<DataTypes>::addForce(const sofa::core::MechanicalParams* mparams, DataVecDeriv& d_f,
                                           const DataVecCoord& d_x, const DataVecDeriv& d_v) {
  SCOPED_TIMER("TetherForceField::addForce");
  SOFA_UNUSED(mparams);
  if (!this->isComponentStateValid()) return;

  sofa::helper::WriteAccessor<DataVecDeriv> f = d_f;
  sofa::helper::ReadAccessor<DataVecCoord> x = d_x;
  sofa::helper::ReadAccessor<DataVecDeriv> v = d_v;
  const auto& lengths = d_lengths.getValue();
  const Real k = d_stiffness.getValue();
  const Real d = d_damping.getValue();

  f.resize(x.size());
  m_directions.resize(m_topology->getNbEdges());
  m_tangents.resize(m_topology->getNbEdges());
  for (sofa::Index e = 0; e < m_topology->getNbEdges(); ++e) {
    const Edge& edge = m_topology->getEdge(e);
    const auto gap = x[edge[1]] - x[edge[0]];
    const Real length = gap.norm();
    const auto u = gap / length;
    const Real stretch = length - lengths[e];
    const Deriv force = u * (k * stretch + d * ((v[edge[1]] - v[edge[0]]) * u));
    f[edge[0]] += force;
    f[edge[1]] -= force;

    m_directions[e] = u;
    Block& m = m_tangents[e];
    for (sofa::Size i = 0; i < Deriv::total_size; ++i) {
      for (sofa::Size j = 0; j < Deriv::total_size; ++j) m[i][j] = k * lengths[e] / length * u[i] * u[j];
      m[i][i] += k * stretch / length;
    }
  }
}

template <class DataTypes>
void TetherForceField<DataTypes>::addDForce(const sofa::core::MechanicalParams* mparams, DataVecDeriv& d_df,
                                            const DataVecDeriv& d_dx) {
  if (!this->isComponentStateValid()) return;
  sofa::helper::WriteAccessor<DataVecDeriv> df = d_df;
  sofa::helper::ReadAccessor<DataVecDeriv> dx = d_dx;
  const Real kFactor = static_cast<Real>(
      sofa::core::mechanicalparams::kFactorIncludingRayleighDamping(mparams, this->rayleighStiffness.getValue()));
  const Real bFactor = static_cast<Real>(sofa::core::mechanicalparams::bFactor(mparams));

  for (sofa::Index e = 0; e < m_topology->getNbEdges(); ++e) {
    const Edge& edge = m_topology->getEdge(e);
    const Deriv d = dx[edge[1]] - dx[edge[0]];
    const Deriv change =
        m_tangents[e] * d * kFactor + m_directions[e] * (bFactor * d_damping.getValue() * dot(m_directions[e], d));
    df[edge[0]] += change;
    df[edge[1]] -= change;
  }
}

template <class DataTypes>
void TetherForceField<DataTypes>::buildStiffnessMatrix(sofa::core::behavior::StiffnessMatrix* matrix) {
  if (!this->isComponentStateValid()) return;
  constexpr auto N = Deriv::total_size;
  auto dfdx = matrix->getForceDerivativeIn(this->mstate).withRespectToPositionsIn(this->mstate);
  for (sofa::Index e = 0; e < m_topology->getNbEdges(); ++e) {
    const Edge& edge = m_topology->getEdge(e);
    const auto [a, b] = std::make_pair(N * edge[0], N * edge[1]);
    dfdx(a, a) += -m_tangents[e];
    dfdx(a, b) += m_tangents[e];
    dfdx(b, a) += m_tangents[e];
    dfdx(b, b) += -m_tangents[e];
  }
}

template <class DataTypes>
void TetherForceField<DataTypes>::buildDampingMatrix(sofa::core::behavior::DampingMatrix* matrix) {
  if (!this->isComponentStateValid()) return;
  constexpr auto N = Deriv::total_size;
  auto dfdv = matrix->getForceDerivativeIn(this->mstate).withRespectToVelocityIn(this->mstate);
  for (sofa::Index e = 0; e < m_topology->getNbEdges(); ++e) {
    const Edge& edge = m_topology->getEdge(e);
    const Block m = sofa::type::dyad(m_directions[e], m_directions[e]) * d_damping.getValue();
    for (const sofa::Index row : {0, 1})
      for (const sofa::Index column : {0, 1})
        dfdv(N * edge[row], N * edge[column]) += m * static_cast<Real>(row == column ? -1 : 1);
  }
}

template <class DataTypes>
SReal TetherForceField<DataTypes>::getPotentialEnergy(const sofa::core::MechanicalParams*,
                                                      const DataVecCoord& d_x) const {
  const auto x = sofa::helper::getReadAccessor(d_x);
  const auto lengths = sofa::helper::getReadAccessor(d_lengths);
  SReal energy = 0;
  for (std::size_t e = 0; e < lengths.size(); ++e) {
    const Edge& edge = m_topology->getEdges()[e];
    const SReal stretch = (x[edge[1]] - x[edge[0]]).norm() - lengths[e];
    energy += 0.5 * d_stiffness.getValue() * stretch * stretch;
  }
  return energy;
}

template <class DataTypes>
void TetherForceField<DataTypes>::draw(const sofa::core::visual::VisualParams* vparams) {
  if (!vparams->displayFlags().getShowForceFields()) return;
  if (!this->isComponentStateValid()) return;
  const auto stateLifeCycle = vparams->drawTool()->makeStateLifeCycle();
  vparams->drawTool()->disableLighting();

  const auto x = this->mstate->readPositions();
  std::vector<sofa::type::Vec3> ends;
  for (const Edge& edge : m_topology->getEdges())
    for (const auto i : edge) ends.push_back(sofa::type::Vec3(DataTypes::getCPos(x[i])));
  vparams->drawTool()->drawLines(ends, 2.0f, d_color.getValue());
}

template <class DataTypes>
void TetherForceField<DataTypes>::computeBBox(const sofa::core::ExecParams* params, bool onlyVisible) {
  SOFA_UNUSED(params);
  SOFA_UNUSED(onlyVisible);
  sofa::type::BoundingBox box;
  for (const Coord& x : this->mstate->readPositions()) box.include(DataTypes::getCPos(x));
  this->f_bbox.setValue(box);
}

}  // namespace sofastyle
