// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/SparseGrid.h"

#include <cmath>
#include <limits>
#include <optional>

#include "Sofa/Geometry/TriangleCube.h"

namespace sofa::geometry {
namespace {

using type::Index;
using type::Vec3;

template <class F>
void forAllCells(const CellKinds& cells, const F& f) {
  forEachCell({0, 0, 0}, {cells.size(0) - 1, cells.size(1) - 1, cells.size(2) - 1}, f);
}

/// The cell that holds p.
std::optional<GridCell> cellAt(const RegularGrid& lattice, const Vec3& p) {
  const auto [cell, fractions] = lattice.locate(p);
  if (fractions.minCoeff() < 0 || fractions.maxCoeff() >= 1) return {};
  return cell;
}

/// A triangle in the frame in which a cell is the cube from -0.5 to 0.5.
std::array<Vec3f, 3> inCell(const RegularGrid& lattice, const GridCell& c, const std::array<Vec3, 3>& triangle) {
  const Vec3 low = lattice.point(c[0], c[1], c[2]), high = lattice.point(c[0] + 1, c[1] + 1, c[2] + 1);
  const Vec3 centre = (low + high) / 2, extent = high - low;
  std::array<Vec3f, 3> result;
  for (std::size_t k = 0; k < 3; ++k) result[k] = (triangle[k] - centre).cwiseQuotient(extent).cast<float>();
  return result;
}

void markTriangle(CellKinds& cells, const std::array<Vec3, 3>& triangle, const std::array<GridCell, 3>& at) {
  if (at[0] == at[1] && at[1] == at[2] && cells[at[0]] == CellKind::boundary) return;
  GridCell first = at[0], last = at[0];
  for (const GridCell& c : at)
    for (std::size_t a = 0; a < 3; ++a) {
      first[a] = std::min(first[a], c[a]);
      last[a] = std::max(last[a], c[a]);
    }
  forEachCell(first, last, [&](const GridCell& c) {
    if (cells[c] != CellKind::boundary && touchesUnitCube(inCell(cells.lattice, c, triangle)))
      cells[c] = CellKind::boundary;
  });
}

/// What can be reached from the rim without crossing the boundary is outside.
void floodFromTheRim(CellKinds& cells) {
  std::vector<GridCell> open;
  const auto enter = [&](const GridCell& c) {
    if (!cells.has(c) || cells[c] != CellKind::inside) return;
    cells[c] = CellKind::outside;
    open.push_back(c);
  };
  forAllCells(cells, [&](const GridCell& c) {
    for (int a = 0; a < 3; ++a)
      if (c[std::size_t(a)] == 0 || c[std::size_t(a)] == cells.size(a) - 1) enter(c);
  });
  while (!open.empty()) {
    const GridCell c = open.back();
    open.pop_back();
    for (std::size_t a = 0; a < 3; ++a)
      for (const int step : {-1, 1}) {
        GridCell next = c;
        next[a] += step;
        enter(next);
      }
  }
}

}  // namespace

CellKinds::CellKinds(const RegularGrid& grid, CellKind kind) : lattice(grid) {
  kinds.assign(std::size_t(size(0)) * std::size_t(size(1)) * std::size_t(size(2)), kind);
}

bool CellKinds::has(const GridCell& c) const {
  for (int a = 0; a < 3; ++a)
    if (c[std::size_t(a)] < 0 || c[std::size_t(a)] >= size(a)) return false;
  return true;
}

CellKinds cellKinds(const RegularGrid& lattice, std::span<const Vec3> vertices,
                    std::span<const std::vector<Index>> polygons) {
  CellKinds cells(lattice);
  std::vector<GridCell> at;
  for (const Vec3& x : vertices) {
    at.push_back(lattice.locate(x).cell);
    if (const auto within = cellAt(lattice, x)) cells[*within] = CellKind::boundary;
  }
  for (const auto& polygon : polygons)
    for (std::size_t j = 2; j < polygon.size(); ++j) {
      const Index a = polygon[0], b = polygon[j - 1], c = polygon[j];
      markTriangle(cells, {vertices[a], vertices[b], vertices[c]}, {at[a], at[b], at[c]});
    }
  floodFromTheRim(cells);
  return cells;
}

SparseGrid::SparseGrid(CellKinds k, bool onlyInside, float boundaryFilling) : kinds(std::move(k)) {
  keepAll(onlyInside, [&](std::size_t cell) {
    const float share = kinds.kinds[cell] == CellKind::boundary ? boundaryFilling : 1;
    return CellFilling{share, share};
  });
}

SparseGrid::SparseGrid(CellKinds k, bool onlyInside, std::span<const CellFilling> shares) : kinds(std::move(k)) {
  keepAll(onlyInside, [&](std::size_t cell) { return shares[cell]; });
}

template <class Share>
void SparseGrid::keepAll(bool onlyInside, const Share& shareOf) {
  for (const CellKind kind : {CellKind::boundary, CellKind::inside}) {
    if (kind == CellKind::boundary && onlyInside) continue;
    for (int z = 0; z < kinds.size(2); ++z)
      for (int y = 0; y < kinds.size(1); ++y)
        for (int x = 0; x < kinds.size(0); ++x)
          if (kinds[{x, y, z}] == kind) keep({x, y, z}, shareOf(kinds.number({x, y, z})));
  }
  for (const CellFilling& share : filling) parts.push_back(share.stiffness);
  number();
}

SparseGrid SparseGrid::coarser() const {
  RegularGrid lattice = kinds.lattice;
  for (std::size_t a = 0; a < 3; ++a) {
    lattice.n[a] = lattice.n[a] / 2 + 1;
    lattice.step[a] *= 2;
  }
  SparseGrid coarse(CellKinds(lattice, CellKind::outside));
  coarse.levels = levels + 1;
  forAllCells(coarse.kinds, [&](const GridCell& c) {
    int count = 0, inside = 0;
    CellFilling share{0, 0};
    for (int child = 0; child < 8; ++child) {
      const GridCell fine{2 * c[0] + (child & 1), 2 * c[1] + (child >> 1 & 1), 2 * c[2] + (child >> 2)};
      const Index kept = kinds.has(fine) ? keptNumber[kinds.number(fine)] : type::invalidIndex;
      if (kept == type::invalidIndex) continue;
      ++count;
      inside += kinds[fine] == CellKind::inside;
      share += filling[kept];
      coarse.addParts(coarse.places.size(), fine, partsOf(kept));
    }
    if (count == 0) return;
    coarse.kinds[c] = inside == 8 ? CellKind::inside : CellKind::boundary;
    coarse.keep(c, share / 8);
  });
  coarse.number();
  return coarse;
}

void GridCells::keep(const GridCell& cell, const CellFilling& share) {
  places.push_back(cell);
  filling.push_back(share);
}

void GridCells::addParts(std::size_t cell, const GridCell& place, std::span<const float> ofHalf) {
  parts.resize(std::max(parts.size(), (cell + 1) * partCount()), 0);
  const std::size_t octant = (place[0] & 1) | (place[1] & 1) << 1 | (place[2] & 1) << 2;
  float* to = parts.data() + cell * partCount() + octant * ofHalf.size();
  for (const float part : ofHalf) *to++ += part;
}

void SparseGrid::number() {
  const RegularGrid& lattice = kinds.lattice;
  keptNumber.assign(kinds.kinds.size(), type::invalidIndex);
  std::vector<Index> pointNumber(std::size_t(lattice.n[0]) * std::size_t(lattice.n[1]) * std::size_t(lattice.n[2]),
                                 type::invalidIndex);
  for (const GridCell& place : places)
    for (const Index corner : lattice.cellPoints(place)) pointNumber[corner] = 0;
  for (int x = 0; x < lattice.n[0]; ++x)
    for (int y = 0; y < lattice.n[1]; ++y)
      for (int z = 0; z < lattice.n[2]; ++z)
        if (Index& point = pointNumber[lattice.pointIndex(x, y, z)]; point != type::invalidIndex) {
          point = static_cast<Index>(points.size());
          points.push_back(lattice.point(x, y, z));
        }
  for (const GridCell& place : places) {
    keptNumber[kinds.number(place)] = static_cast<Index>(cells.size());
    auto& cell = cells.emplace_back(lattice.cellPoints(place));
    for (Index& corner : cell) corner = pointNumber[corner];
  }
}

Index SparseGrid::cellNear(const Vec3& p) const {
  const auto within = cellAt(kinds.lattice, p);
  if (within && keptNumber[kinds.number(*within)] != type::invalidIndex) return keptNumber[kinds.number(*within)];
  Index nearest = 0;
  float least = std::numeric_limits<float>::max();
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (kinds[places[i]] != CellKind::boundary) continue;
    const Vec3 centre = (points[cells[i][0]] + points[cells[i][6]]) / 2;
    if (const auto distance = static_cast<float>((p - centre).norm()); distance < least) {
      least = distance;
      nearest = static_cast<Index>(i);
    }
  }
  return nearest;
}

GridCells::Location GridCells::locationIn(Index cell, const Vec3& p) const {
  const Vec3& low = points[cells[cell][0]];
  return {cell, (p - low).cwiseQuotient(points[cells[cell][6]] - low)};
}

}  // namespace sofa::geometry
