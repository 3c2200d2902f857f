// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/MeshCut.h"

#include "Sofa/Geometry/BoxHierarchy.h"
#include "Sofa/Geometry/MeshCutParts.h"

namespace sofa::geometry {

using detail::Surgery;

namespace {

// --- One cut ---------------------------------------------------------------------------------------------------------

struct EdgeCrossing {
  Edge edge;
  double at;
  double squaredLength;
};

template <class Cell>
class Cut {
 public:
  Cut(const CutMesh<Cell>& mesh, const SweptBlade& blade, const CutSettings& settings, const CutStroke<Cell>& stroke)
      : m_mesh(mesh),
        m_blade(blade),
        m_settings(settings),
        m_stroke(stroke),
        m_surgery(mesh),
        m_mark(mesh.positions.size(), unmarked) {
    for (const Index i : stroke.front)
      if (i < m_mark.size()) m_mark[i] = old;
    for (const auto& facet : stroke.pending)
      for (const Index i : facet)
        if (i < m_mark.size()) m_mark[i] = old;
  }

  MeshCut<Cell> alongFaces();
  MeshCut<Cell> throughCells();

 private:
  enum Mark : char { unmarked, old, fresh };

  /// How far points have moved since the former pose, on the mean.
  template <class Points>
  Vec3 lagOf(const Points& points) const {
    Vec3 lag = Vec3::Zero();
    for (const Index i : points) lag += lagOf(i) / static_cast<double>(points.size());
    return lag;
  }
  Vec3 lagOf(Index i) const {
    const std::size_t before = m_mesh.positions.size();
    if (m_mesh.former.size() != before) return Vec3::Zero();
    if (i < before) return m_mesh.positions[i] - m_mesh.former[i];
    const CutPoint& p = m_surgery.points()[i - before];
    return (1 - p.weight) * lagOf(p.a) + p.weight * lagOf(p.b);
  }
  double largestLag() const;
  /// Cells whose boxes the blade's meets, larger by `margin`.
  std::vector<Index> nearCells(double margin) const;
  BoundingBox boxOf(const Cell& cell) const;
  double largestExtent() const;
  std::vector<EdgeCrossing> crossings(const std::vector<Index>& cells) const;
  /// Marks points that crossings are near to; what is left of the crossings.
  std::vector<EdgeCrossing> snap(const std::vector<EdgeCrossing>& all, const std::set<Edge>& yielding);
  /// Edges of cells whose parts are too bad, if they can be avoided.
  bool findBadParts(const std::vector<EdgeCrossing>& all, std::set<Edge>& yielding) const;
  void splitAll(const std::vector<EdgeCrossing>& splits, const std::vector<Index>& cells);
  void takeMarkedCells();
  bool isInFront(std::size_t part) const;
  /// A part within the blade, which no side is far from, stays with its neighbours where it would come off alone.
  void keepFlatParts(typename Surgery<Cell>::Facets& opened) const;

  const CutMesh<Cell>& m_mesh;
  const SweptBlade& m_blade;
  const CutSettings& m_settings;
  const CutStroke<Cell>& m_stroke;
  Surgery<Cell> m_surgery;
  std::vector<Mark> m_mark;  // of each point, new ones too
};

template <class Cell>
BoundingBox Cut<Cell>::boxOf(const Cell& cell) const {
  BoundingBox box;
  for (const Index i : cell) box.include(m_mesh.positions[i]);
  return box;
}

template <class Cell>
std::vector<Index> Cut<Cell>::nearCells(double margin) const {
  std::vector<Index> near;
  const auto exists = [&](Index i) { return i < m_mesh.positions.size(); };
  const auto isFinite = [&](Index i) { return m_mesh.positions[i].allFinite(); };
  for (std::size_t c = 0; c < m_mesh.cells.size(); ++c) {
    const Cell& cell = m_mesh.cells[c];
    if (std::ranges::all_of(cell, exists) && overlap(boxOf(cell), m_blade.box(), margin) &&
        std::ranges::all_of(cell, isFinite))
      near.push_back(static_cast<Index>(c));
  }
  return near;
}

template <class Cell>
double Cut<Cell>::largestExtent() const {
  double largest = 0;
  for (const Cell& cell : m_mesh.cells) {
    const auto box = boxOf(cell);
    const double extent = (box.max - box.min).maxCoeff();
    if (std::isfinite(extent)) largest = std::max(largest, extent);
  }
  return largest;
}

template <class Cell>
double Cut<Cell>::largestLag() const {
  double largest = 0;
  for (std::size_t i = 0; i < m_mesh.positions.size() && m_mesh.former.size() == m_mesh.positions.size(); ++i)
    if (const double lag = lagOf(static_cast<Index>(i)).norm(); std::isfinite(lag)) largest = std::max(largest, lag);
  return largest;
}

template <class Cell>
bool Cut<Cell>::isInFront(std::size_t part) const {
  const Cell& nodes = m_surgery.parts()[part].nodes;
  Vec3 place = Vec3::Zero();
  for (const Index i : nodes) place += m_surgery.positions()[i] / static_cast<double>(nodes.size());
  for (const Index i : nodes)
    if (m_mark[i] == unmarked) place = m_surgery.positions()[i];
  return m_blade.signedDistance(place, lagOf(nodes)) >= 0;
}

template <class Cell>
void Cut<Cell>::keepFlatParts(typename Surgery<Cell>::Facets& opened) const {
  const auto isFlat = [&](std::size_t part) {
    return std::ranges::all_of(m_surgery.parts()[part].nodes, [&](Index i) { return m_mark[i] != unmarked; });
  };
  std::map<std::size_t, std::size_t> closedSides;
  for (const auto& [facet, sides] : opened)
    for (const auto part : sides)
      if (isFlat(static_cast<std::size_t>(part))) closedSides[static_cast<std::size_t>(part)] = 0;
  if (closedSides.empty()) return;
  for (const auto& [facet, sides] : m_surgery.facets([](const auto&) { return true; }))
    for (const auto part : sides)
      if (const auto at = closedSides.find(static_cast<std::size_t>(part));
          at != closedSides.end() && !opened.contains(facet))
        ++at->second;
  for (const auto& [part, count] : closedSides)
    if (count == 0)
      std::erase_if(opened, [&](const auto& facet) {
        return std::ranges::find(facet.second, static_cast<int>(part)) != facet.second.end();
      });
}

template <class Cell>
MeshCut<Cell> Cut<Cell>::alongFaces() {
  const auto near = nearCells(largestExtent() + largestLag());
  for (const Index c : near) m_surgery.take(c);
  std::vector<Vec3> middles;
  for (const auto& part : m_surgery.parts()) {
    Vec3 middle = Vec3::Zero();
    for (const Index i : part.nodes) middle += m_mesh.positions[i] / static_cast<double>(part.nodes.size());
    middles.push_back(middle);
  }
  auto facets = m_surgery.facets([](const auto&) { return true; });
  std::erase_if(facets, [&](const auto& facet) {
    const auto &a = middles[facet.second[0]], &b = middles[facet.second[1]];
    const Vec3 lag = lagOf(facet.first);
    return !m_blade.crossing(a, b, lag) ||
           (m_blade.signedDistance(a, lag) >= 0) == (m_blade.signedDistance(b, lag) >= 0);
  });
  std::vector<FacetOf<Cell>> opened = m_stroke.pending;
  for (const auto& facet : facets) opened.push_back(facet.first);
  auto cut = openFacets(m_mesh, opened);
  cut.stroke.front = m_stroke.front;
  cut.report.nearCells = near.size();
  return cut;
}

template <class Cell>
std::vector<EdgeCrossing> Cut<Cell>::crossings(const std::vector<Index>& cells) const {
  std::vector<Edge> edges;
  for (const Index c : cells) {
    const Cell& cell = m_mesh.cells[c];
    for (std::size_t i = 0; i < cell.size(); ++i)
      for (std::size_t k = i + 1; k < cell.size(); ++k) edges.push_back(canonical(Edge(cell[i], cell[k])));
  }
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::vector<EdgeCrossing> found;
  for (const Edge& edge : edges) {
    const Vec3 &a = m_mesh.positions[edge[0]], &b = m_mesh.positions[edge[1]];
    if (const auto at = m_blade.crossing(a, b, lagOf(edge))) found.push_back({edge, *at, (b - a).squaredNorm()});
  }
  return found;
}

template <class Cell>
std::vector<EdgeCrossing> Cut<Cell>::snap(const std::vector<EdgeCrossing>& all, const std::set<Edge>& yielding) {
  const double usual = std::clamp(m_settings.snapping, 0.0, 0.5);
  std::set<Index> snapped;
  for (const auto& [edge, at, length] : all) {
    const double part = yielding.contains(edge) ? 0.5 : usual;
    if (at <= part)
      snapped.insert(edge[0]);
    else if (1 - at <= part)
      snapped.insert(edge[1]);
  }
  std::vector<EdgeCrossing> left;
  for (const auto& crossing : all)
    if (!snapped.contains(crossing.edge[0]) && !snapped.contains(crossing.edge[1])) left.push_back(crossing);
  for (const Index i : snapped) m_mark[i] = fresh;
  return left;
}

template <class Cell>
void Cut<Cell>::splitAll(const std::vector<EdgeCrossing>& splits, const std::vector<Index>& cells) {
  for (const Index c : cells) m_surgery.take(c);
  typename Surgery<Cell>::PartsAround around;
  for (std::size_t i = 0; i < m_surgery.parts().size(); ++i)
    for (const Index node : m_surgery.parts()[i].nodes) around[node].push_back(i);
  for (const auto& [edge, at, length] : splits) {
    m_surgery.split(edge, m_surgery.addPoint({edge[0], edge[1], at}), around);
    m_mark.push_back(fresh);
  }
}

template <class Cell>
bool Cut<Cell>::findBadParts(const std::vector<EdgeCrossing>& all, std::set<Edge>& yielding) const {
  std::set<Index> bad;
  for (const auto& part : m_surgery.parts())
    if (part.isAlive && !part.isWhole &&
        shapeQuality(part.nodes, m_surgery.rest()) <
            std::min(m_settings.smallestQuality, shapeQuality(m_mesh.cells[part.parent], m_mesh.rest)))
      bad.insert(part.parent);
  const std::size_t before = yielding.size();
  for (const Index c : bad)
    for (const auto& crossing : all) {
      const auto has = [&](Index i) { return std::ranges::find(m_mesh.cells[c], i) != m_mesh.cells[c].end(); };
      if (has(crossing.edge[0]) && has(crossing.edge[1])) yielding.insert(crossing.edge);
    }
  return yielding.size() > before;
}

/// So that all cells around the points that the mesh may open at are there.
template <class Cell>
void Cut<Cell>::takeMarkedCells() {
  std::vector<char> taken(m_mesh.cells.size(), 0);
  for (const auto& part : m_surgery.parts()) taken[part.parent] = 1;
  for (std::size_t c = 0; c < m_mesh.cells.size(); ++c)
    if (!taken[c] && std::ranges::any_of(m_mesh.cells[c], [&](Index i) { return m_mark[i] != unmarked; }))
      m_surgery.take(static_cast<Index>(c));
}

template <class Cell>
MeshCut<Cell> Cut<Cell>::throughCells() {
  const auto cells = nearCells(largestLag());
  auto all = crossings(cells);
  std::ranges::stable_sort(all, std::ranges::greater(), &EdgeCrossing::squaredLength);
  const auto marks = m_mark;
  std::set<Edge> yielding;
  std::size_t splitCount = 0;
  do {
    m_surgery = Surgery<Cell>(m_mesh);
    m_mark = marks;
    const auto splits = snap(all, yielding);
    splitCount = splits.size();
    splitAll(splits, cells);
  } while (findBadParts(all, yielding));
  takeMarkedCells();

  const auto isPending = [&](const auto& facet) { return std::ranges::binary_search(m_stroke.pending, facet); };
  auto facets = m_surgery.facets([&](const auto& facet) {
    return (std::ranges::all_of(facet, [&](Index i) { return m_mark[i] != unmarked; }) &&
            std::ranges::any_of(facet, [&](Index i) { return m_mark[i] == fresh; })) ||
           isPending(facet);
  });
  std::erase_if(facets, [&](const auto& facet) {
    return !isPending(facet.first) && isInFront(facet.second[0]) == isInFront(facet.second[1]);
  });
  keepFlatParts(facets);
  const std::size_t snappedCount =
      static_cast<std::size_t>(std::count(m_mark.begin(), m_mark.end(), fresh)) - splitCount;
  const std::size_t copies = m_surgery.open(facets);
  MeshCut<Cell> cut = m_surgery.result();
  cut.report.nearCells = cells.size();
  cut.report.splitEdges = splitCount;
  cut.report.snappedPoints = snappedCount;
  cut.report.openedFacets = facets.size();
  cut.report.copiedPoints = copies;
  // A copy is on the front like what it is a copy of.
  for (std::size_t i = 0; i < m_mark.size(); ++i)
    if (m_mark[i] != unmarked) cut.stroke.front.push_back(static_cast<Index>(i));
  for (std::size_t k = 0; k < copies; ++k) cut.stroke.front.push_back(static_cast<Index>(m_mark.size() + k));
  return cut;
}

}  // namespace

template <class Cell>
MeshCut<Cell> cutMesh(const CutMesh<Cell>& mesh, const SweptBlade& blade, const CutSettings& settings,
                      const CutStroke<Cell>& stroke) {
  if (blade.empty()) {
    MeshCut<Cell> nothing;
    nothing.stroke = stroke;
    return nothing;
  }
  Cut<Cell> cut(mesh, blade, settings, stroke);
  return settings.mode == CutMode::faces ? cut.alongFaces() : cut.throughCells();
}

template <class Cell>
MeshCut<Cell> openFacets(const CutMesh<Cell>& mesh, const std::vector<FacetOf<Cell>>& facets) {
  std::set<FacetOf<Cell>> wanted;
  std::vector<char> touched(mesh.positions.size(), 0);
  for (auto facet : facets) {
    std::ranges::sort(facet);
    if (facet.back() >= touched.size()) continue;
    wanted.insert(facet);
    for (const Index i : facet) touched[i] = 1;
  }
  Surgery<Cell> surgery(mesh);
  for (std::size_t c = 0; c < mesh.cells.size(); ++c)
    if (std::ranges::any_of(mesh.cells[c], [&](Index i) { return touched[i] != 0; }))
      surgery.take(static_cast<Index>(c));
  const auto opened = surgery.facets([&](const auto& facet) { return wanted.contains(facet); });
  const std::size_t copies = surgery.open(opened);
  MeshCut<Cell> cut = surgery.result();
  cut.report.openedFacets = opened.size();
  cut.report.copiedPoints = copies;
  return cut;
}

template MeshCut<Tetrahedron> cutMesh(const CutMesh<Tetrahedron>&, const SweptBlade&, const CutSettings&,
                                      const CutStroke<Tetrahedron>&);
template MeshCut<Triangle> cutMesh(const CutMesh<Triangle>&, const SweptBlade&, const CutSettings&,
                                   const CutStroke<Triangle>&);
template MeshCut<Tetrahedron> openFacets(const CutMesh<Tetrahedron>&, const std::vector<FacetOf<Tetrahedron>>&);
template MeshCut<Triangle> openFacets(const CutMesh<Triangle>&, const std::vector<FacetOf<Triangle>>&);

}  // namespace sofa::geometry
