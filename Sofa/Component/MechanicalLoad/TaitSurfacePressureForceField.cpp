// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/TaitSurfacePressureForceField.h"

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

using type::Triangle;
using type::Vec3;

void TaitSurfacePressureForceField::init() {
  ForceField::init();
  if (!isValid()) return;
  if (!core::requireMesh(*this, l_topology)) return;
  makeTriangles();
  if (m_triangles.empty()) warning("{} has no triangles and no quads: nothing is enclosed.", l_topology->path());
  const VecCoord& rest = mstate()->restPositions();
  d_initialVolume.set(m_volume.volume(rest));
  d_initialSurfaceArea.set(m_volume.area(rest));
  setInjected(0);
  tellResults(mstate()->positions());
}

void TaitSurfacePressureForceField::makeTriangles() {
  m_revision = l_topology->revision();
  m_triangles = l_topology->triangles();
  for (const auto& q : l_topology->quads()) {
    m_triangles.push_back({q[0], q[1], q[2]});
    m_triangles.push_back({q[2], q[3], q[0]});
  }
  const std::size_t size = mstate()->size();
  if (std::erase_if(m_triangles, [&](const Triangle& t) { return !core::namesOnly(t, size); }) > 0)
    error("{} names points that the state {} with {} points does not have: such elements are left out.",
          l_topology->path(), mstate()->path(), size);
  m_volume.set(m_triangles, size);
  m_gradient.clear();
  d_pressureTriangles.set(m_triangles);
}

bool TaitSurfacePressureForceField::prepare() {
  if (!isValid() || !l_mstate || !l_topology) return false;
  if (l_topology->revision() != m_revision || m_volume.pointCount() != mstate()->size()) makeTriangles();
  return true;
}

void TaitSurfacePressureForceField::setInjected(double volume) {
  d_currentInjectedVolume.set(volume);
  d_v0.set(d_initialVolume.value() + volume);
}

void TaitSurfacePressureForceField::reset() {
  if (isValid()) setInjected(0);
}

void TaitSurfacePressureForceField::archive(core::Archive& archive) {
  double injected = d_currentInjectedVolume.value();
  archive.io(injected);
  if (archive.isLoading()) setInjected(injected);
}

void TaitSurfacePressureForceField::beginStep(const core::MechanicalParams& params) {
  if (!prepare()) return;
  const double limit = d_maxInjectionRate.value() * params.dt, injected = d_currentInjectedVolume.value();
  setInjected(injected + std::clamp(d_injectedVolume.value() - injected, -limit, limit));
  tellResults(mstate()->coords(params.x));
}

void TaitSurfacePressureForceField::tellResults(const VecCoord& x) {
  const Gas now = gas(x);
  d_currentVolume.set(now.volume);
  d_currentPressure.set(now.pressure);
  d_currentStiffness.set(now.stiffness);
  d_currentSurfaceArea.set(m_volume.area(x));
  const double v0 = d_v0.value();
  if (v0 > 0 && d_B.value() != 0 && (now.volume > 10 * v0 || now.volume < v0 / 10))
    error("The volume {} is far from {}, where the equation of state holds: the pressure is {}.", now.volume, v0,
          now.pressure);
}

auto TaitSurfacePressureForceField::gas(const VecCoord& x) const -> Gas {
  const double now = m_volume.volume(x), b = d_B.value(), gamma = d_gamma.value(), v0 = d_v0.value();
  if (b == 0 || gamma == 0 || v0 == 0) return {now, d_p0.value(), 0};
  if (gamma == 1) return {now, d_p0.value() - b * (now / v0 - 1), -b / v0};
  const double power = std::pow(now / v0, gamma);
  return {now, d_p0.value() - b * (power - 1), -b * gamma * power / now};
}

void TaitSurfacePressureForceField::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                             const VecDeriv&) {
  if (prepare()) m_volume.addGradient(x, gas(x).pressure, f);
}

void TaitSurfacePressureForceField::linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv&,
                                              core::Linearisation kind) {
  m_tangents.clear();
  m_gradient.clear();
  if (!prepare()) return;
  const Gas now = gas(x);
  const bool definite = kind == core::Linearisation::positiveDefinite;
  m_stiffness = definite ? std::min(now.stiffness, 0.0) : now.stiffness;
  m_gradient.assign(x.size(), Deriv::Zero());
  m_volume.addGradient(x, 1, m_gradient);
  m_volume.linearise(x, now.pressure);
  for (std::size_t e = 0; definite && e < m_triangles.size(); ++e) {
    const Triangle& t = m_triangles[e];
    m_tangents.add(now.pressure, {x[t[0]], x[t[1]], x[t[2]]}, true);
  }
}

void TaitSurfacePressureForceField::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                              double kFactor) {
  if (m_gradient.size() != dx.size()) return;
  double growth = 0;  // of the volume
  for (std::size_t i = 0; i < dx.size(); ++i) growth += m_gradient[i].dot(dx[i]);
  for (std::size_t i = 0; i < dx.size(); ++i) df[i] += (kFactor * m_stiffness * growth) * m_gradient[i];
  if (m_tangents.size() == 0) return m_volume.addSecondProduct(dx, kFactor, df);
  for (std::size_t e = 0; e < m_triangles.size(); ++e) {
    const Triangle& t = m_triangles[e];
    const auto changes = m_tangents.product(e, {dx[t[0]], dx[t[1]], dx[t[2]]});
    for (std::size_t i = 0; i < 3; ++i) df[t[i]] += kFactor * changes[i];
  }
}

void TaitSurfacePressureForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  const auto* state = mstate();
  if (!state || m_gradient.size() != state->size()) return;
  const auto dfdx = matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state);
  dfdx.addElements<3, 3>(m_triangles, [&](std::size_t e, type::Mat<9>& k) {
    k = m_tangents.size() > 0 ? m_tangents.matrix(e) : PressureTangents::exact(m_volume.edges(e));
  });
  if (m_stiffness == 0) return;
  for (std::size_t i = 0; i < m_gradient.size(); ++i)
    for (std::size_t j = 0; j < m_gradient.size(); ++j)
      dfdx(3 * static_cast<int>(i), 3 * static_cast<int>(j)) +=
          type::Mat<3>(m_stiffness * m_gradient[i] * m_gradient[j].transpose());
}

/// -integral of P dV: -(p0 + B) V + B V0 / (gamma + 1) (V / V0)^(gamma + 1).
std::optional<double> TaitSurfacePressureForceField::potentialEnergy(const core::MechanicalParams& params) {
  if (!prepare()) return 0;
  const double now = m_volume.volume(mstate()->coords(params.x)), b = d_B.value(), gamma = d_gamma.value(),
               v0 = d_v0.value();
  if (b == 0 || gamma == 0 || v0 == 0) return -d_p0.value() * now;
  return -(d_p0.value() + b) * now + b * v0 / (gamma + 1) * std::pow(now / v0, gamma + 1);
}

void TaitSurfacePressureForceField::draw(core::DrawList& list) const {
  const double scale = d_drawForceScale.value();
  if (!mstate() || !isValid() || scale == 0 || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = mstate()->positions();
  if (x.size() != m_volume.pointCount()) return;
  VecDeriv gradient(x.size(), Deriv::Zero());
  m_volume.addGradient(x, 1, gradient);
  const double pressure = gas(x).pressure;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!gradient[i].isZero(0)) list.line(x[i], x[i] + scale * pressure * gradient[i], 1, d_drawForceColor.value());
}

namespace {
const auto registered = core::Register("TaitSurfacePressureForceField", "Sofa.Component.MechanicalLoad",
                                       "the pressure of what a surface encloses")
                            .add<TaitSurfacePressureForceField>();
}  // namespace

}  // namespace sofa::component::mechanicalload
