// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/PointNeighbours.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "Sofa/Helper/Parallel.h"

namespace sofa::geometry {
namespace {

/// Number of the cell along one axis. Places further away than any cell can be told apart share the last one, which
/// costs time but no neighbours.
std::int64_t cellAlong(double x, double width) {
  constexpr double last = 1e15;
  return static_cast<std::int64_t>(std::clamp(std::floor(x / width), -last, last));
}

}  // namespace

void PointNeighbours::search(std::span<const Vec3> points, double distance) {
  m_cells.clear();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3& p = points[i];
    if (!p.allFinite()) continue;
    m_cells.push_back(
        {cellAlong(p.z(), distance), cellAlong(p.y(), distance), cellAlong(p.x(), distance), static_cast<Index>(i)});
  }
  std::ranges::sort(m_cells);
  m_chunks.resize((points.size() + chunkSize - 1) / chunkSize);
  helper::parallelChunks(points.size(), chunkSize,
                         [&](std::size_t begin, std::size_t end) { searchChunk(points, distance, begin, end); });
}

void PointNeighbours::searchChunk(std::span<const Vec3> points, double distance, std::size_t begin, std::size_t end) {
  Chunk& chunk = m_chunks[begin / chunkSize];
  chunk.begin.assign(1, 0);
  chunk.neighbours.clear();
  for (std::size_t i = begin; i < end; ++i) {
    const auto first = static_cast<std::ptrdiff_t>(chunk.neighbours.size());
    if (points[i].allFinite()) gather(points, distance, static_cast<Index>(i), chunk.neighbours);
    std::sort(chunk.neighbours.begin() + first, chunk.neighbours.end());
    chunk.begin.push_back(chunk.neighbours.size());
  }
}

void PointNeighbours::gather(std::span<const Vec3> points, double distance, Index i, std::vector<Index>& found) const {
  const Vec3& p = points[i];
  const std::int64_t x = cellAlong(p.x(), distance), y = cellAlong(p.y(), distance), z = cellAlong(p.z(), distance);
  const double limit = distance * distance;
  for (std::int64_t dz = -1; dz <= 1; ++dz)
    for (std::int64_t dy = -1; dy <= 1; ++dy) {
      const CellPoint first{z + dz, y + dy, x - 1, 0};
      for (auto c = std::ranges::lower_bound(m_cells, first);
           c != m_cells.end() && c->z == first.z && c->y == first.y && c->x <= x + 1; ++c)
        if (c->point != i && (points[c->point] - p).squaredNorm() < limit) found.push_back(c->point);
    }
}

}  // namespace sofa::geometry
