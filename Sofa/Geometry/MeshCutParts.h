// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <unordered_map>

#include "Sofa/Geometry/MeshCut.h"

/// What the cuts of MeshCut.h are made of; not for others.
namespace sofa::geometry::detail {

template <class Cell>
inline constexpr std::size_t corners = std::tuple_size_v<std::array<Index, Cell().size()>>;
template <class Cell>
FacetOf<Cell> sortedFacet(const Cell& cell, std::size_t opposite) {
  FacetOf<Cell> facet;
  std::size_t n = 0;
  for (std::size_t i = 0; i < corners<Cell>; ++i)
    if (i != opposite) facet[n++] = cell[i];
  std::ranges::sort(facet);
  return facet;
}

inline constexpr int none = -1;

/// A mesh while it is cut: the cells that are looked at, whole ones and parts of others, and all points.
template <class Cell>
class Surgery {
 public:
  using Facet = FacetOf<Cell>;
  struct Part {
    Cell nodes;
    Index parent;
    bool isWhole = true;  ///< none of its nodes are others than its parent's
    bool isAlive = true;
  };

  explicit Surgery(const CutMesh<Cell>& mesh)
      : m_mesh(&mesh),
        m_positions(mesh.positions.begin(), mesh.positions.end()),
        m_rest(mesh.rest.begin(), mesh.rest.end()) {}

  const std::vector<Part>& parts() const { return m_parts; }
  const std::vector<CutPoint>& points() const { return m_points; }
  std::span<const Vec3> positions() const { return m_positions; }
  std::span<const Vec3> rest() const { return m_rest; }
  void take(Index cell) { m_parts.push_back({m_mesh->cells[cell], cell}); }

  Index addPoint(const CutPoint& point) {
    const auto mean = [&](std::vector<Vec3>& x) {
      x.push_back(point.a == point.b ? x[point.a] : Vec3(x[point.a] + point.weight * (x[point.b] - x[point.a])));
    };
    mean(m_positions);
    mean(m_rest);
    m_points.push_back(point);
    return static_cast<Index>(m_positions.size() - 1);
  }
  Index copyPoint(Index i) {
    const std::size_t before = m_mesh->positions.size();
    return addPoint(i < before ? CutPoint{i, i, 0} : m_points[i - before]);
  }
  /// Divides all parts that have both ends. `around`: parts around each point, kept up to date.
  using PartsAround = std::unordered_map<Index, std::vector<std::size_t>>;
  void split(const Edge& edge, Index middle, PartsAround& around) {
    const std::vector<std::size_t> candidates = around[edge[0]];
    for (const std::size_t i : candidates) {
      if (!m_parts[i].isAlive || std::ranges::find(m_parts[i].nodes, edge[1]) == m_parts[i].nodes.end()) continue;
      m_parts[i].isAlive = false;
      for (const Index end : edge) {
        Part half = m_parts[i];
        half.isAlive = true;
        half.isWhole = false;
        *std::ranges::find(half.nodes, end) = middle;
        for (const Index node : half.nodes) around[node].push_back(m_parts.size());
        m_parts.push_back(half);
      }
    }
  }
  /// Two parts at most have a facet; one that more have, in a mesh that is none, stays closed.
  using Facets = std::map<Facet, std::array<int, 2>>;
  template <class Wanted>
  Facets facets(const Wanted& wanted) const {
    Facets found;
    std::set<Facet> crowded;
    for (std::size_t i = 0; i < m_parts.size(); ++i)
      for (std::size_t k = 0; m_parts[i].isAlive && k < corners<Cell>; ++k) {
        const Facet facet = sortedFacet(m_parts[i].nodes, k);
        if (!wanted(facet)) continue;
        auto& sides = found.try_emplace(facet, std::array{none, none}).first->second;
        if (sides[1] != none) crowded.insert(facet);
        sides[sides[0] == none ? 0 : 1] = static_cast<int>(i);
      }
    std::erase_if(found, [&](const auto& f) { return f.second[1] == none || crowded.contains(f.first); });
    return found;
  }
  /// All parts around the points of the facets must be there.
  std::size_t open(const Facets& facets);
  MeshCut<Cell> result() const;

 private:
  const CutMesh<Cell>* m_mesh;
  std::vector<Vec3> m_positions, m_rest;
  std::vector<CutPoint> m_points;
  std::vector<Part> m_parts;
  std::vector<Facet> m_pending;
};

}  // namespace sofa::geometry::detail
