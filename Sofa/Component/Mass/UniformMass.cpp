// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mass/UniformMass.h"

#include <numeric>

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mass {

template <class DataTypes>
typename DataTypes::MassType UniformMass<DataTypes>::initialMass() {
  MassType m{};
  setMass(m, 1.0);
  return m;
}

template <class DataTypes>
void UniformMass<DataTypes>::init() {
  Base::init();
  if (!this->l_mstate) return;
  core::connectMesh(*this, l_topology);
  if (l_topology) m_revision = l_topology->revision();

  const bool vertexMassGiven = d_vertexMass.isSet();
  bool fileDefinesMass = false;
  const bool fileLoaded = loadFile(fileDefinesMass);
  chooseIndices();
  chooseMass(vertexMassGiven, fileLoaded, fileDefinesMass);
  if (d_gyroscopic.value() && !turns())
    this->warning("gyroscopic=\"1\" has no effect: only Rigid3 points turn in space. Remove it.");
  m_mass = PointMass<DataTypes>(d_vertexMass.value());
  this->trackData(d_vertexMass);
  this->trackData(d_totalMass);
}

template <class DataTypes>
bool UniformMass<DataTypes>::loadFile(bool& definesMass) {
  if (!d_filename.isSet() || d_filename.value().empty() || d_filename.value() == "unused") return false;
  if constexpr (std::is_same_v<DataTypes, type::Rigid3Types>) {
    auto mass = d_vertexMass.value();
    std::vector<std::string> problems;
    const bool loaded = readRigidMassFile(d_filename.value(), this->folder(), mass, definesMass, problems);
    for (const auto& problem : problems) this->error("{}", problem);
    if (!loaded) return false;
    d_vertexMass.set(mass);
    return true;
  } else {
    this->error("filename=\"{}\" is ignored: only masses of Rigid3 points are read from a file.", d_filename.value());
    return false;
  }
}

template <class DataTypes>
void UniformMass<DataTypes>::chooseIndices() {
  const std::size_t size = this->l_mstate->size();
  const auto range = d_localRange.value();
  m_givenIndices = d_indices.isSet() && !d_indices.value().empty();
  if (range[0] >= 0 && range[1] > 0 && static_cast<std::size_t>(range[1]) + 1 < size) {
    std::vector<type::Index> indices;
    for (int i = range[0]; i <= range[1]; ++i) indices.push_back(static_cast<type::Index>(i));
    d_indices.set(std::move(indices));
    m_givenIndices = true;
  }
  if (!m_givenIndices) {
    std::vector<type::Index> all(size);
    std::iota(all.begin(), all.end(), type::Index{0});
    d_indices.set(std::move(all));
    d_indices.unset();
    m_allPoints = true;
    return;
  }
  auto indices = d_indices.value();
  const auto outside = [size](type::Index i) { return i >= size; };
  if (const auto bad = std::find_if(indices.begin(), indices.end(), outside); bad != indices.end()) {
    this->error("indices: there is no point {}, the state has {} points; such indices are left out.", *bad, size);
    std::erase_if(indices, outside);
    d_indices.set(std::move(indices));
  }
  m_allPoints = false;
}

template <class DataTypes>
void UniformMass<DataTypes>::chooseMass(bool vertexMassGiven, bool fileLoaded, bool fileDefinesMass) {
  const bool total = d_totalMass.isSet() && !(fileDefinesMass && !vertexMassGiven);
  if (!total && !vertexMassGiven && !fileLoaded) {
    this->error("No mass is given: set vertexMass, the mass of each point, or totalMass, their sum.");
    this->setInvalid();
    return;
  }
  if (total && vertexMassGiven) this->warning("Both vertexMass and totalMass are given; totalMass is used.");
  m_usesTotalMass = total;
  if (total ? fromTotalMass() : fromVertexMass()) this->setValid();
}

template <class DataTypes>
bool UniformMass<DataTypes>::fromTotalMass() {
  if (d_totalMass.value() < 0) {
    this->error("totalMass is {}: it cannot be negative.", d_totalMass.value());
    this->setInvalid();
    return false;
  }
  const std::size_t n = d_indices.value().size();
  if (n > 0) {
    auto mass = d_vertexMass.value();
    setMass(mass, d_totalMass.value() / static_cast<double>(n));
    d_vertexMass.set(mass);
  }
  return true;
}

template <class DataTypes>
bool UniformMass<DataTypes>::fromVertexMass() {
  const double mass = massOf(d_vertexMass.value());
  if (mass < 0) {
    this->error("vertexMass is {}: it cannot be negative.", mass);
    this->setInvalid();
    return false;
  }
  d_totalMass.set(mass * static_cast<double>(d_indices.value().size()));
  return true;
}

template <class DataTypes>
void UniformMass<DataTypes>::dataChanged() {
  const bool total = this->tracker().changed(d_totalMass), vertex = this->tracker().changed(d_vertexMass);
  if (total && (m_usesTotalMass || !vertex) ? fromTotalMass() : fromVertexMass()) this->setValid();
  m_mass = PointMass<DataTypes>(d_vertexMass.value());
}

template <class DataTypes>
void UniformMass<DataTypes>::followTopology() {
  if (!l_topology || l_topology->revision() == m_revision) return;
  m_revision = l_topology->revision();
  const std::size_t size = this->l_mstate->size();
  auto indices = d_indices.value();
  if (m_allPoints) {
    indices.resize(size);
    std::iota(indices.begin(), indices.end(), type::Index{0});
  } else {
    std::erase_if(indices, [size](type::Index i) { return i >= size; });
  }
  if (indices == d_indices.value()) return;
  d_indices.set(std::move(indices));
  d_preserveTotalMass.value() ? fromTotalMass() : fromVertexMass();
  m_mass = PointMass<DataTypes>(d_vertexMass.value());
}

template <class DataTypes>
bool UniformMass<DataTypes>::topologyChanged(const core::MeshChanges& changes) {
  if (!this->l_mstate || changes.mesh != l_topology.get()) return true;
  m_revision = l_topology->revision();
  auto indices = d_indices.value();
  if (m_allPoints) {
    indices.resize(this->l_mstate->size());
    std::iota(indices.begin(), indices.end(), type::Index{0});
  } else {
    for (const auto& step : changes.steps)
      for (type::Index i = step->points().remaining(); i < step->points().after(); ++i) indices.push_back(i);
  }
  d_indices.set(std::move(indices));
  if (m_allPoints) d_indices.unset();
  d_preserveTotalMass.value() ? fromTotalMass() : fromVertexMass();
  m_mass = PointMass<DataTypes>(d_vertexMass.value());
  return true;
}

template <class DataTypes>
template <class F>
void UniformMass<DataTypes>::forEachPoint(std::size_t size, F&& f) const {
  const auto& indices = d_indices.value();
  if (m_allPoints) {
    const std::size_t n = std::min(size, indices.size());
    for (std::size_t i = 0; i < n; ++i) f(i);
  } else {
    for (const auto i : indices)
      if (i < size) f(i);
  }
}

template <class DataTypes>
PointMass<DataTypes> UniformMass<DataTypes>::turnedMass(const typename DataTypes::Coord& x) const {
  if constexpr (std::is_same_v<DataTypes, type::Rigid3Types>) {
    auto mass = d_vertexMass.value();
    mass.inertia = turnedInertia(mass.inertia, x.orientation);
    return PointMass<DataTypes>(mass);
  } else {
    return m_mass;
  }
}

template <class DataTypes>
void UniformMass<DataTypes>::accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) {
  Base::accumulateForce(params, f);
  if (!this->l_mstate || !this->isValid()) return;
  if (turns())
    addGyroscopicTorque(params, this->l_mstate->writeDerivs(f));
  else
    watchInertia(params);
}

template <class DataTypes>
void UniformMass<DataTypes>::addGyroscopicTorque(const core::MechanicalParams& params, VecDeriv& f) const {
  if constexpr (std::is_same_v<DataTypes, type::Rigid3Types>) {
    const type::Mat3 inertia = d_vertexMass.value().mass * d_vertexMass.value().inertia;
    const auto& x = this->l_mstate->coords(params.x);
    const auto& v = this->l_mstate->derivs(params.v);
    if (inertia.determinant() == 0) return;
    forEachPoint(std::min({f.size(), x.size(), v.size()}), [&](std::size_t i) {
      const type::Vec3 w = v[i].template tail<3>();
      const auto& q = x[i].orientation;
      f[i].template tail<3>() += params.implicit && params.dt > 0 ? gyroscopicTorque(inertia, q, w, params.dt)
                                                                  : gyroscopicTorque(turnedInertia(inertia, q), w);
    });
  }
}

template <class DataTypes>
void UniformMass<DataTypes>::watchInertia(const core::MechanicalParams& params) {
  if constexpr (std::is_same_v<DataTypes, type::Rigid3Types>) {
    const type::Mat3& inertia = d_vertexMass.value().inertia;
    if (!m_watching || inertia == inertia(0, 0) * type::Mat3::Identity()) return;
    const auto& x = this->l_mstate->coords(params.x);
    const auto& v = this->l_mstate->derivs(params.v);
    forEachPoint(std::min(x.size(), v.size()), [&](std::size_t i) {
      if (!m_watching || !m_watch.matters(i, inertia, x[i].orientation, v[i].template tail<3>())) return;
      m_watching = false;
      core::tellDefect(*this,
                       fmt::format("inertia keeps the axes of the world and no gyroscopic torque acts: body {} of {} "
                                   "turns and does not keep its angular momentum",
                                   i, this->l_mstate->path()),
                       "Set gyroscopic=\"1\"");
    });
  }
}

template <class DataTypes>
void UniformMass<DataTypes>::addWeight(VecDeriv& f, const Deriv& gravity) {
  followTopology();
  const Deriv weight = m_mass.weight(gravity);
  forEachPoint(f.size(), [&](std::size_t i) { f[i] += weight; });
}

template <class DataTypes>
void UniformMass<DataTypes>::addMDx(VecDeriv& res, const VecDeriv& dx, double factor) {
  if (!this->isValid()) return;
  followTopology();
  const std::size_t size = std::min(res.size(), dx.size());
  if constexpr (!DataTypes::isRigid) {
    if (m_allPoints) {
      const std::size_t n = std::min(size, d_indices.value().size());
      auto to = flat(res, n);
      forScalars<DataTypes::derivSize>(n, [&, from = flat(dx, n), m = m_mass.mass() * factor](auto first, auto count) {
        to.segment(first, count) += m * from.segment(first, count);
      });
      return;
    }
  }
  forEachPoint(size, [&](std::size_t i) { res[i] += m_mass.times(dx[i]) * factor; });
}

template <class DataTypes>
void UniformMass<DataTypes>::accumulateMDx(const core::MechanicalParams& params, core::VecDerivId res, double factor) {
  if (!turns()) return Base::accumulateMDx(params, res, factor);
  if (!this->isValid() || !this->l_mstate) return;
  followTopology();
  const auto& x = this->l_mstate->coords(params.x);
  const auto& dx = this->l_mstate->derivs(params.dx);
  auto& to = this->l_mstate->writeDerivs(res);
  forEachPoint(std::min({to.size(), dx.size(), x.size()}),
               [&](std::size_t i) { to[i] += turnedMass(x[i]).times(dx[i]) * factor; });
}

template <class DataTypes>
void UniformMass<DataTypes>::assignMDx(const core::MechanicalParams& params, core::VecDerivId res, double factor) {
  if constexpr (!DataTypes::isRigid) {
    followTopology();
    const std::size_t n = m_allPoints && this->isValid() && this->l_mstate ? d_indices.value().size() : 0;
    if (n > 0 && n == this->l_mstate->size()) {
      auto to = flat(this->l_mstate->writeDerivs(res), n);
      const auto from = flat(this->l_mstate->derivs(params.dx), n);
      forScalars<DataTypes::derivSize>(n, [&, m = m_mass.mass() * factor](auto first, auto count) {
        to.segment(first, count) = m * from.segment(first, count);
      });
      return;
    }
  }
  Base::assignMDx(params, res, factor);
}

template <class DataTypes>
void UniformMass<DataTypes>::buildMassMatrix(core::MassMatrixAccumulator* matrix) {
  if (!this->isValid() || !this->l_mstate) return;
  followTopology();
  const auto block = m_mass.matrix();
  const auto* x = turns() ? &this->l_mstate->positions() : nullptr;
  const auto m = matrix->matrix();
  forEachPoint(this->l_mstate->size(), [&](std::size_t i) {
    const int scalar = static_cast<int>(i) * DataTypes::derivSize;
    m(scalar, scalar) += x ? turnedMass((*x)[i]).matrix() : block;
  });
}

template <class DataTypes>
void UniformMass<DataTypes>::divideByMass(const core::MechanicalParams& params, core::VecDerivId a,
                                          core::VecDerivId f) {
  if (!turns()) return Base::divideByMass(params, a, f);
  if (!this->isValid() || !this->l_mstate) return;
  followTopology();
  const auto& x = this->l_mstate->coords(params.x);
  const auto& force = this->l_mstate->derivs(f);
  auto& to = this->l_mstate->writeDerivs(a);
  forEachPoint(std::min({to.size(), force.size(), x.size()}),
               [&](std::size_t i) { to[i] = turnedMass(x[i]).solve(force[i]); });
}

template <class DataTypes>
void UniformMass<DataTypes>::accFromF(VecDeriv& a, const VecDeriv& f) {
  if (!this->isValid()) return;
  followTopology();
  const std::size_t size = std::min(a.size(), f.size());
  if constexpr (!DataTypes::isRigid) {
    if (m_allPoints) {
      const std::size_t n = std::min(size, d_indices.value().size());
      auto to = flat(a, n);
      forScalars<DataTypes::derivSize>(n, [&, from = flat(f, n), m = m_mass.mass()](auto first, auto count) {
        to.segment(first, count) = from.segment(first, count) / m;
      });
      return;
    }
  }
  forEachPoint(size, [&](std::size_t i) { a[i] = m_mass.solve(f[i]); });
}

template <class DataTypes>
double UniformMass<DataTypes>::kineticEnergy(const core::MechanicalParams& params) const {
  if (!this->l_mstate || !this->isValid()) return 0;
  const auto* x = turns() ? &this->l_mstate->coords(params.x) : nullptr;
  const auto& v = this->l_mstate->derivs(params.v);
  double sum = 0;
  forEachPoint(v.size(), [&](std::size_t i) { sum += v[i].dot((x ? turnedMass((*x)[i]) : m_mass).times(v[i])); });
  return 0.5 * sum;
}

template <class DataTypes>
std::optional<double> UniformMass<DataTypes>::potentialEnergy(const core::MechanicalParams& params) {
  if (!this->l_mstate) return 0;
  const auto& x = this->l_mstate->coords(params.x);
  type::Vec3 sum = type::Vec3::Zero();
  forEachPoint(x.size(), [&](std::size_t i) { sum += DataTypes::position(x[i]); });
  return -m_mass.mass() * this->context()->gravity().dot(sum);
}

template <class DataTypes>
void UniformMass<DataTypes>::draw(core::DrawList& list) const {
  if (!list.shows(type::DisplayFlags::BehaviorModels)) return;
  constexpr type::Color yellow{1, 1, 0, 1}, atRest{0.5f, 0.5f, 0, 1};
  const bool center = d_showGravityCenter.value();
  drawPoints(list, core::vec::position, center, center, yellow);
  drawPoints(list, core::vec::restPosition, d_showX0.value(), d_showInitialCenterOfGravity.value(), atRest);
}

template <class DataTypes>
void UniformMass<DataTypes>::drawPoints(core::DrawList& list, core::VecCoordId id, bool spheres, bool cross,
                                        const type::Color& color) const {
  if (!this->l_mstate || (!spheres && !cross)) return;
  constexpr double radius = 0.01;
  const auto& x = this->l_mstate->coords(id);
  type::Vec3 sum = type::Vec3::Zero();
  std::size_t count = 0;
  forEachPoint(x.size(), [&](std::size_t i) {
    const type::Vec3 p = DataTypes::position(x[i]);
    if (spheres) list.sphere(p, radius, color);
    sum += p;
    ++count;
  });
  if (cross && count > 0)
    core::drawCross(list, sum / static_cast<double>(count), d_showAxisSizeFactor.value(), 1, color);
}

template class UniformMass<type::Vec3Types>;  // all of it, for plugins that derive from it

namespace {
const auto registered = core::Register("UniformMass", "Sofa.Component.Mass", "The same mass at every point of a state")
                            .ignores("compute_mapping_inertia", "the inertia of mapped points is never computed")
                            .addAll<UniformMass, type::Vec1Types, type::Vec2Types, type::Vec3Types, type::Vec6Types,
                                    type::Rigid2Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::mass
