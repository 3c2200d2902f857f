// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MeshIncision.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::topology {

using type::Vec3;
using type::Vec3Types;

namespace {

core::State<Vec3Types>* stateOf(const core::BaseMeshTopology& mesh) {
  auto* state = mesh.context() ? core::mechanicalState(*mesh.context()) : nullptr;
  return dynamic_cast<core::State<Vec3Types>*>(state);
}

}  // namespace

std::string MeshIncision::start(core::BaseMeshTopology& mesh) {
  m_modifier = nullptr;
  endStroke();
  const bool volume = !mesh.tetrahedra().empty();
  if (!volume && (mesh.triangles().empty() || !mesh.hexahedra().empty() || !mesh.quads().empty()))
    return fmt::format("{} has neither tetrahedra nor triangles alone: only these can be cut.", mesh.path());
  std::string why;
  auto* modifier = modifierOf(mesh, volume ? ElementType::tetrahedron : ElementType::triangle, why);
  if (!modifier) return why;
  const auto* state = stateOf(mesh);
  if (!state || state->size() != mesh.nbPoints())
    return fmt::format(
        "The points of {} have no positions: its node needs a MechanicalObject of type Vec3d with {} points.",
        mesh.path(), mesh.nbPoints());
  m_modifier = modifier;
  return {};
}

void MeshIncision::endStroke() {
  m_front.clear();
  m_pending.clear();
  m_former.clear();
}

std::vector<Vec3> MeshIncision::positions(core::VecCoordId id) const {
  const auto* state = stateOf(*mesh());
  if (!state) return {};
  const auto& x = state->has(id) && state->coords(id).size() == state->size() ? state->coords(id) : state->positions();
  return {x.begin(), x.end()};
}

template <class Cell>
geometry::CutMesh<Cell> MeshIncision::meshAt(const std::vector<Vec3>& x, const std::vector<Vec3>& rest) const {
  return {x, rest, core::elementsOf<Cell>(*mesh()), m_former};
}

template <class Cell>
geometry::CutStroke<Cell> MeshIncision::stroke() const {
  geometry::CutStroke<Cell> stroke;
  stroke.front = m_front;
  constexpr std::size_t width = std::tuple_size_v<geometry::FacetOf<Cell>>;
  for (std::size_t i = 0; i + width <= m_pending.size(); i += width) {
    geometry::FacetOf<Cell> facet;
    std::copy_n(m_pending.begin() + static_cast<std::ptrdiff_t>(i), width, facet.begin());
    std::ranges::sort(facet);
    stroke.pending.push_back(facet);
  }
  std::ranges::sort(stroke.pending);
  return stroke;
}

template <class Cell>
geometry::CutReport MeshIncision::apply(geometry::MeshCut<Cell> cut) {
  if (!cut.isNothing()) {
    Replacement<Cell> replacement;
    for (const auto& p : cut.points)
      replacement.points.push_back(p.a == p.b ? core::Ancestors{{p.a}, {1}}
                                              : core::Ancestors{{p.a, p.b}, {1 - p.weight, p.weight}});
    replacement.removed = std::move(cut.removed);
    replacement.elements = std::move(cut.cells);
    for (const Index parent : cut.parents) replacement.made.push_back({{parent}, {}});
    m_modifier->replace(replacement);
  }
  m_front = std::move(cut.stroke.front);
  m_pending.clear();
  for (const auto& facet : cut.stroke.pending) m_pending.insert(m_pending.end(), facet.begin(), facet.end());
  return cut.report;
}

namespace {

/// Lists of a mesh may be given anew while its state keeps its points.
template <class Cell>
bool isWithin(const core::BaseMeshTopology& mesh, std::size_t points) {
  return std::ranges::all_of(core::elementsOf<Cell>(mesh), [&](const Cell& cell) {
    return std::ranges::all_of(cell, [&](Index i) { return i < points; });
  });
}

}  // namespace

geometry::CutReport MeshIncision::cut(const geometry::SweptBlade& blade, const geometry::CutSettings& settings) {
  if (!isStarted() || blade.empty()) return {};
  const auto x = positions(core::vec::position), rest = positions(core::vec::restPosition);
  if (x.size() != mesh()->nbPoints() || rest.size() != x.size()) return {};
  const auto cutCells = [&]<class Cell>() {
    if (!isWithin<Cell>(*this->mesh(), x.size())) return geometry::CutReport();
    const auto mesh = meshAt<Cell>(x, rest);
    auto result = geometry::cutMesh(mesh, blade, settings, stroke<Cell>());
    if (result.report.nearCells == 0 && !blade.isAtRest()) result.stroke = {};
    return apply(std::move(result));
  };
  const auto report =
      hasTetrahedra() ? cutCells.template operator()<Tetrahedron>() : cutCells.template operator()<Triangle>();
  m_former = positions(core::vec::position);
  return report;
}

template <class Cell>
geometry::CutReport MeshIncision::open(const std::vector<geometry::FacetOf<Cell>>& facets) {
  if (!isStarted()) return {};
  const auto x = positions(core::vec::position), rest = positions(core::vec::restPosition);
  if (x.size() != mesh()->nbPoints() || rest.size() != x.size() || !isWithin<Cell>(*mesh(), x.size())) return {};
  auto all = stroke<Cell>().pending;
  all.insert(all.end(), facets.begin(), facets.end());
  return apply(geometry::openFacets(meshAt<Cell>(x, rest), all));
}

void MeshIncision::follow(const core::MeshChanges& changes) {
  if (changes.mesh != mesh()) return;
  if (!changes.known) return endStroke();
  const std::size_t width = hasTetrahedra() ? 3 : 2;
  for (const auto& step : changes.steps) {
    const auto& points = step->points();
    const auto mean = [&](std::size_t i, const core::Ancestors* ancestors) {
      m_former[i] = Vec3::Zero();
      for (std::size_t a = 0; ancestors && a < ancestors->elements.size(); ++a)
        m_former[i] += ancestors->weight(a) * m_former[ancestors->elements[a]];
    };
    if (!core::carryValues(m_former, points, mean)) m_former.clear();
    if (points.removed().empty()) continue;
    core::carryIndices(m_front, points);
    std::ranges::sort(m_front);
    std::vector<Index> kept;
    for (std::size_t i = 0; i + width <= m_pending.size(); i += width) {
      const auto first = m_pending.begin() + static_cast<std::ptrdiff_t>(i);
      std::vector<Index> facet(first, first + static_cast<std::ptrdiff_t>(width));
      for (Index& point : facet) point = points.newIndex(point);
      if (std::ranges::find(facet, type::invalidIndex) == facet.end())
        kept.insert(kept.end(), facet.begin(), facet.end());
    }
    m_pending = std::move(kept);
  }
}

void MeshIncision::archive(core::Archive& archive) {
  archive.io(m_front);
  archive.io(m_pending);
  archive.io(m_former);
}

template geometry::CutReport MeshIncision::open<Tetrahedron>(const std::vector<geometry::FacetOf<Tetrahedron>>&);
template geometry::CutReport MeshIncision::open<Triangle>(const std::vector<geometry::FacetOf<Triangle>>&);

}  // namespace sofa::component::topology
