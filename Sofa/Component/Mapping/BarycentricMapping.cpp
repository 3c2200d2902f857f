// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/BarycentricMapping.h"

#include <numeric>
#include <utility>

#include "Sofa/Component/Mapping/SearchedElements.h"
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Contract/MeshStars.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

using geometry::ElementLocator;
using type::Index;
using type::Vec3;

namespace {

Vec3& linear(Vec3& v) { return v; }
Vec3& linear(type::RigidCoord<3>& x) { return x.center; }
auto linear(type::Vec6& v) { return v.head<3>(); }

/// A point deeper in a simplex than this lies in no other element of a mesh without folds; in units of elementDepth().
constexpr double wellInside = 1e-3;

}  // namespace

template <class In, class Out>
void BarycentricMapping<In, Out>::init() {
  // First, while nothing is located: the output keeps the positions it is located at.
  m_located = false;
  Base::init();
  if (!this->l_input || !this->l_output) return;
  core::connectMesh(l_inputTopology, *this->l_input->context(), core::MeshPlace::first);
  core::connectMesh(l_outputTopology, *this->l_output->context(), core::MeshPlace::first);
  locate();
}

template <class In, class Out>
void BarycentricMapping<In, Out>::reinit() {
  locate();
}

template <class In, class Out>
bool BarycentricMapping<In, Out>::topologyChanged(const core::MeshChanges& changes) {
  if (!this->l_input || !this->l_output) return false;
  m_relocated = true;
  locate(&changes);
  return true;
}

template <class In, class Out>
template <class DataTypes>
auto BarycentricMapping<In, Out>::startingPositions(const core::State<DataTypes>& state) const -> const
    typename DataTypes::VecCoord& {
  const auto& rest = state.restPositions();
  return d_useRestPosition.value() && rest.size() == state.size() ? rest : state.positions();
}

template <class In, class Out>
void BarycentricMapping<In, Out>::locate(const core::MeshChanges* changes) {
  m_located = false;
  ++m_locations;
  m_points.clear();
  m_axes.clear();
  if (!l_inputTopology) return this->error("No input topology found. Consider setting the 'input_topology' attribute.");
  const core::BaseMeshTopology& topology = *l_inputTopology;
  Points points{startingPositions(*this->l_input), {}};
  for (const auto& x : startingPositions(*this->l_output)) points.out.push_back(Out::position(x));
  if (!checkPositions(points)) return;
  const bool followed = changes && follow(*changes, points);
  if (!followed) m_kind.reset();
  if (followed) {
    // located
  } else if (topology.kind() == core::TopologyKind::regularGrid) {
    if (!locateInGrid(topology, points)) return;
  } else if (const auto* cells = dynamic_cast<const core::CellSearch*>(&topology)) {
    if (!checkElements(topology, points.in.size()) || !locateInCells(*cells, points)) return;
  } else {
    if (!checkElements(topology, points.in.size())) return;
    if (topology.kind() != core::TopologyKind::dynamicContainer || !locateInContainer(topology, points))
      locateInMesh(topology, points);
  }
  m_points.finish(points.in.size());
  m_nodes.resize(m_axes.empty() ? 0 : points.in.size());
  core::readAtInit(*this, {&d_useRestPosition});
  m_located = true;
}

template <class In, class Out>
bool BarycentricMapping<In, Out>::checkPositions(const Points& points) const {
  const auto finite = [](const Vec3& x) { return x.allFinite(); };
  const bool in = std::all_of(points.in.begin(), points.in.end(), finite);
  if (in && std::all_of(points.out.begin(), points.out.end(), finite)) return true;
  const core::BaseState* state = in ? static_cast<core::BaseState*>(this->l_output.get()) : this->l_input.get();
  this->error("Positions of {} are not finite numbers: its points cannot be located.", state->path());
  return false;
}

template <class In, class Out>
bool BarycentricMapping<In, Out>::checkElements(const core::BaseMeshTopology& topology, std::size_t nodes) const {
  std::size_t used = std::max(pointsUsedBy(topology.tetrahedra()), pointsUsedBy(topology.hexahedra()));
  if (used == 0) used = std::max(pointsUsedBy(topology.triangles()), pointsUsedBy(topology.quads()));
  if (used == 0 || topology.kind() == core::TopologyKind::dynamicContainer)
    used = std::max(used, pointsUsedBy(topology.edges()));
  if (used <= nodes) return true;
  this->error("Elements of {} use point {}, but {} has {} points only.", topology.path(), used - 1,
              this->l_input->path(), nodes);
  return false;
}

template <class In, class Out>
void BarycentricMapping<In, Out>::add(const geometry::ElementWeights& w) {
  const auto count = static_cast<std::size_t>(w.count);
  m_points.addPoint({w.nodes.data(), count}, {w.weights.data(), count});
}

template <class In, class Out>
bool BarycentricMapping<In, Out>::locateInGrid(const core::BaseMeshTopology& topology, const Points& points) {
  const geometry::RegularGrid* grid = topology.regularGrid();
  if (!grid || !grid->hasCells()) {
    this->error("No compatible input topology found. {} has no cells: all its three resolutions must be at least 2.",
                topology.path());
    return false;
  }
  const std::size_t nodes = std::size_t(grid->n[0]) * std::size_t(grid->n[1]) * std::size_t(grid->n[2]);
  if (nodes > points.in.size()) {
    this->error("{} has {} points, but {} has {} only.", topology.path(), nodes, this->l_input->path(),
                points.in.size());
    return false;
  }
  for (const Vec3& p : points.out) {
    const auto location = grid->locate(p);
    geometry::ElementWeights w;
    const type::Hexahedron corners = grid->cellPoints(location.cell);
    std::copy(corners.begin(), corners.end(), w.nodes.begin());
    w.count = geometry::elementWeights(geometry::ElementShape::hexahedron, location.fractions, w.weights.data());
    add(w);
  }
  return true;
}

template <class In, class Out>
bool BarycentricMapping<In, Out>::locateInCells(const core::CellSearch& cells, const Points& points) {
  for (const Vec3& p : points.out) {
    const auto found = cells.findCell(p);
    if (!found) {
      this->error("No compatible input topology found. {} has no cells.", l_inputTopology->path());
      return false;
    }
    geometry::ElementWeights w;
    const type::Hexahedron& corners = l_inputTopology->hexahedra()[found->hexahedron];
    std::copy(corners.begin(), corners.end(), w.nodes.begin());
    w.count = geometry::elementWeights(geometry::ElementShape::hexahedron, found->fractions, w.weights.data());
    add(w);
  }
  return true;
}

template <class In, class Out>
void BarycentricMapping<In, Out>::locateInMesh(const core::BaseMeshTopology& topology, const Points& points) {
  ElementLocator locator(points.in);
  locator.add(topology.tetrahedra());
  locator.add(topology.hexahedra());
  if (locator.size() == 0) {
    locator.add(topology.triangles());
    locator.add(topology.quads());
  }
  if (locator.size() > 0)
    for (const Vec3& p : points.out) add(locator.weights(locator.locate(p)));
  else if (!topology.edges().empty())
    locateOnEdges(topology, points);
  else
    this->warning("{} has no element: no point is mapped.", topology.path());
}

template <class In, class Out>
void BarycentricMapping<In, Out>::locateOnEdges(const core::BaseMeshTopology& topology, const Points& points) {
  const auto& edges = topology.edges();
  for (const Vec3& p : points.out) {
    const auto found = geometry::locateOnEdges(edges, points.in, p);
    const double weights[] = {1 - found.coordinate, found.coordinate};
    m_points.addPoint(edges[found.edge], weights);
  }
}

/// False if the container has no element: it then counts as a mesh.
template <class In, class Out>
bool BarycentricMapping<In, Out>::locateInContainer(const core::BaseMeshTopology& topology, const Points& points) {
  if (withSearchedElements(topology, [&]<class E>() { locateInElements<E>(topology, points); })) return true;
  if (topology.edges().empty()) return false;
  this->warning(
      "Points are not searched on the edges of a container ({}): none is mapped. Use a MeshTopology for that.",
      topology.path());
  return true;
}

template <class In, class Out>
template <class E>
void BarycentricMapping<In, Out>::locateInElements(const core::BaseMeshTopology& topology, const Points& points) {
  m_kind = core::kindOf<E>();
  m_elements.assign(points.out.size(), type::invalidIndex);
  std::vector<Index> all(points.out.size());
  std::iota(all.begin(), all.end(), Index{0});
  std::vector<Vec3> coordinates(points.out.size());
  search<E>(topology, points, all, coordinates);
  addAll<E>(topology, points, coordinates);
  if (!m_relocated) m_locator = {};  // most meshes never change
}

template <class In, class Out>
template <class E>
void BarycentricMapping<In, Out>::search(const core::BaseMeshTopology& topology, const Points& points,
                                         const std::vector<Index>& wanted, std::vector<Vec3>& coordinates) {
  m_locator.start(points.in);
  m_locator.add(core::elementsOf<E>(topology));
  const bool withAxes = Out::isRigid && std::is_same_v<E, type::Tetrahedron>;
  const double size = withAxes ? 0 : meanLengthOf(topology.edges(), points.in);
  const bool nearby = size > 0 && std::isfinite(1 / size);
  if (nearby) m_locator.setCellSize(size);
  for (const Index i : wanted) {
    const auto found = nearby ? m_locator.locateNearby(points.out[i]) : m_locator.locate(points.out[i]);
    m_elements[i] = found.element;
    coordinates[i] = found.coordinates;
  }
}

template <class In, class Out>
template <class E>
void BarycentricMapping<In, Out>::addAll(const core::BaseMeshTopology& topology, const Points& points,
                                         const std::vector<Vec3>& coordinates) {
  const auto& elements = core::elementsOf<E>(topology);
  for (std::size_t i = 0; i < points.out.size(); ++i)
    add(geometry::weightsIn(shapeOfElement<E>, elements[m_elements[i]], coordinates[i]));
  if constexpr (Out::isRigid && std::is_same_v<E, type::Tetrahedron>) {
    const auto& frames = startingPositions(*this->l_output);
    for (std::size_t i = 0; i < points.out.size(); ++i)
      storeAxes(geometry::inverseElementFrame(shapeOfElement<E>, elements[m_elements[i]], points.in),
                frames[i].orientation);
  }
}

template <class In, class Out>
bool BarycentricMapping<In, Out>::follow(const core::MeshChanges& changes, const Points& points) {
  const core::BaseMeshTopology& topology = *l_inputTopology;
  if (!m_kind || changes.mesh != &topology || !changes.known || changes.steps.empty() ||
      m_elements.size() != points.out.size() || points.in.size() < topology.nbPoints())
    return false;
  bool followed = false;
  withSearchedElements(topology, [&]<class E>() {
    if (core::kindOf<E>() != m_kind ||
        changes.steps.back()->of(*m_kind).after() != core::elementsOf<E>(topology).size())
      return;
    for (const auto& step : changes.steps)
      for (Index& element : m_elements) element = step->of(*m_kind).newIndex(element);
    followElements<E>(topology, points);
    followed = true;
  });
  return followed;
}

template <class In, class Out>
template <class E>
void BarycentricMapping<In, Out>::followElements(const core::BaseMeshTopology& topology, const Points& points) {
  const auto& elements = core::elementsOf<E>(topology);
  std::vector<Index> lost;
  std::vector<Vec3> coordinates(points.out.size());
  for (Index i = 0; i < points.out.size(); ++i) {
    const Vec3& p = points.out[i];
    Index& element = m_elements[i];
    double depth = 1;
    const auto test = [&](Index e) {
      const auto place = geometry::placeIn(shapeOfElement<E>, elements[e], points.in, p);
      if (!(place.depth <= 0 && place.depth < depth && isInBoxOf(elements[e], points.in, p))) return;
      element = e;
      depth = place.depth;
      coordinates[i] = place.coordinates;
    };
    const Index before = std::exchange(element, type::invalidIndex);
    if (before != type::invalidIndex) test(before);
    // Others may have a point that is not well inside, and hexahedra and quads that are no boxes share more than sides.
    if (before != type::invalidIndex && !(isSimplex<E> && depth < -wellInside)) {
      depth = 1;
      for (const Index e : topology.stars().template around<E>(std::span<const Index>(elements[before]))) test(e);
    }
    if (element == type::invalidIndex) lost.push_back(i);
  }
  if (!lost.empty()) search<E>(topology, points, lost, coordinates);
  addAll<E>(topology, points, coordinates);
}

template <class In, class Out>
void BarycentricMapping<In, Out>::storeAxes(const type::Mat3& inverseFrame, const type::Quat& orientation) {
  type::Mat3 axes = inverseFrame * type::toMatrix(orientation);
  for (int k = 0; k < 3; ++k) axes.col(k).normalize();
  m_axes.push_back(axes);
}

template <class In, class Out>
void BarycentricMapping<In, Out>::apply(OutVecCoord& out, const InVecCoord& in) {
  if (!m_located || in.size() < m_points.inputCount()) return;
  if (this->l_output->size() != m_points.outputCount()) this->l_output->resize(m_points.outputCount());
  if (out.size() != m_points.outputCount()) out.resize(m_points.outputCount());
  m_points.place(in, [&](std::size_t i, const Vec3& x) { linear(out[i]) = x; });
  if constexpr (Out::isRigid)
    if (!m_axes.empty()) {
      std::copy_n(in.begin(), m_nodes.size(), m_nodes.begin());
      applyAxes(out, in);
      findTurns();
    }
}

template <class In, class Out>
void BarycentricMapping<In, Out>::applyJ(OutVecDeriv& out, const InVecDeriv& in) {
  if (!m_located || in.size() < m_points.inputCount()) return;
  if (out.size() != m_points.outputCount()) out.resize(m_points.outputCount());
  m_points.sum(in, [&](std::size_t i, const Vec3& v) { linear(out[i]) = v; });
  if constexpr (Out::isRigid)
    if (!m_axes.empty()) applyAxesJ(out, in);
}

template <class In, class Out>
void BarycentricMapping<In, Out>::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  if (!m_located || in.size() < m_points.inputCount() || out.size() < m_points.outputCount()) return;
  m_points.sumTransposed(out, [&](std::size_t j, const Vec3& f) { in[j] += f; });
  if constexpr (Out::isRigid) {
    if (m_turns.empty()) warnOfTorques(out);
    applyAxesJT(in, out);
  }
}

template <class In, class Out>
void BarycentricMapping<In, Out>::applyAxes(OutVecCoord& out, const InVecCoord& in) const {
  if constexpr (Out::isRigid)
    for (std::size_t i = 0; i < out.size(); ++i) {
      const type::Mat3 frame = geometry::elementFrame(geometry::ElementShape::tetrahedron, m_points.inputs(i), in);
      out[i].orientation = type::Quat(closestRotation(frame * m_axes[i]));
    }
}

template <class In, class Out>
void BarycentricMapping<In, Out>::findTurns() {
  m_turns.clear();
  if (!d_exactRotations.value()) return;
  for (std::size_t i = 0; i < m_axes.size(); ++i) {
    const auto frame = geometry::elementFrame(geometry::ElementShape::tetrahedron, m_points.inputs(i), m_nodes);
    const type::Mat3 a = frame * m_axes[i];
    m_turns.push_back(TetraTurn::of(a, m_axes[i], closestRotation(a)));
  }
}

template <class In, class Out>
void BarycentricMapping<In, Out>::applyAxesJ(OutVecDeriv& out, const InVecDeriv& in) const {
  // By default not the derivative of applyAxes: the sum of the nodes' positions crossed with their velocities
  // (docs/manual/mappings.md, "Bodies in a mesh").
  if constexpr (Out::isRigid)
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto nodes = m_points.inputs(i);
      Vec3 turn = Vec3::Zero();
      for (std::size_t k = 0; k < nodes.size(); ++k)
        turn += m_turns.empty() ? m_nodes[nodes[k]].cross(in[nodes[k]]) : Vec3(m_turns[i].byNode[k] * in[nodes[k]]);
      out[i].template tail<3>() = turn;
    }
}

template <class In, class Out>
void BarycentricMapping<In, Out>::applyAxesJT(InVecDeriv& in, const OutVecDeriv& out) {
  if constexpr (Out::isRigid)
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
      const Vec3 torque = out[i].template tail<3>();
      const auto nodes = m_points.inputs(i);
      for (std::size_t k = 0; k < nodes.size(); ++k)
        if (m_turns.empty())
          in[nodes[k]] -= m_nodes[nodes[k]].cross(torque);
        else
          in[nodes[k]] += m_turns[i].byNode[k].transpose() * torque;
    }
}

template <class In, class Out>
void BarycentricMapping<In, Out>::warnOfTorques(const OutVecDeriv& out) {
  if constexpr (Out::isRigid)
    for (std::size_t i = 0; i < out.size() && !m_toldTorque; ++i)
      if (!out[i].template tail<3>().isZero(0) && (m_toldTorque = true))
        this->warning("A torque acts on frame {} of {}: {}", i, this->l_output->path(), fateOfTorque(!m_axes.empty()));
}

template <class In, class Out>
void BarycentricMapping<In, Out>::archive(core::Archive& archive) {
  archive.io(m_relocated);
  if (m_relocated && archive.isGood()) {
    m_points.archive(archive);
    archive.io(m_axes);
    archive.io(m_elements);
    if (archive.isLoading()) m_nodes.resize(m_axes.empty() ? 0 : m_points.inputCount());
    ++m_locations;
  }
  const std::size_t count = m_nodes.size();
  archive.io(m_nodes);
  if (m_nodes.size() == count) {
    if (archive.isLoading() && m_located && !m_axes.empty()) findTurns();
    return;
  }
  archive.fail();
  m_nodes.resize(count);
}

template <class In, class Out>
void BarycentricMapping<In, Out>::buildJacobian(core::JacobianMatrix* jacobian) {
  if (!m_located || this->l_input->size() < m_points.inputCount() || this->l_output->size() < m_points.outputCount())
    return;
  const auto j = jacobian->block(this->l_output.get(), this->l_input.get());
  for (std::size_t i = 0; i < m_points.outputCount(); ++i) {
    const auto nodes = m_points.inputs(i);
    const auto weights = m_points.weights(i);
    const int row = static_cast<int>(i) * Out::derivSize;
    for (std::size_t k = 0; k < nodes.size(); ++k)
      j(row, 3 * static_cast<int>(nodes[k])) += type::Mat3(weights[k] * type::Mat3::Identity());
    if constexpr (Out::isRigid)
      if (!m_axes.empty())
        for (std::size_t k = 0; k < nodes.size(); ++k)
          j(row + 3, 3 * static_cast<int>(nodes[k])) +=
              m_turns.empty() ? crossMatrix(m_nodes[nodes[k]]) : m_turns[i].byNode[k];
  }
}

template <class In, class Out>
void BarycentricMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->l_input || !this->l_output || !list.shows(type::DisplayFlags::Mappings)) return;
  constexpr type::Color yellow{1, 1, 0, 1}, green{0, 1, 0, 1}, blue{0, 0, 1, 1};
  constexpr double leastWeight = 1e-4;
  static thread_local core::DrawnPoints drawn;
  const auto out = drawn.of(this->l_output.get());
  const auto& in = this->l_input->positions();
  const bool inGrid = l_inputTopology && l_inputTopology->kind() == core::TopologyKind::regularGrid;
  list.points(out, 7, yellow);
  for (std::size_t i = 0; i < std::min(out.size(), m_points.outputCount()); ++i) {
    const auto nodes = m_points.inputs(i);
    const auto weights = m_points.weights(i);
    for (std::size_t k = 0; k < nodes.size(); ++k)
      if (std::abs(weights[k]) > leastWeight && nodes[k] < in.size())
        list.line(out[i], in[nodes[k]], 1, inGrid ? blue : green);
  }
}

namespace {
const auto registered =
    core::Register("BarycentricMapping", "Sofa.Component.Mapping.Linear", "points that move with the mesh they lie in")
        .add<BarycentricMapping<type::Vec3Types, type::Vec3Types>>(true)
        .add<BarycentricMapping<type::Vec3Types, type::Rigid3Types>>();
}  // namespace

}  // namespace sofa::component::mapping
