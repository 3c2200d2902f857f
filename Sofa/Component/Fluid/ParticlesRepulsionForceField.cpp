// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Fluid/ParticlesRepulsionForceField.h"

#include "Sofa/Component/Fluid/SpatialGridContainer.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::fluid {

using type::Index;

template <class DataTypes>
void ParticlesRepulsionForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  this->trackData(d_distance);
  check();
  if (this->isValid() && DataTypes::spatialDimensions == 3) checkGrid(*this, d_distance.value());
}

template <class DataTypes>
void ParticlesRepulsionForceField<DataTypes>::check() {
  this->setValid();
  if (d_distance.value() > 0 && std::isfinite(d_distance.value())) return;
  this->error("distance is {}; it must be larger than 0. The points do not push each other.", d_distance.value());
  this->setInvalid();
}

template <class DataTypes>
void ParticlesRepulsionForceField<DataTypes>::findNeighbours(const VecCoord& x) {
  m_points.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) m_points[i] = DataTypes::position(x[i]);
  m_neighbours.search(m_points, d_distance.value());
}

template <class DataTypes>
void ParticlesRepulsionForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                                       const VecDeriv& v) {
  if (!this->isValid()) return;
  findNeighbours(x);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (const Index j : m_neighbours.of(i)) {
      if (j < i) continue;
      const Deriv n = x[j] - x[i];
      const double d = n.norm();
      if (d == 0) continue;  // no direction to push in
      const double overlap = d - d_distance.value();
      const Deriv force = n * (d_stiffness.value() * overlap / d) - (v[j] - v[i]) * (d_damping.value() * overlap);
      f[i] += force;
      f[j] -= force;
    }
}

template <class DataTypes>
void ParticlesRepulsionForceField<DataTypes>::linearise(const core::MechanicalParams&, const VecCoord& x,
                                                        const VecDeriv&, core::Linearisation) {
  m_pairs.clear();
  if (!this->isValid()) return;
  findNeighbours(x);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (const Index j : m_neighbours.of(i))
      if (const Deriv n = x[j] - x[i]; i < j && n.norm() > 0)
        m_pairs.push_back({static_cast<Index>(i), j, Deriv(n.normalized())});
}

template <class DataTypes>
void ParticlesRepulsionForceField<DataTypes>::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                                        double kFactor) {
  for (const Pair& p : m_pairs) {
    const Deriv force = p.n * (kFactor * d_stiffness.value() * p.n.dot(dx[p.j] - dx[p.i]));
    df[p.i] += force;
    df[p.j] -= force;
  }
}

template <class DataTypes>
void ParticlesRepulsionForceField<DataTypes>::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  auto* state = this->mstate();
  if (!state) return;
  constexpr int n = DataTypes::derivSize;
  const auto dfdx = matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state);
  for (const Pair& p : m_pairs) {
    const type::Mat<n> block = d_stiffness.value() * p.n * p.n.transpose();
    const int i = n * static_cast<int>(p.i), j = n * static_cast<int>(p.j);
    dfdx(i, i) += -block;
    dfdx(j, j) += -block;
    dfdx(i, j) += block;
    dfdx(j, i) += block;
  }
}

namespace {
const auto registered = core::Register("ParticlesRepulsionForceField", "SofaSphFluid", "springs that keep points apart")
                            .addAll<ParticlesRepulsionForceField, type::Vec3Types, type::Vec2Types>(true);
}  // namespace

}  // namespace sofa::component::fluid
