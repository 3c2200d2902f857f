// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::geometry {

/// The points around each point of a cloud that are nearer than some distance.
///
/// Points are sorted into cells as wide as the distance, so that a search looks at 27 cells. Neighbours of a point come
/// in the order of their numbers, for any number of threads. A point that is not finite has no neighbours.
class PointNeighbours {
 public:
  using Index = type::Index;
  using Vec3 = type::Vec3;

  /// Finds all pairs with |x_i - x_j| < distance; `distance` is larger than 0.
  void search(std::span<const Vec3> points, double distance);
  /// Neighbours of point i, without itself, ascending.
  std::span<const Index> of(std::size_t i) const {
    const auto& chunk = m_chunks[i / chunkSize];
    const std::size_t k = i % chunkSize;
    return {chunk.neighbours.data() + chunk.begin[k], chunk.begin[k + 1] - chunk.begin[k]};
  }

 private:
  static constexpr std::size_t chunkSize = 512;
  struct CellPoint {
    std::int64_t z, y, x;  ///< of the cell
    Index point;
    auto operator<=>(const CellPoint&) const = default;
  };
  struct Chunk {
    std::vector<std::size_t> begin;
    std::vector<Index> neighbours;
  };
  void searchChunk(std::span<const Vec3> points, double distance, std::size_t begin, std::size_t end);
  void gather(std::span<const Vec3> points, double distance, Index i, std::vector<Index>& found) const;

  std::vector<CellPoint> m_cells;  ///< sorted: points of a row of cells lie side by side
  std::vector<Chunk> m_chunks;
};

}  // namespace sofa::geometry
