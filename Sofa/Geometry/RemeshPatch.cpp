// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/RemeshPatch.h"

#include <numbers>

#include "Sofa/Geometry/Measure.h"

namespace sofa::geometry::detail {
namespace {

/// Adds equal numbers up; ascending.
Mixture merged(Mixture parts) {
  std::ranges::sort(parts, {}, &std::pair<Index, double>::first);
  Mixture sums;
  for (const auto& [i, part] : parts)
    if (!sums.empty() && sums.back().first == i)
      sums.back().second += part;
    else
      sums.emplace_back(i, part);
  return sums;
}

void addScaled(Mixture& sum, const Mixture& parts, double factor) {
  for (const auto& [i, part] : parts) sum.emplace_back(i, factor * part);
}

}  // namespace

template <class Cell>
RemeshPatch<Cell>::RemeshPatch(const RemeshInput<Cell>& mesh, const RemeshSettings& settings)
    : m_mesh(mesh),
      m_settings(settings),
      m_points(mesh.rest.size()),
      m_originals(mesh.cells.size()),
      m_rest(mesh.rest.begin(), mesh.rest.end()),
      m_now(mesh.positions.begin(), mesh.positions.end()),
      m_size(mesh.sizes.begin(), mesh.sizes.end()),
      m_kept(mesh.kept.begin(), mesh.kept.end()),
      m_touched(m_points, 0),
      m_around(m_points) {
  if (!(m_settings.splitAbove > 0)) m_settings.splitAbove = isVolume ? std::numbers::sqrt2 : 4.0 / 3;
  if (!(m_settings.collapseBelow > 0)) m_settings.collapseBelow = isVolume ? 1 / std::numbers::sqrt2 : 4.0 / 5;
  m_now.resize(m_points, Vec3::Zero());
  m_kept.resize(m_points, 0);
  m_size.resize(m_points, m_size.empty() ? 0.0 : m_size.front());
  if (mesh.field)
    for (std::size_t i = 0; i < m_points; ++i) m_size[i] = std::min(m_size[i], mesh.field(m_now[i]));
  m_cells.reserve(m_originals);
  for (const Cell& cell : mesh.cells) {
    m_cells.push_back({cell});
    bool isUsable = true;
    for (std::size_t i = 0; i < corners; ++i) {
      isUsable = isUsable && cell[i] < m_points && m_rest[cell[i]].allFinite() && m_now[cell[i]].allFinite();
      for (std::size_t k = 0; k < i; ++k) isUsable = isUsable && cell[i] != cell[k];
    }
    m_cells.back().isFixed = !isUsable;
    for (const Index i : cell) {
      if (i >= m_points) continue;
      if (isUsable)
        m_around[i].push_back(static_cast<Index>(m_cells.size() - 1));
      else
        m_kept[i] = 1;
    }
  }
}

template <class Cell>
std::vector<Index> RemeshPatch<Cell>::around(Index a, Index b) const {
  std::vector<Index> both;
  for (const Index c : m_around[a])
    if (namesPoint(m_cells[c].nodes, b)) both.push_back(c);
  return both;
}

template <class Cell>
bool RemeshPatch<Cell>::hasEdge(Index a, Index b) const {
  return std::ranges::any_of(m_around[a], [&](Index c) { return namesPoint(m_cells[c].nodes, b); });
}

template <class Cell>
std::vector<Index> RemeshPatch<Cell>::neighbours(Index point) const {
  std::vector<Index> all;
  for (const Index c : m_around[point])
    for (const Index i : m_cells[c].nodes)
      if (i != point) all.push_back(i);
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

template <class Cell>
double RemeshPatch<Cell>::length(Index a, Index b) const {
  const auto& x = m_mesh.atRest ? m_rest : m_now;
  return (x[b] - x[a]).norm() / sizeAt(a, b);
}

template <class Cell>
Index RemeshPatch<Cell>::addPoint(const Mixture& of) {
  Vec3 rest = Vec3::Zero(), now = Vec3::Zero();
  double size = 0;
  Mixture ancestors;
  for (const auto& [i, part] : of) {
    rest += part * m_rest[i];
    now += part * m_now[i];
    size += part * m_size[i];
    if (i < m_points)
      ancestors.emplace_back(i, part);
    else
      addScaled(ancestors, m_of[i - m_points], part);
  }
  m_rest.push_back(rest);
  m_now.push_back(now);
  m_size.push_back(m_mesh.field ? std::min(size, m_mesh.field(now)) : size);
  m_kept.push_back(0);
  m_touched.push_back(1);
  m_of.push_back(merged(std::move(ancestors)));
  m_around.emplace_back();
  return static_cast<Index>(m_rest.size() - 1);
}

template <class Cell>
void RemeshPatch<Cell>::dropPoint() {
  m_rest.pop_back();
  m_now.pop_back();
  m_size.pop_back();
  m_kept.pop_back();
  m_touched.pop_back();
  m_of.pop_back();
  m_around.pop_back();
}

template <class Cell>
Mixture RemeshPatch<Cell>::amounts(Index cell) const {
  const Record& record = m_cells[cell];
  return record.from.empty() ? Mixture{{cell, measure(record.nodes)}} : record.from;
}

template <class Cell>
void RemeshPatch<Cell>::take(Index cell) {
  m_cells[cell].isAlive = false;
  m_cells[cell].from.clear();
  for (const Index i : m_cells[cell].nodes) std::erase(m_around[i], cell);
}

template <class Cell>
void RemeshPatch<Cell>::replace(const std::vector<Index>& old, const std::vector<Cell>& cells,
                                const std::vector<Index>& continued) {
  std::vector<Mixture> had;
  std::vector<double> size, left;
  for (const Index c : old) {
    had.push_back(amounts(c));
    size.push_back(measure(m_cells[c].nodes));
    left.push_back(1);
  }
  // What a cell has in common with what it was stays with it; what is left over goes to those that grew.
  std::vector<Mixture> parts(cells.size());
  std::vector<double> grown(cells.size());
  double allGrown = 0;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    grown[k] = measure(cells[k]);
    if (const Index j = continued[k]; j != none) {
      const double stays = size[j] > 0 ? std::min(1.0, grown[k] / size[j]) : 1.0;
      addScaled(parts[k], had[j], stays);
      left[j] = 1 - stays;
      grown[k] = std::max(0.0, grown[k] - size[j]);
    }
    allGrown += grown[k];
  }
  Mixture pool;
  for (std::size_t j = 0; j < old.size(); ++j)
    if (left[j] > 0) addScaled(pool, had[j], left[j]);
  pool = merged(std::move(pool));
  for (std::size_t k = 0; k < cells.size(); ++k)
    if (const double part = allGrown > 0 ? grown[k] / allGrown : 1.0 / static_cast<double>(cells.size()); part > 0)
      addScaled(parts[k], pool, part);
  for (const Index c : old) take(c);
  for (std::size_t k = 0; k < cells.size(); ++k) {
    for (const Index i : cells[k]) {
      m_around[i].push_back(static_cast<Index>(m_cells.size()));
      m_touched[i] = 1;
    }
    m_cells.push_back({cells[k], true, false, merged(std::move(parts[k]))});
  }
}

template <class Cell>
double RemeshPatch<Cell>::measure(const Cell& c) const {
  if constexpr (isVolume)
    return tetrahedronVolume(m_rest[c[0]], m_rest[c[1]], m_rest[c[2]], m_rest[c[3]]);
  else
    return triangleArea(m_rest[c[0]], m_rest[c[1]], m_rest[c[2]]);
}

template <class Cell>
bool RemeshPatch<Cell>::turnsAs(const Cell& cell, const Cell& other) const {
  if constexpr (isVolume) {
    const auto volume = [](const Cell& c, const std::vector<Vec3>& x) {
      return signedTetrahedronVolume(x[c[0]], x[c[1]], x[c[2]], x[c[3]]);
    };
    const double before = volume(other, m_rest);
    return volume(cell, m_rest) * before > 0 && volume(cell, m_now) * before > 0;
  } else {
    const auto alike = [&](const std::vector<Vec3>& x) {
      const auto normal = [&](const Cell& c) { return (x[c[1]] - x[c[0]]).cross(x[c[2]] - x[c[0]]); };
      const Vec3 a = normal(cell), b = normal(other);
      return a.dot(b) > 0.5 * a.norm() * b.norm();
    };
    return alike(m_rest) && alike(m_now);
  }
}

template <class Cell>
double RemeshPatch<Cell>::worstQuality(const Cell& cell) const {
  return std::min(shapeQuality(cell, m_rest), shapeQuality(cell, m_now));
}

template <class Cell>
double RemeshPatch<Cell>::worstOf(const std::vector<Index>& cells) const {
  double worst = 1;
  for (const Index c : cells) worst = std::min(worst, worstQuality(m_cells[c].nodes));
  return worst;
}

template <class Cell>
std::vector<Edge> RemeshPatch<Cell>::edges() const {
  std::vector<Edge> all;
  for (Index i = 0; i < m_rest.size(); ++i)
    for (const Index n : neighbours(i))
      if (i < n) all.emplace_back(i, n);
  return all;
}

template <class Cell>
std::vector<Edge> RemeshPatch<Cell>::edges(const std::vector<char>& marked) const {
  std::vector<Edge> found;
  for (Index i = 0; i < m_rest.size(); ++i)
    if (i < marked.size() && marked[i])
      for (const Index n : neighbours(i))
        if (i < n || n >= marked.size() || !marked[n]) found.push_back(canonical(Edge(i, n)));
  std::ranges::sort(found);
  return found;
}

template <class Cell>
Remeshed<Cell> RemeshPatch<Cell>::result() const {
  Remeshed<Cell> result;
  std::vector<Index> number(m_rest.size(), none);
  for (std::size_t i = 0; i < m_rest.size(); ++i) {
    if (i < m_points) {
      number[i] = static_cast<Index>(i);
    } else if (!m_around[i].empty()) {
      number[i] = static_cast<Index>(m_points + result.points.size());
      result.points.push_back(m_of[i - m_points]);
    }
  }
  for (std::size_t c = 0; c < m_cells.size(); ++c) {
    const Record& record = m_cells[c];
    if (c < m_originals && !record.isAlive) result.removed.push_back(static_cast<Index>(c));
    if (c < m_originals || !record.isAlive) continue;
    Cell cell = record.nodes;
    for (Index& i : cell) i = number[i];
    result.cells.push_back(cell);
    Mixture made = record.from;
    double all = 0;
    for (const auto& [i, part] : made) all += part;
    for (auto& [i, part] : made) part = all > 0 ? part / all : 1.0 / static_cast<double>(made.size());
    std::ranges::stable_sort(made, std::ranges::greater(), &std::pair<Index, double>::second);
    result.made.push_back(std::move(made));
    result.report.smallestQuality = std::min(result.report.smallestQuality, shapeQuality(record.nodes, m_rest));
  }
  for (const Edge& edge : edges()) {
    const double l = length(edge[0], edge[1]);
    ++result.report.edges;
    result.report.edgesInBand += l >= m_settings.collapseBelow && l <= m_settings.splitAbove;
  }
  return result;
}

template class RemeshPatch<Triangle>;
template class RemeshPatch<Tetrahedron>;

}  // namespace sofa::geometry::detail
