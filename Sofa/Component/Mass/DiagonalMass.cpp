// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mass/DiagonalMass.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/NumberSet.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mass {

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::init() {
  Base::init();
  if (!this->l_mstate) return;
  if (!d_filename.value().empty()) {
    loadFile() ? this->setValid() : this->setInvalid();
  } else if constexpr (DataTypes::isRigid) {
    if (d_vertexMass.value().empty())
      this->error("vertexMass must give the mass of each body (mass, volume and inertia per unit mass).");
    if (d_totalMass.isSet() || d_massDensity.isSet())
      this->warning("totalMass and massDensity have no effect on bodies; their masses are those of vertexMass.");
  } else if (this->findGeometry() && lumpAll()) {
    m_revision = l_topology->revision();
    extendVertexMass();
    this->chooseMass(d_massDensity, d_vertexMass);
    this->setValid();
  } else {
    this->setInvalid();
  }
  if (d_gyroscopic.value() && !turns())
    this->warning("gyroscopic=\"1\" has no effect: only Rigid3 points turn in space. Remove it.");
  takeMasses();
  trackMasses();
  core::readAtInit(*this, {&d_computeMassOnRest});
}

template <class DataTypes, class GeometryTypes>
bool DiagonalMass<DataTypes, GeometryTypes>::loadFile() {
  std::string problem;
  const auto masses = readNodeMassFile(d_filename.value(), this->folder(), problem);
  if (!problem.empty()) {
    this->error("{}", problem);
    return false;
  }
  std::vector<MassType> values(masses.size());
  for (std::size_t i = 0; i < masses.size(); ++i) setMass(values[i], masses[i]);
  d_vertexMass.set(std::move(values));
  publish(d_totalMass, std::accumulate(masses.begin(), masses.end(), 0.0));
  return true;
}

template <class DataTypes, class GeometryTypes>
bool DiagonalMass<DataTypes, GeometryTypes>::lumpAll() {
  m_surplus.clear();
  if (!lump(true)) return false;
  if (d_computeMassOnRest.value()) return true;
  const auto atRest = m_unitMass;
  if (!lump(false)) return false;
  m_surplus.resize(m_unitMass.size());
  std::ranges::transform(m_unitMass, atRest, m_surplus.begin(), std::minus());
  return true;
}

template <class DataTypes, class GeometryTypes>
bool DiagonalMass<DataTypes, GeometryTypes>::lump(bool atRest) {
  const auto points = nodePositions(*l_geometryState, atRest);
  const auto mesh = measureMesh(*l_topology, points, Base::isPlanar);
  if (!mesh.problem.empty()) {
    this->error("{}", mesh.problem);
    return false;
  }
  m_family = mesh.family;
  m_elements = mesh.size();
  m_unitMass.assign(std::max(l_topology->nbPoints(), points.size()), 0.0);
  for (std::size_t e = 0; e < mesh.size(); ++e)
    for (const auto i : mesh.element(e)) m_unitMass[i] += mesh.measures[e] / static_cast<double>(mesh.nodesPerElement);
  m_unitTotal = std::accumulate(m_unitMass.begin(), m_unitMass.end(), 0.0);
  return true;
}

template <class DataTypes, class GeometryTypes>
bool DiagonalMass<DataTypes, GeometryTypes>::lumpChanged(const core::MeshChanges& changes) {
  if (!changes.known || changes.steps.empty() || familyOf(*l_topology) != m_family) return false;
  return withFamily(m_family, [&]<class E>() {
    const auto& elements = core::elementsOf<E>(*l_topology);
    const auto& points = nodePositions(*l_geometryState, true);
    const auto& first = *changes.steps.front();
    if (first.template of<E>().before() != m_elements || first.points().before() != m_unitMass.size() ||
        points.size() != l_topology->nbPoints())
      return false;
    for (const auto& step : changes.steps) core::carryValues(m_unitMass, step->points());
    // Each element once; to each point they add up in their order, as if all were summed anew.
    const auto concerned = core::concernedPoints<E>(*l_topology, changes);
    const core::NumberSet isConcerned(concerned, m_unitMass.size());
    for (const auto i : concerned) m_unitMass[i] = 0;
    for (const auto e : l_topology->stars().template around<E>(concerned)) {
      const double measure = measureElement(m_family, points, elements[e], Base::isPlanar);
      for (const auto i : elements[e])
        if (isConcerned.contains(i)) m_unitMass[i] += measure / static_cast<double>(elements[e].size());
    }
    m_elements = elements.size();
    m_unitTotal = std::accumulate(m_unitMass.begin(), m_unitMass.end(), 0.0);
    return true;
  });
}

template <class DataTypes, class GeometryTypes>
bool DiagonalMass<DataTypes, GeometryTypes>::lumpAgain(const core::MeshChanges& changes) {
  const auto combine = [&](const auto& operation) {
    std::ranges::transform(m_unitMass, m_surplus, m_unitMass.begin(), operation);
  };
  const bool hasSurplus = changes.known && !m_surplus.empty() && m_surplus.size() == m_unitMass.size();
  if (hasSurplus) combine(std::minus());
  if (!lumpChanged(changes) && !lump(true)) return false;
  if (hasSurplus)
    for (const auto& step : changes.steps) core::carryValues(m_surplus, step->points());
  if (!hasSurplus || m_surplus.size() != m_unitMass.size()) return m_surplus.clear(), true;
  combine(std::plus());
  m_unitTotal = std::accumulate(m_unitMass.begin(), m_unitMass.end(), 0.0);
  return true;
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::extendVertexMass() {
  const std::size_t given = d_vertexMass.value().size();
  if (given == 0 || given >= this->l_mstate->size()) return;
  auto& masses = d_vertexMass.edit();
  masses.resize(this->l_mstate->size(), masses.back());
}

template <class DataTypes, class GeometryTypes>
bool DiagonalMass<DataTypes, GeometryTypes>::takeDensity() {
  if (!(d_massDensity.value() >= 0)) {
    this->warning("massDensity is {}: it cannot be negative. totalMass is used instead.", d_massDensity.value());
    return false;
  }
  fromDensity(d_massDensity.value());
  return true;
}

template <class DataTypes, class GeometryTypes>
bool DiagonalMass<DataTypes, GeometryTypes>::takeVertexMass() {
  const auto& masses = d_vertexMass.value();
  if (masses.size() != m_unitMass.size()) {
    this->warning("vertexMass has {} values but the mesh {} points. totalMass is used instead.", masses.size(),
                  m_unitMass.size());
    return false;
  }
  const auto negative = std::find_if(masses.begin(), masses.end(), [](const MassType& m) { return massOf(m) < 0; });
  if (negative != masses.end()) {
    this->warning("vertexMass: the mass of point {} is {}, it cannot be negative. totalMass is used instead.",
                  negative - masses.begin(), massOf(*negative));
    return false;
  }
  m_listed = true;
  double total = 0;
  for (const auto& m : masses) total += massOf(m);
  publish(d_totalMass, total);
  publish(d_massDensity, m_unitTotal > 0 ? total / m_unitTotal : 1.0);
  return true;
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::share(double total) {
  fromDensity(m_unitTotal > 0 ? total / m_unitTotal : 1.0);
  publish(d_totalMass, total);
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::fromDensity(double density) {
  m_listed = false;
  std::vector<MassType> masses(m_unitMass.size());
  for (std::size_t i = 0; i < masses.size(); ++i) setMass(masses[i], density * m_unitMass[i]);
  publish(d_vertexMass, std::move(masses));
  publish(d_massDensity, density);
  publish(d_totalMass, density * m_unitTotal);
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::takeMasses() {
  m_mass.clear();
  for (const auto& m : d_vertexMass.value()) m_mass.emplace_back(m);
  if constexpr (!DataTypes::isRigid) {
    m_flat.clear();
    for (const auto& m : m_mass) m_flat.insert(m_flat.end(), DataTypes::derivSize, m.mass());
  }
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::trackMasses() {
  this->trackData(d_totalMass);
  this->trackData(d_massDensity);
  this->trackData(d_vertexMass);
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::dataChanged() {
  if constexpr (!DataTypes::isRigid) {
    if (!m_unitMass.empty()) {
      if (this->tracker().changed(d_totalMass))
        this->fromTotalMass();
      else if (this->tracker().changed(d_massDensity))
        this->fromDensityOrTotal();
      else
        this->fromVertexMassOrTotal();
    }
  }
  takeMasses();
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::followTopology() {
  if (m_unitMass.empty() || !l_topology || l_topology->revision() == m_revision) return;
  m_revision = l_topology->revision();
  const std::size_t points = m_unitMass.size(), elements = m_elements;
  if (!lumpAll() || (m_unitMass.size() == points && m_elements == elements)) return;
  fromDensity(d_massDensity.value());
  takeMasses();
}

template <class DataTypes, class GeometryTypes>
bool DiagonalMass<DataTypes, GeometryTypes>::topologyChanged(const core::MeshChanges& changes) {
  if (!this->l_mstate || !this->isValid()) return false;
  if (changes.mesh != l_topology.get()) return true;
  if (m_unitMass.empty() && (DataTypes::isRigid || !l_geometryState)) return takeMasses(), true;
  m_revision = l_topology->revision();
  auto before = m_unitMass;
  for (const auto& step : changes.steps) core::carryValues(before, step->points());
  if (familyOf(*l_topology) == ElementFamily::none) {
    m_elements = 0;
    m_unitTotal = 0;
    m_unitMass.assign(l_topology->nbPoints(), 0.0);
    m_family = ElementFamily::none;
    m_surplus.clear();
  } else if (!lumpAgain(changes)) {
    return false;
  }
  const double density = d_massDensity.value();
  if (!m_listed) {
    fromDensity(density);
  } else if (changes.known && before.size() == m_unitMass.size() && d_vertexMass.value().size() == before.size()) {
    auto masses = d_vertexMass.value();
    for (std::size_t i = 0; i < masses.size(); ++i)
      setMass(masses[i], massOf(masses[i]) + density * (m_unitMass[i] - before[i]));
    publish(d_vertexMass, std::move(masses));
    double total = 0;
    for (const auto& m : d_vertexMass.value()) total += massOf(m);
    publish(d_totalMass, total);
  }
  takeMasses();
  // What was computed here is not a wish of the user.
  trackMasses();
  return true;
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::archive(core::Archive& archive) {
  if constexpr (!DataTypes::isRigid) {
    bool hasSurplus = !m_surplus.empty();
    archive.io(hasSurplus);
    if (!hasSurplus || !archive.isGood()) return;
    auto unit = m_unitMass, surplus = m_surplus, masses = d_vertexMass.value();
    double density = d_massDensity.value(), total = d_totalMass.value();
    for (auto* values : {&unit, &surplus, &masses}) archive.io(*values);
    for (double* value : {&density, &total}) archive.io(*value);
    archive.io(m_listed);
    if (!archive.isLoading() || !archive.isGood()) return;
    if (unit.size() != m_unitMass.size() || surplus.size() != unit.size()) return archive.fail();
    m_unitMass = std::move(unit);
    m_surplus = std::move(surplus);
    m_unitTotal = std::accumulate(m_unitMass.begin(), m_unitMass.end(), 0.0);
    publish(d_vertexMass, std::move(masses));
    publish(d_massDensity, density);
    publish(d_totalMass, total);
    takeMasses();
    trackMasses();
  }
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) {
  Base::accumulateForce(params, f);
  if (!this->isValid() || !this->l_mstate) return;
  if (turns())
    addGyroscopicTorque(params, this->l_mstate->writeDerivs(f));
  else
    watchInertia(params);
}

template <class DataTypes, class GeometryTypes>
PointMass<DataTypes> DiagonalMass<DataTypes, GeometryTypes>::turnedMass(std::size_t i,
                                                                        const typename DataTypes::Coord& x) const {
  if constexpr (std::is_same_v<DataTypes, type::Rigid3Types>) {
    auto mass = d_vertexMass.value()[i];
    mass.inertia = turnedInertia(mass.inertia, x.orientation);
    return PointMass<DataTypes>(mass);
  } else {
    return m_mass[i];
  }
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::addGyroscopicTorque(const core::MechanicalParams& params,
                                                                 VecDeriv& f) const {
  if constexpr (std::is_same_v<DataTypes, type::Rigid3Types>) {
    const auto& masses = d_vertexMass.value();
    const auto& x = this->l_mstate->coords(params.x);
    const auto& v = this->l_mstate->derivs(params.v);
    for (std::size_t i = 0; i < std::min({f.size(), x.size(), v.size(), masses.size()}); ++i) {
      const type::Mat3 inertia = masses[i].mass * masses[i].inertia;
      if (inertia.determinant() == 0) continue;
      const type::Vec3 w = v[i].template tail<3>();
      const auto& q = x[i].orientation;
      f[i].template tail<3>() += params.implicit && params.dt > 0 ? gyroscopicTorque(inertia, q, w, params.dt)
                                                                  : gyroscopicTorque(turnedInertia(inertia, q), w);
    }
  }
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::watchInertia(const core::MechanicalParams& params) {
  if constexpr (std::is_same_v<DataTypes, type::Rigid3Types>) {
    if (!m_watching) return;
    const auto& masses = d_vertexMass.value();
    const auto& x = this->l_mstate->coords(params.x);
    const auto& v = this->l_mstate->derivs(params.v);
    for (std::size_t i = 0; i < std::min({x.size(), v.size(), masses.size()}); ++i) {
      const type::Mat3& inertia = masses[i].inertia;
      if (inertia == inertia(0, 0) * type::Mat3::Identity() ||
          !m_watch.matters(i, inertia, x[i].orientation, v[i].template tail<3>()))
        continue;
      m_watching = false;
      return core::tellDefect(*this,
                              fmt::format("inertia keeps the axes of the world and no gyroscopic torque acts: body {} "
                                          "of {} turns and does not keep its angular momentum",
                                          i, this->l_mstate->path()),
                              "Set gyroscopic=\"1\"");
    }
  }
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::addWeight(VecDeriv& f, const Deriv& gravity) {
  followTopology();
  const std::size_t n = std::min(f.size(), m_mass.size());
  for (std::size_t i = 0; i < n; ++i) f[i] += m_mass[i].weight(gravity);
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::accumulateMDx(const core::MechanicalParams& params, core::VecDerivId res,
                                                           double factor) {
  if (!turns()) return Base::accumulateMDx(params, res, factor);
  if (!this->l_mstate) return;
  followTopology();
  const auto& x = this->l_mstate->coords(params.x);
  const auto& dx = this->l_mstate->derivs(params.dx);
  auto& to = this->l_mstate->writeDerivs(res);
  for (std::size_t i = 0; i < std::min({to.size(), dx.size(), x.size(), m_mass.size()}); ++i)
    to[i] += turnedMass(i, x[i]).times(dx[i]) * factor;
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::addMDx(VecDeriv& res, const VecDeriv& dx, double factor) {
  followTopology();
  const std::size_t n = std::min({res.size(), dx.size(), m_mass.size()});
  if constexpr (DataTypes::isRigid) {
    for (std::size_t i = 0; i < n; ++i) res[i] += m_mass[i].times(dx[i]) * factor;
  } else {
    auto to = flat(res, n);
    forScalars<DataTypes::derivSize>(n, [&, from = flat(dx, n), mass = flatMasses(n)](auto first, auto count) {
      to.segment(first, count) += factor * mass.segment(first, count).cwiseProduct(from.segment(first, count));
    });
  }
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::assignMDx(const core::MechanicalParams& params, core::VecDerivId res,
                                                       double factor) {
  if constexpr (!DataTypes::isRigid) {
    followTopology();
    const std::size_t n = m_mass.size();
    if (this->l_mstate && this->l_mstate->size() == n) {
      auto to = flat(this->l_mstate->writeDerivs(res), n);
      const auto from = flat(this->l_mstate->derivs(params.dx), n);
      forScalars<DataTypes::derivSize>(n, [&, mass = flatMasses(n)](auto first, auto count) {
        to.segment(first, count) = factor * mass.segment(first, count).cwiseProduct(from.segment(first, count));
      });
      return;
    }
  }
  Base::assignMDx(params, res, factor);
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::buildMassMatrix(core::MassMatrixAccumulator* matrix) {
  if (!this->l_mstate) return;
  followTopology();
  const auto* x = turns() ? &this->l_mstate->positions() : nullptr;
  const auto m = matrix->matrix();
  const std::size_t n = std::min(this->l_mstate->size(), m_mass.size());
  for (std::size_t i = 0; i < n; ++i) {
    const int scalar = static_cast<int>(i) * DataTypes::derivSize;
    m(scalar, scalar) += (x ? turnedMass(i, (*x)[i]) : m_mass[i]).matrix();
  }
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::divideByMass(const core::MechanicalParams& params, core::VecDerivId a,
                                                          core::VecDerivId f) {
  if (!turns()) return Base::divideByMass(params, a, f);
  if (!this->l_mstate) return;
  followTopology();
  const auto& x = this->l_mstate->coords(params.x);
  const auto& force = this->l_mstate->derivs(f);
  auto& to = this->l_mstate->writeDerivs(a);
  for (std::size_t i = 0; i < std::min({to.size(), force.size(), x.size(), m_mass.size()}); ++i)
    to[i] = turnedMass(i, x[i]).solve(force[i]);
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::accFromF(VecDeriv& a, const VecDeriv& f) {
  followTopology();
  const std::size_t n = std::min({a.size(), f.size(), m_mass.size()});
  if constexpr (DataTypes::isRigid) {
    for (std::size_t i = 0; i < n; ++i) a[i] = m_mass[i].solve(f[i]);
  } else {
    auto to = flat(a, n);
    forScalars<DataTypes::derivSize>(n, [&, from = flat(f, n), mass = flatMasses(n)](auto first, auto count) {
      to.segment(first, count) = from.segment(first, count).cwiseQuotient(mass.segment(first, count));
    });
  }
}

template <class DataTypes, class GeometryTypes>
double DiagonalMass<DataTypes, GeometryTypes>::kineticEnergy(const core::MechanicalParams& params) const {
  if (!this->l_mstate) return 0;
  const auto& v = this->l_mstate->derivs(params.v);
  double sum = 0;
  const auto* x = turns() ? &this->l_mstate->coords(params.x) : nullptr;
  for (std::size_t i = 0; i < std::min(v.size(), m_mass.size()); ++i)
    sum += v[i].dot((x ? turnedMass(i, (*x)[i]) : m_mass[i]).times(v[i]));
  return 0.5 * sum;
}

template <class DataTypes, class GeometryTypes>
std::optional<double> DiagonalMass<DataTypes, GeometryTypes>::potentialEnergy(const core::MechanicalParams& params) {
  if (!this->l_mstate) return 0;
  const auto& x = this->l_mstate->coords(params.x);
  type::Vec3 sum = type::Vec3::Zero();
  for (std::size_t i = 0; i < std::min(x.size(), m_mass.size()); ++i)
    sum += m_mass[i].mass() * DataTypes::position(x[i]);
  return -this->context()->gravity().dot(sum);
}

template <class DataTypes, class GeometryTypes>
void DiagonalMass<DataTypes, GeometryTypes>::draw(core::DrawList& list) const {
  if (!this->l_mstate || !d_showGravityCenter.value() || !list.shows(type::DisplayFlags::BehaviorModels)) return;
  const auto& x = this->l_mstate->positions();
  type::Vec3 moment = type::Vec3::Zero();
  double mass = 0;
  for (std::size_t i = 0; i < std::min(x.size(), m_mass.size()); ++i) {
    moment += m_mass[i].mass() * DataTypes::position(x[i]);
    mass += m_mass[i].mass();
  }
  if (mass > 0) core::drawCross(list, moment / mass, d_showAxisSizeFactor.value(), 1, {1, 1, 0, 1});
}

using namespace type;

template class DiagonalMass<Vec3Types, Vec3Types>;  // all of it, for plugins that derive from it

namespace {
const auto registered =
    core::Register("DiagonalMass", "Sofa.Component.Mass", "A mass per point, lumped from the elements of a mesh")
        .add<DiagonalMass<Vec1Types, Vec1Types>>()
        .add<DiagonalMass<Vec1Types, Vec2Types>>()
        .add<DiagonalMass<Vec1Types, Vec3Types>>()
        .add<DiagonalMass<Vec2Types, Vec2Types>>()
        .add<DiagonalMass<Vec2Types, Vec3Types>>()
        .add<DiagonalMass<Vec3Types, Vec3Types>>()
        .add<DiagonalMass<Rigid2Types, Rigid2Types>>()
        .add<DiagonalMass<Rigid2Types, Rigid3Types>>()
        .add<DiagonalMass<Rigid3Types, Rigid3Types>>();
}  // namespace

}  // namespace sofa::component::mass
