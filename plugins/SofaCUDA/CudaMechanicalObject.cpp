// SPDX-License-Identifier: Apache-2.0
#include "CudaMechanicalObject.h"

#include "Launch.h"
#include "Sofa/Core/Contract/MeshChange.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "VectorKernels.h"

namespace sofa::cuda {

namespace vec = core::vec;

namespace {

/// Calls f on those vectors of solvers that are in use.
template <class Vectors, class F>
void forEachOfSolvers(const Vectors& vectors, const F& f) {
  for (const auto& [index, vector] : vectors.entries())
    if (index > vec::dx.index && vector->size() > 0) f(*vector);
}

}  // namespace

template <class Real>
CudaMechanicalObject<Real>::CudaMechanicalObject() {
  m_coords.at(vec::position.index, &d_position);
  m_coords.at(vec::restPosition.index, &d_restPosition);
  m_coords.at(vec::freePosition.index, &d_freePosition);
  m_coords.at(vec::resetPosition.index, &d_resetPosition);
  m_derivs.at(vec::velocity.index, &d_velocity);
  m_derivs.at(vec::resetVelocity.index, &d_resetVelocity);
  m_derivs.at(vec::freeVelocity.index, &d_freeVelocity);
  m_derivs.at(vec::force.index, &d_force);
  m_derivs.at(vec::externalForce.index, &d_externalForce);
  m_derivs.at(vec::dx.index, &d_derivX);
}

template <class Real>
bool CudaMechanicalObject<Real>::canCreate(core::Node&, const core::ComponentDescription& description,
                                           std::string& why) {
  if (description.has("template")) return true;
  why = "states live on the device only where their template says so";
  return false;
}

// As in MechanicalObject, vectors that a solver below another does not integrate come into being when they are asked
// for: positions where the points are, others zero.

template <class Real>
auto CudaMechanicalObject<Real>::vector(CoordId id) const -> Vector& {
  Vector& values = m_coords.at(id.index);
  if (id.index <= vec::resetPosition.index || values.size() >= size()) [[likely]]
    return values;
  Vector& x = m_coords.at(vec::position.index);
  const std::size_t n = 3 * x.size();
  const Real* from = x.deviceRead();
  Device::instance().copy(values.deviceOverwrite(x.size()), from, n * sizeof(Real));
  values.resize(size());
  return values;
}

template <class Real>
auto CudaMechanicalObject<Real>::vector(DerivId id) const -> Vector& {
  Vector& values = m_derivs.at(id.index);
  const bool isNamed = id.index < vec::dforce.index && id != vec::dx && id != vec::force;
  if (!isNamed && values.size() < size()) [[unlikely]]
    values.resize(size());
  return values;
}

template <class Real>
void CudaMechanicalObject<Real>::resize(std::size_t size) {
  Base::resize(size);
  for (auto* vectors : {&m_coords, &m_derivs}) forEachOfSolvers(*vectors, [size](Vector& v) { v.resize(size); });
}

/// On the host, where meshes change. The host class carries the named vectors; those of solvers are here.
template <class Real>
void CudaMechanicalObject<Real>::followPoints(const core::ElementChange& points) {
  const auto carry = [&points](Vector& vector) {
    auto& values = vector.hostWrite();
    core::carryValues(values, points, [&values](std::size_t i, const core::Ancestors* ancestors) {
      values[i].setZero();
      for (std::size_t a = 0; ancestors && a < ancestors->elements.size(); ++a)
        values[i] += ancestors->weight(a) * values[ancestors->elements[a]];
    });
  };
  if (points.before() == size())
    for (auto* vectors : {&m_coords, &m_derivs}) forEachOfSolvers(*vectors, carry);
  Base::followPoints(points);
}

template <class Real>
void CudaMechanicalObject<Real>::clear(DerivId v) {
  Vector& values = vector(v);
  const std::size_t n = values.size();
  if (n > 0) Device::instance().zero(values.deviceOverwrite(n), 3 * n * sizeof(Real));
}

template <class Real>
void CudaMechanicalObject<Real>::copy(DerivId out, DerivId v) {
  if (out == v) return;
  Vector &to = vector(out), &from = vector(v);
  const Real* values = from.deviceRead();
  Device::instance().copy(to.deviceOverwrite(from.size()), values, 3 * from.size() * sizeof(Real));
}

template <class Real>
void CudaMechanicalObject<Real>::copy(CoordId out, CoordId x) {
  if (out == x) return;
  Vector &to = vector(out), &from = vector(x);
  const Real* values = from.deviceRead();
  Device::instance().copy(to.deviceOverwrite(from.size()), values, 3 * from.size() * sizeof(Real));
}

template <class Real>
void CudaMechanicalObject<Real>::scale(DerivId v, double factor) {
  Vector& values = vector(v);
  run(3 * values.size(), Scale<Real>{values.deviceWrite(), static_cast<Real>(factor)});
}

template <class Real>
void CudaMechanicalObject<Real>::sum(DerivId out, DerivId a, DerivId b, double factor) {
  Vector &to = vector(out), &first = vector(a), &second = vector(b);
  const Real *x = first.deviceRead(), *y = second.deviceRead();
  const std::size_t n = std::min(first.size(), second.size());
  run(3 * n, Sum<Real>{to.deviceOverwrite(n), x, y, static_cast<Real>(factor)});
}

template <class Real>
double CudaMechanicalObject<Real>::dot(DerivId a, DerivId b) const {
  Vector &first = vector(a), &second = vector(b);
  return reduce(common(first, second), Dot<Real>(first.deviceRead(), second.deviceRead()));
}

template <class Real>
double CudaMechanicalObject<Real>::dot(CoordId a, CoordId b) const {
  Vector &first = vector(a), &second = vector(b);
  return reduce(common(first, second), Dot<Real>(first.deviceRead(), second.deviceRead()));
}

template <class Real>
void CudaMechanicalObject<Real>::difference(DerivId out, CoordId a, CoordId b) {
  Vector &to = vector(out), &first = vector(a), &second = vector(b);
  const Real *x = first.deviceRead(), *y = second.deviceRead();
  const std::size_t n = std::min(first.size(), second.size());
  run(3 * n, Sum<Real>{to.deviceOverwrite(n), x, y, Real(-1)});
}

template <class Real>
double CudaMechanicalObject<Real>::squaredDistance(CoordId a, CoordId b) const {
  Vector &first = vector(a), &second = vector(b);
  return reduce(common(first, second), SquaredDistance<Real>(first.deviceRead(), second.deviceRead()));
}

template <class Real>
double CudaMechanicalObject<Real>::stepAndResidual(DerivId s, DerivId p, DerivId r, DerivId q, double alpha) {
  Vector &direction = vector(p), &product = vector(q), &solution = vector(s), &residual = vector(r);
  return reduce(3 * residual.size(),
                StepAndResidual<Real>(solution.deviceWrite(), residual.deviceWrite(), direction.deviceRead(),
                                      product.deviceRead(), static_cast<Real>(alpha)));
}

template <class Real>
void CudaMechanicalObject<Real>::integrate(CoordId out, CoordId x, DerivId d, double factor) {
  Vector &to = vector(out), &from = vector(x), &change = vector(d);
  if (from.size() != change.size()) return Base::integrate(out, x, d, factor);
  const Real *start = from.deviceRead(), *by = change.deviceRead();
  run(3 * from.size(), Sum<Real>{to.deviceOverwrite(from.size()), start, by, static_cast<Real>(factor)});
}

template <class Real>
void CudaMechanicalObject<Real>::threshold(DerivId v, double t) {
  Vector& values = vector(v);
  run(values.size(), Threshold<Real>{values.deviceWrite(), t * t});
}

template <class Real>
void CudaMechanicalObject<Real>::addExternalForce(DerivId f) {
  Vector &forces = vector(f), &external = vector(vec::externalForce);
  const std::size_t n = common(forces, external);
  if (n == 0) return;
  Real* to = forces.deviceWrite();
  run(n, Sum<Real>{to, to, external.deviceRead(), Real(1)});
}

template <class Real>
double CudaMechanicalObject<Real>::largestMagnitude(CoordId x) const {
  return reduce(3 * vector(x).size(), LargestMagnitude<Real>(vector(x).deviceRead()));
}

template <class Real>
double CudaMechanicalObject<Real>::largestMagnitude(DerivId v) const {
  return reduce(3 * vector(v).size(), LargestMagnitude<Real>(vector(v).deviceRead()));
}

template <class Real>
void CudaMechanicalObject<Real>::includePoints(type::BoundingBox& box, CoordId x) const {
  const std::size_t n = vector(x).size();
  if (n == 0) return;
  const Bounds bounds = reduce(n, BoundsOf<Real>(vector(x).deviceRead()));
  box.include(type::Vec3(bounds.min[0], bounds.min[1], bounds.min[2]));
  box.include(type::Vec3(bounds.max[0], bounds.max[1], bounds.max[2]));
}

template class CudaMechanicalObject<float>;
template class CudaMechanicalObject<double>;

namespace {
const auto registered = core::Register("MechanicalObject", "SofaCUDA", "points whose vectors live on a GPU")
                            .addAll<CudaMechanicalObject, float, double>();
}  // namespace

}  // namespace sofa::cuda
