// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/SurfacePressureForceField.h"

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

using type::Vec3;

template <class DataTypes>
void SurfacePressureForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  if (!core::requireMesh(*this, l_topology)) return;
  const auto check = [&](const core::Data<Indices>& list, std::size_t count) {
    for (const type::Index i : list.value()) {
      if (i < count) continue;
      this->error("{} names element {}, but the mesh {} has {} of them: such elements are not loaded.", list.name(), i,
                  l_topology->path(), count);
      return;
    }
  };
  check(d_triangleIndices, l_topology->triangles().size());
  check(d_quadIndices, l_topology->quads().size());
  for (const auto* mode : {&d_pulseMode, &d_volumeConservationMode}) this->trackData(*mode);
  startPulse();
}

template <class DataTypes>
void SurfacePressureForceField<DataTypes>::startPulse() {
  m_pulse = 0;
  m_rising = d_pressure.value() > 0;
  if (d_pulseMode.value() && d_pressureSpeed.value() == 0) {
    d_pressureSpeed.set(std::abs(d_pressure.value()));
    this->warning("pressureSpeed is zero, so the pulse would stand still: it is set to |pressure| = {} per second.",
                  d_pressureSpeed.value());
  }
}

/// A mode that is switched on begins now.
template <class DataTypes>
void SurfacePressureForceField<DataTypes>::dataChanged() {
  if (this->tracker().changed(d_pulseMode)) startPulse();
  bwdInit();
}

template <class DataTypes>
void SurfacePressureForceField<DataTypes>::bwdInit() {
  if (this->isValid() && this->mstate() && d_volumeConservationMode.value() && d_defaultVolume.value() == -1)
    d_defaultVolume.set(volume(this->mstate()->positions()));
}

template <class DataTypes>
void SurfacePressureForceField<DataTypes>::reset() {
  startPulse();
}

template <class DataTypes>
void SurfacePressureForceField<DataTypes>::archive(core::Archive& archive) {
  archive.io(m_pulse);
  archive.io(m_rising);
}

template <class DataTypes>
void SurfacePressureForceField<DataTypes>::beginStep(const core::MechanicalParams& params) {
  if (!d_pulseMode.value()) return;
  const double given = d_pressure.value(), other = d_pressureLowerBound.value(),
               step = d_pressureSpeed.value() * params.dt;
  const double upper = given > 0 ? given : other, lower = given > 0 ? other : given;
  m_pulse += m_rising ? step : -step;
  if (m_rising && m_pulse >= upper) {
    m_pulse = upper;
    m_rising = false;
  } else if (!m_rising && m_pulse <= lower) {
    m_pulse = lower;
    m_rising = true;
  }
}

template <class DataTypes>
template <class Element, class Visit>
void SurfacePressureForceField<DataTypes>::forEachLoaded(const std::vector<Element>& elements, const Indices& listed,
                                                         const VecCoord& x, const Visit& visit) const {
  const auto exists = [&](const Element& e) { return core::namesOnly(e, x.size()); };
  if (!listed.empty()) {
    for (const type::Index i : listed)
      if (i < elements.size() && exists(elements[i])) visit(elements[i]);
    return;
  }
  const Vec3 low = DataTypes::position(d_min.value()), high = DataTypes::position(d_max.value());
  const bool all = low.isZero(0) && high.isZero(0);
  const auto isInside = [&](type::Index point) {
    const Vec3 p = DataTypes::position(x[point]);
    return (p.array() >= low.array()).all() && (p.array() <= high.array()).all();
  };
  for (const Element& e : elements)
    if (exists(e) && (all || std::ranges::all_of(e, isInside))) visit(e);
}

template <class DataTypes>
template <class Visit>
void SurfacePressureForceField<DataTypes>::forEachForce(const VecCoord& x, const Visit& visit) const {
  const double pressure = pressureAt(x);
  const Vec3 direction = core::linearPart<DataTypes>(d_mainDirection.value());
  const auto load = [&](const type::Triangle& t) {
    const Vec3 a = DataTypes::position(x[t[0]]), b = DataTypes::position(x[t[1]]), c = DataTypes::position(x[t[2]]);
    const Vec3 normal = (b - a).cross(c - a);
    const double part = direction.isZero(0) ? 1 : std::abs(normal.normalized().dot(direction));
    visit(t, Vec3(pressure * part / 6 * normal));
  };
  forEachLoaded(l_topology->triangles(), d_triangleIndices.value(), x, load);
  forEachLoaded(l_topology->quads(), d_quadIndices.value(), x, [&](const type::Quad& q) {
    load({q[0], q[1], q[2]});
    load({q[0], q[2], q[3]});
  });
}

/// Signed, of the cones between the origin and the mesh.
template <class DataTypes>
double SurfacePressureForceField<DataTypes>::volume(const VecCoord& x) const {
  double sum = 0;
  const auto add = [&](type::Index a, type::Index b, type::Index c) {
    if (std::max({a, b, c}) >= x.size()) return;
    sum += DataTypes::position(x[a]).cross(DataTypes::position(x[b])).dot(DataTypes::position(x[c])) / 6;
  };
  for (const auto& t : l_topology->triangles()) add(t[0], t[1], t[2]);
  for (const auto& q : l_topology->quads()) {
    add(q[0], q[1], q[2]);
    add(q[0], q[2], q[3]);
  }
  return sum;
}

template <class DataTypes>
double SurfacePressureForceField<DataTypes>::pressureAt(const VecCoord& x) const {
  const double pressure = d_pulseMode.value() ? m_pulse : d_pressure.value(), reference = d_defaultVolume.value();
  if (!d_volumeConservationMode.value() || reference == 0) return pressure;
  const double now = volume(x);
  return now != 0 ? pressure * reference / now : pressure;
}

template <class DataTypes>
void SurfacePressureForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                                    const VecDeriv&) {
  if (!this->isValid() || !l_topology) return;
  forEachForce(x, [&](const type::Triangle& t, const Vec3& force) {
    for (const type::Index point : t) f[point] += DataTypes::linear(force);
  });
}

template <class DataTypes>
void SurfacePressureForceField<DataTypes>::linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv&,
                                                     core::Linearisation kind) {
  m_found.clear();
  m_tangents.clear();
  if (this->isValid() && l_topology && d_useTangentStiffness.value())
    forEachLoaded(l_topology->triangles(), d_triangleIndices.value(), x,
                  [&](const type::Triangle& t) { m_found.push_back(t); });
  const bool changed = m_found != m_triangles;
  std::swap(m_triangles, m_found);
  if (m_triangles.empty()) return;
  const bool definite = kind == core::Linearisation::positiveDefinite;
  const double pressure = pressureAt(x);
  if constexpr (!DataTypes::isRigid)
    if (!definite) {
      if (changed || m_blocks.pointCount() != x.size()) m_blocks.set(m_triangles, x.size());
      return m_blocks.linearise(x, pressure);
    }
  m_blocks = {};
  for (const type::Triangle& t : m_triangles)
    m_tangents.add(pressure, {DataTypes::position(x[t[0]]), DataTypes::position(x[t[1]]), DataTypes::position(x[t[2]])},
                   definite);
}

template <class DataTypes>
void SurfacePressureForceField<DataTypes>::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                                     double kFactor) {
  if constexpr (!DataTypes::isRigid)
    if (isInBlocks()) {
      if (m_blocks.pointCount() == dx.size()) m_blocks.addSecondProduct(dx, kFactor, df);
      return;
    }
  for (std::size_t e = 0; e < m_triangles.size(); ++e) {
    const type::Triangle& t = m_triangles[e];
    if (!core::namesOnly(t, dx.size())) continue;
    const auto u = [&](std::size_t corner) -> Vec3 { return kFactor * core::linearPart<DataTypes>(dx[t[corner]]); };
    const auto changes = m_tangents.product(e, {u(0), u(1), u(2)});
    for (std::size_t i = 0; i < 3; ++i) df[t[i]] += DataTypes::linear(changes[i]);
  }
}

template <class DataTypes>
void SurfacePressureForceField<DataTypes>::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  const auto* state = this->mstate();
  if (!state) return;
  constexpr int n = DataTypes::derivSize;
  const auto dfdx = matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state);
  dfdx.template addElements<3, n>(m_triangles, [&](std::size_t e, type::Mat<3 * n, 3 * n>& k) {
    const type::Mat<9> tangent = isInBlocks() ? PressureTangents::exact(m_blocks.edges(e)) : m_tangents.matrix(e);
    k.setZero();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) k.template block<3, 3>(n * i, n * j) = tangent.template block<3, 3>(3 * i, 3 * j);
  });
}

template <class DataTypes>
void SurfacePressureForceField<DataTypes>::draw(core::DrawList& list) const {
  const double scale = d_drawForceScale.value();
  if (!this->mstate() || !this->isValid() || !l_topology || scale == 0 || !list.shows(type::DisplayFlags::ForceFields))
    return;
  const VecCoord& x = this->mstate()->positions();
  forEachForce(x, [&](const type::Triangle& t, const Vec3& force) {
    for (const type::Index point : t) {
      const Vec3 p = DataTypes::position(x[point]);
      list.line(p, p + scale * force, 1, {0, 1, 1, 1});
    }
  });
}

namespace {
const auto registered =
    core::Register("SurfacePressureForceField", "Sofa.Component.MechanicalLoad", "a pressure that follows the surface")
        .addAll<SurfacePressureForceField, type::Vec3Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::mechanicalload
