// SPDX-License-Identifier: Apache-2.0
#include "CudaTetrahedronFEMForceField.h"

#include "Launch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::cuda {

template <class Real>
bool CudaTetrahedronFEMForceField<Real>::runsOnDevice() const {
  return (d_method.value().is("large") || d_method.value().is("small")) && d_plasticMaxThreshold.value() <= 0 &&
         !d_updateStiffnessMatrix.value() && !d_computeGlobalMatrix.value();
}

template <class Real>
void CudaTetrahedronFEMForceField<Real>::initElements() {
  Base::initElements();
  m_isUploaded = false;
  if (isValid() && !runsOnDevice())
    warning(
        "With method \"{}\", plasticity, updateStiffnessMatrix or computeGlobalMatrix this component computes on the "
        "host, and positions and forces are copied at every evaluation. On the device run the methods large and small "
        "without them.",
        d_method.value().selected());
}

template <class Real>
bool CudaTetrahedronFEMForceField<Real>::prepare() {
  m_state = asCuda<Real>(mstate());
  if (!m_state || !runsOnDevice() || !Base::prepare()) return false;
  if (!m_isUploaded) upload();
  return true;
}

namespace {

/// For each point, the corners (4 element + node) of elements there, in order; `begin` has one entry more than points.
void listCorners(const fem::TetraSolid& solid, std::size_t points, std::vector<unsigned>& begin,
                 std::vector<unsigned>& corners) {
  begin.assign(points + 1, 0);
  for (std::size_t e = 0; e < solid.elementCount(); ++e)
    for (const type::Index i : solid.element(e)) ++begin[i + 1];
  for (std::size_t i = 0; i < points; ++i) begin[i + 1] += begin[i];
  corners.resize(begin.back());
  std::vector<unsigned> next(begin.begin(), begin.end() - 1);
  for (std::size_t e = 0; e < solid.elementCount(); ++e)
    for (unsigned n = 0; n < 4; ++n) corners[next[solid.element(e)[n]]++] = 4 * static_cast<unsigned>(e) + n;
}

/// One array after the other: value k of element e stands at k count + e.
template <class T>
struct Arrays {
  Arrays(std::size_t kinds, std::size_t count) : count(count), values(kinds * count) {}
  T& operator()(std::size_t kind, std::size_t element) { return values[kind * count + element]; }
  std::size_t count;
  std::vector<T> values;
};

}  // namespace

template <class Real>
void CudaTetrahedronFEMForceField<Real>::upload() {
  m_count = m_kernel.elementCount();
  m_points = d_initialPoints.value().size();
  Arrays<unsigned> nodes(4, m_count);
  Arrays<Real> rest(9, m_count), gradients(9, m_count), coefficients(2, m_count);
  const auto materials = lameCoefficients(m_count, 3, d_localStiffnessFactor.value());
  const auto frame = d_method.value().is("small") ? fem::TetraFrame::none : fem::TetraFrame::nodes;
  for (std::size_t e = 0; e < m_count; ++e) {
    const auto& t = m_kernel.element(e);
    fem::TetraPoints x;
    for (std::size_t n = 0; n < 4; ++n) {
      nodes(n, e) = t[n];
      x[n] = d_initialPoints.value()[t[n]];
    }
    const type::Mat3 q = fem::tetraRestFrame(frame, x);
    const double sixfold = fem::sixfoldVolume(x);
    const auto g = fem::scaledGradients(x);
    for (std::size_t n = 1; n < 4; ++n) {
      const type::Vec3 edge = q * (x[n] - x[0]), gradient = q * g[n] / sixfold;
      for (std::size_t k = 0; k < 3; ++k) {
        rest(3 * (n - 1) + k, e) = static_cast<Real>(edge[static_cast<int>(k)]);
        gradients(3 * (n - 1) + k, e) = static_cast<Real>(gradient[static_cast<int>(k)]);
      }
    }
    const auto& material = materials.size() > e ? materials[e] : materials.front();
    const double volume = std::abs(sixfold) / 6;
    coefficients(0, e) = static_cast<Real>(material.lambda * volume);
    coefficients(1, e) = static_cast<Real>(material.mu * volume);
  }
  std::vector<unsigned> begin, corners;
  listCorners(m_kernel, m_points, begin, corners);
  m_nodes.assign(nodes.values);
  m_rest.assign(rest.values);
  m_gradients.assign(gradients.values);
  m_coefficients.assign(coefficients.values);
  m_begin.assign(begin);
  m_corners.assign(corners);
  m_forces.resizeToOverwrite(12 * m_count);
  // Until it is linearised the tangent is that at rest.
  m_frames.resizeToOverwrite(9 * m_count);
  DeviceVector<Real> restPoints;
  std::vector<Real> reals;
  for (const double c : core::flatten(d_initialPoints.value())) reals.push_back(static_cast<Real>(c));
  restPoints.assign(reals);
  run(m_count, TetraForces<Real>{elements(), restPoints.data(), m_frames.data(), nullptr});
  m_isUploaded = true;
  m_hostIsBehind = false;
}

template <class Real>
Tetrahedra<Real> CudaTetrahedronFEMForceField<Real>::elements() const {
  return {
      m_count, m_nodes.data(), m_rest.data(), m_gradients.data(), m_coefficients.data(), !d_method.value().is("small")};
}

template <class Real>
void CudaTetrahedronFEMForceField<Real>::evaluate(core::VecCoordId x, const core::VecDerivId* f, bool linearise) {
  const Real* points = m_state->deviceRead(x);
  run(m_count,
      TetraForces<Real>{elements(), points, linearise ? m_frames.data() : nullptr, f ? m_forces.data() : nullptr});
  if (linearise) {
    const std::size_t n = 3 * m_state->size();
    m_linearisedAt.resizeToOverwrite(n);
    Device::instance().copy(m_linearisedAt.data(), points, n * sizeof(Real));
    m_hostIsBehind = true;
  }
  if (f) gather(*f);
}

template <class Real>
void CudaTetrahedronFEMForceField<Real>::gather(core::VecDerivId f) {
  run(std::min(m_points, m_state->size()),
      GatherForces<Real>{m_begin.data(), m_corners.data(), m_forces.data(), m_state->deviceWrite(f)});
}

template <class Real>
void CudaTetrahedronFEMForceField<Real>::accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) {
  if (!prepare()) return Base::accumulateForce(params, f);
  evaluate(params.x, &f, false);
}

template <class Real>
void CudaTetrahedronFEMForceField<Real>::lineariseAt(const core::MechanicalParams& params, core::Linearisation kind) {
  if (!prepare()) return Base::lineariseAt(params, kind);
  tangentChanged();
  evaluate(params.x, nullptr, true);
}

template <class Real>
void CudaTetrahedronFEMForceField<Real>::accumulateForceAndLinearise(const core::MechanicalParams& params,
                                                                     core::VecDerivId f, core::Linearisation kind) {
  if (!prepare()) return Base::accumulateForceAndLinearise(params, f, kind);
  tangentChanged();
  evaluate(params.x, &f, true);
}

template <class Real>
void CudaTetrahedronFEMForceField<Real>::accumulateDForce(const core::MechanicalParams& params, core::VecDerivId df) {
  m_state = asCuda<Real>(mstate());
  if (!m_state || !isValid() || !m_isUploaded || !runsOnDevice()) return Base::accumulateDForce(params, df);
  const Real* dx = m_state->deviceRead(params.dx);
  run(m_count, TetraProducts<Real>{elements(), dx, m_frames.data(), static_cast<Real>(stiffnessFactor(params)),
                                   m_forces.data()});
  gather(df);
}

template <class Real>
void CudaTetrahedronFEMForceField<Real>::lineariseHost() {
  if (!std::exchange(m_hostIsBehind, false)) return;
  thread_local std::vector<Real> reals;
  thread_local VecCoord x;
  reals.resize(m_linearisedAt.size());
  x.resize(reals.size() / 3);
  Device::instance().toHost(reals.data(), m_linearisedAt.data(), reals.size() * sizeof(Real));
  std::copy(reals.begin(), reals.end(), core::flatten(x).begin());
  m_kernel.linearise(x);
}

template <class Real>
void CudaTetrahedronFEMForceField<Real>::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  lineariseHost();
  Base::buildStiffnessMatrix(matrix);
}

template <class Real>
void CudaTetrahedronFEMForceField<Real>::nodeRotations(std::vector<type::Mat3>& rotations) const {
  // Only what is known of the tangent changes, not the tangent.
  const_cast<CudaTetrahedronFEMForceField*>(this)->lineariseHost();
  Base::nodeRotations(rotations);
}

template class CudaTetrahedronFEMForceField<float>;
template class CudaTetrahedronFEMForceField<double>;

namespace {
const auto registered =
    core::Register("TetrahedronFEMForceField", "SofaCUDA", "corotational linear tetrahedra, on a GPU")
        .addAll<CudaTetrahedronFEMForceField, float, double>()
        .ignores("gatherPt", "forces are gathered around each point by one thread")
        .ignores("gatherBsize", "forces are gathered around each point by one thread");
}  // namespace

}  // namespace sofa::cuda
