// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Adjoint/PointGraph.h"

#include <algorithm>

namespace sofa::simulation {
namespace {

std::vector<int> pointsOfScalars(std::span<core::BaseState* const> states) {
  std::vector<int> points;
  int point = 0;
  for (const auto* state : states)
    for (std::size_t i = 0; i < state->size(); ++i, ++point) points.insert(points.end(), state->derivSize(), point);
  return points;
}

int pointCount(std::span<core::BaseState* const> states) {
  int count = 0;
  for (const auto* state : states) count += static_cast<int>(state->size());
  return count;
}

void addOnce(std::vector<int>& list, int point) {
  if (std::ranges::find(list, point) == list.end()) list.push_back(point);
}

/// The first group for each point that no neighbour of its neighbours is in.
std::vector<std::vector<int>> groupsOf(const std::vector<std::vector<int>>& neighbours) {
  std::vector<std::vector<int>> groups;
  std::vector<int> groupOf(neighbours.size(), -1);
  std::vector<int> takenBy;  // of each group: the last point that may not join it
  for (int point = 0; point < static_cast<int>(neighbours.size()); ++point) {
    for (const int near : neighbours[point])
      for (const int far : neighbours[near])
        if (groupOf[far] >= 0) takenBy[groupOf[far]] = point;
    const auto open = std::ranges::find_if(takenBy, [&](int last) { return last != point; });
    groupOf[point] = static_cast<int>(open - takenBy.begin());
    if (open == takenBy.end()) {
      takenBy.push_back(-1);
      groups.emplace_back();
    }
    groups[groupOf[point]].push_back(point);
  }
  return groups;
}

}  // namespace

PointGraph PointGraph::dense(std::span<core::BaseState* const> states) {
  PointGraph graph;
  for (int i = 0; i < pointCount(states); ++i) graph.groups.push_back({i});
  return graph;
}

PointGraph PointGraph::of(const linearalgebra::BlockMatrix& matrix, std::span<core::BaseState* const> states) {
  const auto points = pointsOfScalars(states);
  PointGraph graph;
  graph.neighbours.resize(pointCount(states));
  for (int i = 0; i < static_cast<int>(graph.neighbours.size()); ++i) graph.neighbours[i].push_back(i);
  const auto point = [&](int scalar) { return scalar < static_cast<int>(points.size()) ? points[scalar] : -1; };
  for (int row = 0; row < matrix.blockRows(); ++row)
    for (int k = matrix.rowStart()[row]; k < matrix.rowStart()[row + 1]; ++k)
      for (int i = 0; i < matrix.blockSize(); ++i)
        for (int j = 0; j < matrix.blockSize(); ++j) {
          const int a = point(row * matrix.blockSize() + i);
          const int b = point(matrix.columnIndices()[k] * matrix.blockSize() + j);
          if (a < 0 || b < 0 || a == b) continue;
          addOnce(graph.neighbours[a], b);
          addOnce(graph.neighbours[b], a);
        }
  graph.groups = groupsOf(graph.neighbours);
  return graph;
}

}  // namespace sofa::simulation
