// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/PointEnds.h"

#include <algorithm>

namespace sofa::fem {

using type::Index;

namespace {

/// Those of some points that have most ends first, equal ones in their order.
void sortByEnds(std::span<const Index> points, std::span<const unsigned> start, std::vector<Index>& sorted) {
  const auto endCount = [&](Index p) { return start[p + 1] - start[p]; };
  unsigned most = 0;
  for (const Index p : points) most = std::max(most, endCount(p));
  std::vector<unsigned> next(most + 2, 0);
  for (const Index p : points) ++next[most - endCount(p) + 1];
  for (unsigned i = 0; i <= most; ++i) next[i + 1] += next[i];
  sorted.resize(points.size());
  for (const Index p : points) sorted[next[most - endCount(p)]++] = p;
}

}  // namespace

void PointEnds::clear() {
  m_slices.clear();
  m_others.clear();
  m_numbers.clear();
}

void PointEnds::build(std::span<const End> ends) {
  clear();
  Index size = 0;
  for (const End& end : ends) size = std::max(size, end.point + 1);
  std::vector<unsigned> start(size + 1, 0);
  for (const End& end : ends) ++start[end.point + 1];
  for (Index p = 0; p < size; ++p) start[p + 1] += start[p];
  std::vector<End> sorted(ends.size());
  std::vector<unsigned> next(start.begin(), start.end() - 1);
  for (const End& end : ends) sorted[next[end.point]++] = end;

  std::vector<Index> points;
  for (Index p = 0; p < size; ++p)
    if (start[p + 1] > start[p]) points.push_back(p);
  m_others.reserve(ends.size() / 6);  // of simdWidth lanes, some stay empty
  m_numbers.reserve(ends.size() / 6);
  constexpr std::size_t nearby = 512;
  std::vector<Index> near;
  for (std::size_t begin = 0; begin < points.size(); begin += nearby) {
    const std::span some(points.data() + begin, std::min(nearby, points.size() - begin));
    sortByEnds(some, start, near);
    for (std::size_t i = 0; i < near.size(); i += simdWidth)
      addSlice(std::span(near).subspan(i, std::min<std::size_t>(simdWidth, near.size() - i)), sorted, start);
  }
}

void PointEnds::addSlice(std::span<const Index> points, std::span<const End> sorted, std::span<const unsigned> start) {
  Slice slice;
  slice.count = static_cast<int>(points.size());
  for (std::size_t lane = 0; lane < simdWidth; ++lane) slice.point[lane] = points[std::min(lane, points.size() - 1)];
  slice.last = *std::ranges::max_element(points);
  slice.firstPack = static_cast<unsigned>(m_others.size());
  const auto endCount = [&](Index p) { return start[p + 1] - start[p]; };
  for (unsigned i = 0; i < endCount(points.front()); ++i) {
    auto& others = m_others.emplace_back();
    auto& numbers = m_numbers.emplace_back();
    for (std::size_t lane = 0; lane < simdWidth; ++lane) {
      const Index p = slice.point[lane];
      const bool exists = lane < points.size() && i < endCount(p);
      others[lane] = exists ? sorted[start[p] + i].other : others[0];
      slice.last = std::max(slice.last, others[lane]);
      numbers[lane] = exists ? sorted[start[p] + i].number : none;
    }
  }
  slice.lastPack = static_cast<unsigned>(m_others.size());
  m_slices.push_back(slice);
}

}  // namespace sofa::fem
