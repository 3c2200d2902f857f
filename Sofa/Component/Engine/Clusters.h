// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Type/Vec.h"

/// Points of a mesh shared out among some of them, the seeds: each belongs to the nearest one.
namespace sofa::component::engine {

/// Distances between points: along the edges of a mesh, or straight where there are no edges.
class PointDistances {
 public:
  PointDistances(const std::vector<type::Vec3>& points, const std::vector<type::Edge>& edges);

  const std::vector<std::vector<type::Index>>& neighbours() const { return m_neighbours; }

  /// Where points are nearest to `seed`, of number `number`, notes that in `owner`, and the distance. Both start as
  /// invalidIndex and the largest number.
  void add(type::Index seed, type::Index number, std::vector<double>& distance, std::vector<type::Index>& owner) const;

 private:
  const std::vector<type::Vec3>& m_points;
  bool m_alongEdges;
  std::vector<std::vector<type::Index>> m_neighbours;
};

/// Seeds and the number of the seed of each point.
struct SeededCells {
  std::vector<type::Index> seeds;
  std::vector<type::Index> owner;
  std::vector<double> distance;
};

/// The cells of these seeds.
SeededCells cellsOf(const PointDistances& distances, std::size_t pointCount, std::vector<type::Index> seeds);
/// `count` seeds, each the point farthest from those before; the first is point 0.
SeededCells farthestSeeds(const PointDistances& distances, std::size_t pointCount, std::size_t count);

}  // namespace sofa::component::engine
