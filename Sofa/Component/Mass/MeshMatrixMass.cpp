// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mass/MeshMatrixMass.h"

#include <numeric>

#include "Sofa/Component/Mass/MassShares.h"
#include "Sofa/Component/Mass/PointMass.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/WeightedSum.h"

namespace sofa::component::mass {

namespace {

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

constexpr double isNew = -1;                // no measure is
constexpr std::size_t productChunk = 2048;  // points per task of a parallel product

}  // namespace

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::init() {
  Base::init();
  if (!this->l_mstate) return;
  m_lumped = d_lumping.value();
  if (d_printMass.value()) this->d_listening.set(true);
  if (this->findGeometry() && measure(d_computeMassOnRest.value())) {
    this->chooseMass(d_massDensity, d_vertexMass);
    this->setValid();
  } else {
    this->setInvalid();
  }
  takeMasses();
  trackMasses();
  this->trackData(d_lumping);
  core::readAtInit(*this, {&d_computeMassOnRest});
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::trackMasses() {
  using Fields = std::initializer_list<const core::BaseData*>;
  for (const auto* data : Fields{&d_totalMass, &d_massDensity, &d_vertexMass, &d_edgeMass}) this->trackData(*data);
}

template <class DataTypes, class GeometryTypes>
bool MeshMatrixMass<DataTypes, GeometryTypes>::measure(bool atRest) {
  const auto points = nodePositions(*l_geometryState, atRest);
  const auto family = m_mesh.family;
  m_mesh = measureMesh(*l_topology, points, Base::isPlanar);
  if (m_followed && l_topology->edges().empty()) {  // all elements went: no mass is left
    m_mesh.problem.clear();
    m_mesh.family = family;
  }
  if (!m_mesh.problem.empty()) {
    this->error("{}", m_mesh.problem);
    return false;
  }
  const auto& edges = l_topology->edges();
  const std::size_t size = std::max(l_topology->nbPoints(), points.size());
  if (this->l_mstate->size() < size) {
    this->error("The mesh {} has {} points but the state {} only {}.", l_topology->path(), size, this->l_mstate->path(),
                this->l_mstate->size());
    return false;
  }
  for (const auto& e : edges) {
    if (e[0] < size && e[1] < size) continue;
    this->error("An edge of the topology {} refers to point {}, there are only {} points.", l_topology->path(),
                std::max(e[0], e[1]), size);
    return false;
  }
  m_graph.build(edges, size);
  m_lumpingFactor = sharesOf(m_mesh.family).lumpingFactor;
  m_revision = l_topology->revision();  // last: asking for the edges may have created them
  return true;
}

template <class DataTypes, class GeometryTypes>
bool MeshMatrixMass<DataTypes, GeometryTypes>::takeDensity() {
  const auto density = d_massDensity.value();
  if (density.empty() || (density.size() != 1 && density.size() != m_mesh.size())) {
    this->warning(
        "massDensity has {} values: one is needed, or one for each of the {} elements. totalMass is used instead.",
        density.size(), m_mesh.size());
    return false;
  }
  const auto negative = std::find_if(density.begin(), density.end(), [](double d) { return d < 0; });
  if (negative != density.end()) {
    this->warning("massDensity {} is negative. totalMass is used instead.", *negative);
    return false;
  }
  fromDensity(density);
  return true;
}

template <class DataTypes, class GeometryTypes>
bool MeshMatrixMass<DataTypes, GeometryTypes>::vertexMassIsUsable() const {
  const auto refuse = [this](const std::string& why) {
    this->warning("{} totalMass is used instead.", why);
    return false;
  };
  const auto& nodes = d_vertexMass.value();
  const auto& edges = d_edgeMass.value();
  const auto negative = [](double m) { return m < 0; };
  if (nodes.size() != m_graph.points())
    return refuse(fmt::format("vertexMass has {} values but the mesh {} points.", nodes.size(), m_graph.points()));
  if (std::any_of(nodes.begin(), nodes.end(), negative)) return refuse("vertexMass holds a negative mass.");
  if (m_lumped) return true;
  if (edges.empty()) {
    this->error("vertexMass without edgeMass defines the matrix only if lumping is true. totalMass is used instead.");
    return false;
  }
  const std::size_t nbEdges = m_graph.edge.size() / 2;
  if (edges.size() != nbEdges)
    return refuse(fmt::format("edgeMass has {} values but the mesh {} edges.", edges.size(), nbEdges));
  if (std::any_of(edges.begin(), edges.end(), negative)) return refuse("edgeMass holds a negative mass.");
  return true;
}

template <class DataTypes, class GeometryTypes>
double MeshMatrixMass<DataTypes, GeometryTypes>::totalOf(const std::vector<double>& vertexMass,
                                                         const std::vector<double>& edgeMass) const {
  return m_lumped ? m_lumpingFactor * sum(vertexMass) : sum(vertexMass) + 2 * sum(edgeMass);
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::share(double total) {
  const auto edges = edgesOfElements(m_mesh, m_graph);
  fromDensity({1.0}, edges);
  const double unitTotal = d_totalMass.value();
  if (unitTotal > 0) fromDensity({total / unitTotal}, edges);
  publish(d_totalMass, total);
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::fromDensity(const std::vector<double>& density,
                                                           const std::vector<type::Index>& edgesOfElements) {
  m_byDensity = true;
  const MassShares shares = sharesOf(m_mesh.family);
  const ElementMasses masses{*l_topology, m_mesh.family, density, m_mesh.measures};
  const std::size_t pairs = localEdges(m_mesh.family).size();
  std::vector<double> nodes(m_graph.points(), 0.0), edges(m_graph.edge.size() / 2, 0.0);
  std::size_t missing = 0;
  for (std::size_t e = 0; e < m_mesh.size(); ++e) {
    const auto element = m_mesh.element(e);
    const auto number = static_cast<type::Index>(e);
    const double ofNode = masses.part(number, shares.node), ofEdge = masses.part(number, shares.edge);
    for (const auto i : element) nodes[i] += ofNode;
    for (std::size_t k = 0; k < pairs; ++k) {
      const auto edge = edgesOfElements[e * pairs + k];
      if (edge == type::invalidIndex)
        ++missing;
      else
        edges[edge] += ofEdge;
    }
  }
  if (missing > 0)
    this->error("{} edges of elements are not among the edges of the topology {}; their mass is lost.", missing,
                l_topology->path());
  publish(d_totalMass, totalOf(nodes, edges));
  publish(d_massDensity, density);
  publish(d_vertexMass, std::move(nodes));
  publish(d_edgeMass, std::move(edges));
}

template <class DataTypes, class GeometryTypes>
bool MeshMatrixMass<DataTypes, GeometryTypes>::takeVertexMass() {
  if (!vertexMassIsUsable()) return false;
  m_byDensity = false;
  if (m_lumped && d_edgeMass.value().size() != m_graph.edge.size() / 2)
    publish(d_edgeMass, std::vector<double>(m_graph.edge.size() / 2, 0.0));
  publish(d_totalMass, totalOf(d_vertexMass.value(), d_edgeMass.value()));
  return true;
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::takeMasses() {
  m_diagonal = d_vertexMass.value();
  // A mesh that could not be measured has no masses, whatever was given for them.
  m_diagonal.resize(std::min(m_diagonal.size(), m_graph.points()));
  m_coupling.assign(m_graph.edge.size(), 0.0);
  const auto& edges = d_edgeMass.value();
  for (std::size_t k = 0; k < m_coupling.size(); ++k)
    if (m_graph.edge[k] < edges.size()) m_coupling[k] = edges[m_graph.edge[k]];
  m_pairs.clear();
  m_pairMass.clear();
  for (std::size_t i = 0; i < m_graph.points(); ++i)
    for (std::size_t k = m_graph.start[i]; k < m_graph.start[i + 1]; ++k)
      if (m_graph.neighbour[k] >= i) {
        m_pairs.push_back({static_cast<type::Index>(i), m_graph.neighbour[k]});
        m_pairMass.push_back(m_coupling[k]);
      }
  if (m_lumped)
    for (auto& m : m_diagonal) m *= m_lumpingFactor;
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::dataChanged() {
  if (d_lumping.value() != m_lumped) {
    this->error("lumping cannot change after initialisation.");
    this->setInvalid();
  }
  if (m_graph.points() == 0) return;
  followTopology();
  if (this->tracker().changed(d_totalMass))
    this->fromTotalMass();
  else if (this->tracker().changed(d_massDensity))
    this->fromDensityOrTotal();
  else if (this->tracker().changed(d_vertexMass) || this->tracker().changed(d_edgeMass))
    this->fromVertexMassOrTotal();
  takeMasses();
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::followTopology() {
  if (m_graph.points() == 0 || !l_topology || l_topology->revision() == m_revision) return;
  if (!measure(d_computeMassOnRest.value())) return;
  const auto density = d_massDensity.value();
  density.empty() ? this->fromTotalMass() : fromDensity(density);
  takeMasses();
}

template <class DataTypes, class GeometryTypes>
std::optional<double> MeshMatrixMass<DataTypes, GeometryTypes>::massLeft(const core::MeshChange& change) const {
  const auto& points = change.points();
  if (change.of(kindOf(m_mesh.family)).removed().empty() || d_computeMassOnRest.value() ||
      m_diagonal.size() != points.before())
    return std::nullopt;
  const auto x = positionsBefore(*l_geometryState, points);
  if (!x) return std::nullopt;

  SharedMass before{m_mesh.family, m_mesh.nodesPerElement, d_massDensity.value(), m_diagonal, {}, m_graph,
                    m_lumped,      Base::isPlanar};
  if (m_lumped)
    for (double& mass : before.nodes) mass /= m_lumpingFactor;
  before.edges.resize(m_graph.edge.size() / 2);
  for (std::size_t k = 0; k < m_coupling.size(); ++k) before.edges[m_graph.edge[k]] = m_coupling[k];
  return before.leftAfter(change, *x);
}

template <class DataTypes, class GeometryTypes>
template <class E>
void MeshMatrixMass<DataTypes, GeometryTypes>::carryMeasures(const core::MeshChanges& changes,
                                                             std::span<const type::Index> changed) {
  const auto& elements = core::elementsOf<E>(*l_topology);
  const auto points = nodePositions(*l_geometryState, true);
  auto& measures = m_mesh.measures;
  const bool replaced = changes.steps.size() == 2;
  const auto before = replaced ? measures : std::vector<double>();
  for (const auto& step : changes.steps)
    core::carryValues(measures, step->template of<E>(),
                      [&](std::size_t i, const core::Ancestors*) { measures[i] = isNew; });
  for (const auto e : changed)
    if (measures[e] == isNew) measures[e] = measureElement(m_mesh.family, points, elements[e], Base::isPlanar);
  m_mesh.nodes = {elements.front().data(), elements.size() * m_mesh.nodesPerElement};
  if (replaced)
    shareAmongParts(measures, changes.steps[0]->template of<E>(), changes.steps[1]->template of<E>(), before);
}

template <class DataTypes, class GeometryTypes>
bool MeshMatrixMass<DataTypes, GeometryTypes>::followChange(const core::MeshChanges& changes,
                                                            const std::vector<double>& density) {
  if (!d_computeMassOnRest.value() || !changes.known || changes.steps.empty() || familyOf(*l_topology) != m_mesh.family)
    return false;
  return withFamily(m_mesh.family, [&]<class E>() {
    const std::size_t size = l_topology->nbPoints();
    const auto changed = l_topology->stars().template changedBy<E>(changes);
    if (changes.steps.front()->template of<E>().before() != m_mesh.size() || this->l_mstate->size() < size ||
        l_geometryState->restPositions().size() != size || d_vertexMass.value().size() != size ||
        d_edgeMass.value().size() != l_topology->edges().size() || !(m_byDensity || density.empty()) ||
        !hasEdges(*l_topology, m_mesh.family, changed))
      return false;
    carryMeasures<E>(changes, changed);
    if (!density.empty()) {
      const ElementMasses masses{*l_topology, m_mesh.family, density, m_mesh.measures};
      const auto points = core::concernedPoints<E>(*l_topology, changes);
      republish(d_vertexMass, [&](auto& ofPoints) { masses.addUpPoints(points, ofPoints); });
      republish(d_edgeMass, [&](auto& ofEdges) { masses.addUpEdges(points, ofEdges); });
      publish(d_massDensity, density);
    }
    publish(d_totalMass, totalOf(d_vertexMass.value(), d_edgeMass.value()));
    m_graph.build(l_topology->edges(), size);
    m_revision = l_topology->revision();
    return true;
  });
}

template <class DataTypes, class GeometryTypes>
bool MeshMatrixMass<DataTypes, GeometryTypes>::topologyChanged(const core::MeshChanges& changes) {
  if (!this->l_mstate || !this->isValid()) return false;
  if (changes.mesh != l_topology.get()) return true;
  auto density = d_massDensity.value();
  const auto kind = kindOf(m_mesh.family);
  if (density.size() > 1 && density.size() == m_mesh.size())
    for (const auto& step : changes.steps)
      core::carryValues(density, step->of(kind), [&](std::size_t i, const core::Ancestors* ancestors) {
        density[i] = density[ancestors ? ancestors->elements.front() : 0];
      });
  m_followed = true;
  if (followChange(changes, density)) {
    takeMasses();
    trackMasses();
    return true;
  }
  if (changes.known && changes.steps.size() == 1 && !density.empty())
    if (const auto left = massLeft(*changes.steps.front())) {
      if (!std::exchange(m_toldOfSharing, true))
        core::tellDefect(
            *this, fmt::format("the mass left when elements of {} go is shared anew among all", l_topology->path()),
            "Set computeMassOnRest=\"1\", which keeps the mass of each");
      if (!measure(false)) return false;
      m_mesh.size() > 0 ? share(*left) : fromDensity(density);  // which nothing else would tell of
      takeMasses();
      trackMasses();
      return true;
    }
  const auto before = m_mesh.measures;
  auto kept = before;
  for (const auto& step : changes.steps)
    core::carryValues(kept, step->of(kind), [&](std::size_t i, const core::Ancestors*) { kept[i] = isNew; });
  if (!measure(true)) return false;
  if (changes.known && kept.size() == m_mesh.size()) {
    for (std::size_t i = 0; i < kept.size(); ++i)
      if (kept[i] != isNew) m_mesh.measures[i] = kept[i];
    if (changes.steps.size() == 2)
      shareAmongParts(m_mesh.measures, changes.steps[0]->of(kind), changes.steps[1]->of(kind), before);
  }
  if (density.empty())
    publish(d_totalMass, totalOf(d_vertexMass.value(), d_edgeMass.value()));
  else
    fromDensity(density);
  takeMasses();
  trackMasses();
  return true;
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::archive(core::Archive& archive) {
  archive.io(m_followed);
  if (!m_followed || !archive.isGood()) return;
  auto measures = m_mesh.measures, density = d_massDensity.value(), nodes = d_vertexMass.value(),
       edges = d_edgeMass.value();
  double total = d_totalMass.value();
  for (auto* values : {&measures, &density, &nodes, &edges}) archive.io(*values);
  archive.io(total);
  if (!archive.isLoading() || !archive.isGood()) return;
  if (measures.size() != m_mesh.size()) return archive.fail();
  m_mesh.measures = std::move(measures);
  publish(d_massDensity, std::move(density));
  publish(d_vertexMass, std::move(nodes));
  publish(d_edgeMass, std::move(edges));
  publish(d_totalMass, total);
  takeMasses();
  trackMasses();
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::addWeight(VecDeriv& f, const Deriv& gravity) {
  followTopology();
  const std::size_t n = std::min(f.size(), m_diagonal.size());
  const double factor = m_lumped ? 1.0 : m_lumpingFactor;
  for (std::size_t i = 0; i < n; ++i) f[i] += gravity * (m_diagonal[i] * factor);
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::addMDx(VecDeriv& res, const VecDeriv& dx, double factor) {
  followTopology();
  const std::size_t n = std::min({res.size(), dx.size(), m_diagonal.size()});
  if (m_lumped || m_graph.points() > n) {
    helper::parallelChunks(n, productChunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) res[i] += dx[i] * (m_diagonal[i] * factor);
    });
    return;
  }
  helper::parallelChunks(n, productChunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      res[i] +=
          factor * linearalgebra::weightedSum<DataTypes::derivSize>(dx[i] * m_diagonal[i], m_graph.neighboursOf(i),
                                                                    m_coupling.data() + m_graph.start[i], dx.data());
    }
  });
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::buildMassMatrix(core::MassMatrixAccumulator* matrix) {
  if (!this->l_mstate) return;
  followTopology();
  constexpr int d = DataTypes::derivSize;
  const auto m = matrix->matrix();
  const std::size_t n = std::min(this->l_mstate->size(), m_diagonal.size());
  for (std::size_t i = 0; i < n; ++i) {
    const int scalar = static_cast<int>(i) * d;
    m(scalar, scalar) += type::Mat<d>(m_diagonal[i] * type::Mat<d>::Identity());
  }
  if (m_lumped || m_graph.points() > n) return;
  m.template addElements<2, d>(m_pairs, [&](std::size_t e, type::Mat<2 * d, 2 * d>& k) {
    k.setZero();
    k.template topRightCorner<d, d>().diagonal().setConstant(m_pairMass[e]);
    if (m_pairs[e][0] != m_pairs[e][1]) k.template bottomLeftCorner<d, d>().diagonal().setConstant(m_pairMass[e]);
  });
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::accFromF(VecDeriv& a, const VecDeriv& f) {
  if (!m_lumped) {
    if (!m_refusedAcceleration)
      this->error(
          "The mass matrix is not diagonal and cannot be inverted point by point: set lumping=\"true\", or use a "
          "solver that "
          "solves a linear system.");
    m_refusedAcceleration = true;
    return;
  }
  followTopology();
  const std::size_t n = std::min({a.size(), f.size(), m_diagonal.size()});
  for (std::size_t i = 0; i < n; ++i) a[i] = f[i] / m_diagonal[i];
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::handleEvent(core::Event& event) {
  const auto* end = core::eventAs<core::AnimateEndEvent>(event);
  if (!end || !d_printMass.value()) return;
  d_graph.edit()["Mass"].push_back(d_totalMass.value());
  this->info("Total mass: {}", d_totalMass.value());
}

template <class DataTypes, class GeometryTypes>
double MeshMatrixMass<DataTypes, GeometryTypes>::kineticEnergy(const core::MechanicalParams& params) const {
  if (!this->l_mstate) return 0;
  const auto& v = this->l_mstate->derivs(params.v);
  const std::size_t n = std::min(v.size(), m_diagonal.size());
  double twice = 0;
  for (std::size_t i = 0; i < n; ++i) {
    twice += m_diagonal[i] * v[i].squaredNorm();
    if (m_lumped) continue;
    for (std::size_t k = m_graph.start[i]; k < m_graph.start[i + 1]; ++k)
      if (m_graph.neighbour[k] < n) twice += m_coupling[k] * v[i].dot(v[m_graph.neighbour[k]]);
  }
  return 0.5 * twice;
}

template <class DataTypes, class GeometryTypes>
std::optional<double> MeshMatrixMass<DataTypes, GeometryTypes>::potentialEnergy(const core::MechanicalParams& params) {
  if (!this->l_mstate) return 0;
  const auto& x = this->l_mstate->coords(params.x);
  const double factor = m_lumped ? 1.0 : m_lumpingFactor;
  type::Vec3 moment = type::Vec3::Zero();
  for (std::size_t i = 0; i < std::min(x.size(), m_diagonal.size()); ++i)
    moment += m_diagonal[i] * factor * DataTypes::position(x[i]);
  return -this->context()->gravity().dot(moment);
}

template <class DataTypes, class GeometryTypes>
void MeshMatrixMass<DataTypes, GeometryTypes>::draw(core::DrawList& list) const {
  if (!this->l_mstate || !list.shows(type::DisplayFlags::BehaviorModels)) return;
  constexpr type::Color white{1, 1, 1, 1}, magenta{1, 0, 1, 1};
  static thread_local core::DrawnPoints drawn;
  const auto points = drawn.of(this->l_mstate.get());
  list.points(points, 2, white);
  if (!d_showGravityCenter.value()) return;
  // Rows of the matrix sum up to the mass that moves with a point, the same multiple of the diagonal for all.
  type::Vec3 moment = type::Vec3::Zero();
  double mass = 0;
  for (std::size_t i = 0; i < std::min(points.size(), m_diagonal.size()); ++i) {
    moment += m_diagonal[i] * points[i];
    mass += m_diagonal[i];
  }
  if (mass > 0) core::drawCross(list, moment / mass, 2 * d_showAxisSizeFactor.value(), 5, magenta);
}

using namespace type;

namespace {
const auto registered = core::Register("MeshMatrixMass", "Sofa.Component.Mass",
                                       "The mass matrix of the elements of a mesh, lumped on demand")
                            .add<MeshMatrixMass<Vec1Types, Vec1Types>>()
                            .add<MeshMatrixMass<Vec1Types, Vec2Types>>()
                            .add<MeshMatrixMass<Vec1Types, Vec3Types>>()
                            .add<MeshMatrixMass<Vec2Types, Vec2Types>>()
                            .add<MeshMatrixMass<Vec2Types, Vec3Types>>()
                            .add<MeshMatrixMass<Vec3Types, Vec3Types>>();
}  // namespace

}  // namespace sofa::component::mass
