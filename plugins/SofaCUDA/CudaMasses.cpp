// SPDX-License-Identifier: Apache-2.0
#include "CudaMasses.h"

#include "Launch.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "VectorKernels.h"

namespace sofa::cuda {

template <class HostMass, class Real>
std::size_t CudaMass<HostMass, Real>::prepare(const State& state) {
  this->followTopology();
  if (changedMasses(m_changed)) m_masses.assign(m_changed);
  return std::min(state.size(), m_masses.size());
}

template <class HostMass, class Real>
void CudaMass<HostMass, Real>::accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) {
  auto* state = asCuda<Real>(this->mstate());
  if (!state) return HostMass::accumulateForce(params, f);
  if (this->d_separateGravity.value()) return;
  const std::size_t n = prepare(*state);
  AddWeight<Real> kernel{state->deviceWrite(f), m_masses.data(), {}};
  const type::Vec3& gravity = this->context()->gravity();
  for (int k = 0; k < 3; ++k) kernel.g[k] = static_cast<Real>(gravity[k]);
  run(n, kernel);
}

template <class HostMass, class Real>
void CudaMass<HostMass, Real>::accumulateMDx(const core::MechanicalParams& params, core::VecDerivId res,
                                             double factor) {
  auto* state = asCuda<Real>(this->mstate());
  if (!state || !this->isValid()) return HostMass::accumulateMDx(params, res, factor);
  const std::size_t n = prepare(*state);
  const Real* dx = state->deviceRead(params.dx);
  run(3 * n, AddMassProduct<Real>{state->deviceWrite(res), m_masses.data(), dx, static_cast<Real>(factor)});
}

template <class HostMass, class Real>
void CudaMass<HostMass, Real>::divideByMass(const core::MechanicalParams& params, core::VecDerivId a,
                                            core::VecDerivId f) {
  auto* state = asCuda<Real>(this->mstate());
  if (!state || !this->isValid()) return HostMass::divideByMass(params, a, f);
  const std::size_t n = prepare(*state);
  const Real* force = state->deviceRead(f);
  run(3 * n, DivideByMass<Real>{state->deviceWrite(a), m_masses.data(), force, skipsMassless()});
}

template <class HostMass, class Real>
void CudaMass<HostMass, Real>::addGravityToVelocity(core::VecDerivId v, double dt) {
  auto* state = asCuda<Real>(this->mstate());
  if (!state || !this->d_separateGravity.value()) return HostMass::addGravityToVelocity(v, dt);
  AddConstant<Real> kernel{state->deviceWrite(v), {}};
  const type::Vec3 change = this->context()->gravity() * dt;
  for (int k = 0; k < 3; ++k) kernel.c[k] = static_cast<Real>(change[k]);
  run(state->size(), kernel);
}

template <class Real>
bool CudaUniformMass<Real>::changedMasses(std::vector<Real>& masses) {
  const std::size_t size = this->l_mstate->size();
  const int mass = this->d_vertexMass.counter(), indices = this->d_indices.counter();
  if (mass == m_massCounter && indices == m_indicesCounter && size == m_size) return false;
  m_massCounter = mass;
  m_indicesCounter = indices;
  m_size = size;
  masses.assign(size, Real(0));
  for (const type::Index i : this->d_indices.value())
    if (i < size) masses[i] += static_cast<Real>(this->d_vertexMass.value());
  return true;
}

template <class Real>
bool CudaDiagonalMass<Real>::changedMasses(std::vector<Real>& masses) {
  const int mass = this->d_vertexMass.counter();
  if (std::exchange(m_massCounter, mass) == mass) return false;
  const auto& values = this->d_vertexMass.value();
  masses.assign(values.begin(), values.end());
  return true;
}

namespace {
const auto registeredUniform = core::Register("UniformMass", "SofaCUDA", "the same mass at every point, on a GPU")
                                   .addAll<CudaUniformMass, float, double>();
const auto registeredDiagonal = core::Register("DiagonalMass", "SofaCUDA", "a mass per point, on a GPU")
                                    .addAll<CudaDiagonalMass, float, double>()
                                    .addAs<CudaDiagonalMass<float>>("CudaVec3f,CudaVec3f")
                                    .addAs<CudaDiagonalMass<double>>("CudaVec3d,CudaVec3d");
}  // namespace

}  // namespace sofa::cuda
