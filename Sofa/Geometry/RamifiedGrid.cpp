// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/RamifiedGrid.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace sofa::geometry {
namespace {

using type::Index;
using type::Vec3;

/// Corners of a cell's lower side along each axis, and the corners of the neighbour there that are the same points.
constexpr std::array<std::array<std::array<int, 2>, 4>, 3> sameCorners{
    {{{{0, 1}, {4, 5}, {7, 6}, {3, 2}}}, {{{0, 3}, {4, 7}, {5, 6}, {1, 2}}}, {{{0, 4}, {1, 5}, {2, 6}, {3, 7}}}}};

/// What of an edge meets something.
enum class Crossing : std::uint8_t { none, behind, within };

/// Möller, Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997.
Crossing crossing(const RamifiedGrid::Edge& edge, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 direction = edge[1] - edge[0], ab = b - a, ac = c - a, p = direction.cross(ac);
  const double determinant = ab.dot(p);
  if (!(std::abs(determinant) > 1e-10 * direction.norm() * ab.norm() * ac.norm())) return Crossing::none;
  const Vec3 from = edge[0] - a, q = from.cross(ab);
  const double u = from.dot(p) / determinant, v = direction.dot(q) / determinant, t = ac.dot(q) / determinant;
  if (!(u >= 0 && v >= 0 && u + v <= 1 && std::abs(t) <= 1)) return Crossing::none;
  return t >= 0 ? Crossing::within : Crossing::behind;
}

/// Tells by the number of a cell and an axis what edges cross the cell's lower side there.
class CrossedSides {
 public:
  CrossedSides(const CellKinds& cells, std::span<const RamifiedGrid::Edge> edges) : m_crossed(cells.kinds.size()) {
    const RegularGrid& lattice = cells.lattice;
    for (const auto& edge : edges) {
      const GridCell a = lattice.locate(2 * edge[0] - edge[1]).cell, b = lattice.locate(edge[1]).cell;
      GridCell first, last;
      for (std::size_t k = 0; k < 3; ++k) {
        const int most = cells.size(static_cast<int>(k)) - 1;
        first[k] = std::clamp(std::min(a[k], b[k]), 0, most);
        last[k] = std::clamp(std::max(a[k], b[k]), 0, most);
      }
      forEachCell(first, last, [&](const GridCell& c) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
          Crossing& known = m_crossed[cells.number(c)][axis];
          if (known != Crossing::within) known = std::max(known, crossingOfSide(lattice, c, axis, edge));
        }
      });
    }
  }
  Crossing at(std::size_t cell, std::size_t axis) const { return m_crossed[cell][axis]; }

 private:
  static Crossing crossingOfSide(const RegularGrid& lattice, const GridCell& c, std::size_t axis,
                                 const RamifiedGrid::Edge& edge) {
    const Vec3 low = lattice.point(c[0], c[1], c[2]);
    const Vec3 &s = lattice.step[(axis + 1) % 3], &t = lattice.step[(axis + 2) % 3];
    return std::max(crossing(edge, low, low + s, low + s + t), crossing(edge, low, low + s + t, low + t));
  }

  std::vector<std::array<Crossing, 3>> m_crossed;
};

}  // namespace

RamifiedGrid::RamifiedGrid(SparseGrid finest) : m_finest(std::move(finest)) {
  link([](Index, std::size_t) { return true; });
}

RamifiedGrid::RamifiedGrid(SparseGrid finest, std::span<const Edge> edges, Reach reach) : m_finest(std::move(finest)) {
  const CrossedSides crossed(m_finest.kinds, edges);
  const auto isBoundary = [&](GridCell c) { return m_finest.kinds[c] == CellKind::boundary; };
  link([&](Index cell, std::size_t axis) {
    const GridCell c = m_finest.places[cell];
    GridCell neighbour = c;
    --neighbour[axis];
    if (!isBoundary(c) || !isBoundary(neighbour)) return true;
    const Crossing found = crossed.at(m_finest.kinds.number(c), axis);
    if (reach == Reach::asItIs) return found == Crossing::within;
    if (found == Crossing::behind) ++m_crossedBehind;
    return found != Crossing::none;
  });
}

RamifiedGrid::RamifiedGrid(SparseGrid finest, const std::function<bool(Index, std::size_t)>& goesOn)
    : m_finest(std::move(finest)) {
  link(goesOn);
  parts.clear();
}

template <class F>
void RamifiedGrid::link(const F& goesOn) {
  m_lattice = m_finest.kinds.lattice;
  places = m_finest.places;
  filling = m_ownFilling = m_finest.filling;
  parts = m_finest.parts;
  m_lower.resize(places.size());
  m_cellOf.resize(places.size());
  std::iota(m_cellOf.begin(), m_cellOf.end(), Index{0});
  for (Index i = 0; i < places.size(); ++i) {
    m_kinds.push_back(m_finest.kinds[places[i]]);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      GridCell neighbour = places[i];
      --neighbour[axis];
      if (!m_finest.kinds.has(neighbour)) continue;
      const Index kept = m_finest.keptNumber[m_finest.kinds.number(neighbour)];
      if (kept != type::invalidIndex && goesOn(i, axis)) m_lower[i][axis].push_back(kept);
    }
  }
}

std::vector<std::vector<Index>> RamifiedGrid::cellsInPlaces() const {
  const CellKinds all(m_lattice);
  std::vector<std::vector<Index>> found(all.kinds.size());
  for (Index i = 0; i < places.size(); ++i) found[all.number(places[i])].push_back(i);
  return found;
}

std::vector<Index> RamifiedGrid::placeNumbers() const {
  const CellKinds all(m_lattice);
  std::vector<Index> numbers(all.kinds.size(), type::invalidIndex);
  Index next = 0;
  for (const auto& place : places)
    if (Index& number = numbers[all.number(place)]; number == type::invalidIndex) number = next++;
  return numbers;
}

std::size_t RamifiedGrid::cellsFilledOtherwise() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < filling.size(); ++i)
    count += filling[i].stiffness != m_ownFilling[i].stiffness || filling[i].mass != m_ownFilling[i].mass;
  return count;
}

std::vector<std::vector<Index>> RamifiedGrid::connected(const std::vector<Index>& among) const {
  std::vector<std::vector<Index>> groups;
  for (const Index cell : among) {
    const auto touches = [&](const std::vector<Index>& group) {
      return std::ranges::any_of(group, [&](Index other) {
        return std::ranges::any_of(std::array{0, 1, 2}, [&](int axis) {
          return std::ranges::count(m_lower[cell][std::size_t(axis)], other) +
                     std::ranges::count(m_lower[other][std::size_t(axis)], cell) >
                 0;
        });
      });
    };
    std::vector<std::vector<Index>> rest;
    std::vector<Index> joined;
    for (auto& group : groups)
      if (touches(group))
        joined.insert(joined.end(), group.begin(), group.end());
      else
        rest.push_back(std::move(group));
    joined.push_back(cell);
    rest.push_back(std::move(joined));
    groups = std::move(rest);
  }
  for (auto& group : groups) std::ranges::sort(group, {}, [&](Index i) { return std::ranges::find(among, i); });
  std::ranges::sort(groups, {}, [&](const auto& group) { return std::ranges::find(among, group[0]); });
  return groups;
}

void RamifiedGrid::coarsen() {
  const auto inPlaces = cellsInPlaces();
  const CellKinds fine(m_lattice);
  const auto placeNumber = placeNumbers();
  for (std::size_t a = 0; a < 3; ++a) {
    m_lattice.n[a] = m_lattice.n[a] / 2 + 1;
    m_lattice.step[a] *= 2;
  }
  std::vector<Index> parent(places.size());
  std::vector<std::vector<Index>> members;
  std::vector<GridCell> coarsePlaces;
  std::vector<CellKind> kinds;
  std::vector<CellFilling> mixed;
  forEachCell({0, 0, 0}, {m_lattice.n[0] - 2, m_lattice.n[1] - 2, m_lattice.n[2] - 2}, [&](const GridCell& c) {
    std::vector<Index> among;
    CellFilling byNumber{0, 0};
    for (int child = 0; child < 8; ++child) {
      const GridCell at{2 * c[0] + (child & 1), 2 * c[1] + (child >> 1 & 1), 2 * c[2] + (child >> 2)};
      if (!fine.has(at)) continue;
      const auto& here = inPlaces[fine.number(at)];
      among.insert(among.end(), here.begin(), here.end());
      if (!here.empty()) byNumber += filling[placeNumber[fine.number(at)]];
    }
    auto groups = connected(among);
    const bool full = groups.size() == 1 && among.size() == 8 &&
                      std::ranges::all_of(among, [&](Index i) { return m_kinds[i] == CellKind::inside; });
    for (auto& group : groups) {
      for (const Index i : group) parent[i] = static_cast<Index>(members.size());
      mixed.push_back((groups.size() == 1 ? byNumber : filling[group.back()]) / 8);
      members.push_back(std::move(group));
      coarsePlaces.push_back(c);
      kinds.push_back(full ? CellKind::inside : CellKind::boundary);
    }
  });
  std::vector<Lower> lower(members.size());
  std::vector<CellFilling> shares(members.size(), {0, 0});
  const auto ofHalf = std::exchange(parts, {});
  const std::size_t halfCount = partCount();
  ++levels;
  for (std::size_t g = 0; g < members.size(); ++g) {
    for (const Index i : members[g]) {
      shares[g] += m_ownFilling[i] / 8;
      if (!ofHalf.empty()) addParts(g, places[i], std::span(ofHalf).subspan(i * halfCount, halfCount));
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (const Index j : m_lower[i][axis])
          if (parent[j] != g && std::ranges::find(lower[g][axis], parent[j]) == lower[g][axis].end())
            lower[g][axis].push_back(parent[j]);
    }
  }
  for (auto& sides : lower)
    for (auto& neighbours : sides) std::ranges::sort(neighbours);
  for (Index& cell : m_cellOf) cell = parent[cell];
  places = std::move(coarsePlaces);
  filling = std::move(mixed);
  m_ownFilling = std::move(shares);
  m_kinds = std::move(kinds);
  m_lower = std::move(lower);
}

void RamifiedGrid::number() {
  // Every cell has eight points of its own first; those of neighbours then become one, the neighbour's.
  std::vector<Index> same(8 * places.size());
  std::iota(same.begin(), same.end(), Index{0});
  const auto root = [&](Index i) {
    while (same[i] != i) i = same[i] = same[same[i]];
    return i;
  };
  for (Index cell = 0; cell < places.size(); ++cell)
    for (const std::size_t axis : {2u, 1u, 0u})
      for (const Index neighbour : m_lower[cell][axis])
        for (const auto& [own, its] : sameCorners[axis])
          same[root(8 * cell + static_cast<Index>(own))] = root(8 * neighbour + static_cast<Index>(its));
  std::vector<Index> numbers(same.size());
  for (Index i = 0; i < same.size(); ++i) {
    if (root(i) != i) continue;
    numbers[i] = static_cast<Index>(points.size());
    const auto& [x, y, z] = places[i / 8];
    const int corner = static_cast<int>(i % 8), flat = corner % 4;
    points.push_back(m_lattice.point(x + (flat == 1 || flat == 2), y + flat / 2, z + corner / 4));
  }
  for (Index cell = 0; cell < places.size(); ++cell) {
    auto& hexahedron = cells.emplace_back();
    for (Index k = 0; k < 8; ++k) hexahedron[k] = numbers[root(8 * cell + k)];
  }
}

}  // namespace sofa::geometry
