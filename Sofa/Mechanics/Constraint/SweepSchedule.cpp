// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Mechanics/Constraint/SweepSchedule.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace sofa::mechanics {

namespace {
constexpr int noBlock = -1;
}

void SweepSchedule::plan(const Uses& uses, int workers) {
  constexpr std::size_t enough = 64;  // blocks of a worker
  const std::size_t most = std::max<std::size_t>(uses.blockCount() / enough, 1);
  m_workerCount = std::min(static_cast<std::size_t>(workers), most);
  if (m_workerCount > m_workerRoom) {
    m_workers = std::make_unique<Worker[]>(m_workerCount);
    m_workerRoom = m_workerCount;
  }
  findLevels(uses);
  findOwners(uses);
  placeBlocks();
  findStops(uses);
}

/// Blocks that come one after the other on the same points share a level: they stay together, and so do their points in
/// memory. One worker takes block after block.
void SweepSchedule::findLevels(const Uses& uses) {
  m_levels.assign(uses.blockCount(), 0);
  m_levelCount = 1;
  if (m_workerCount == 1) return;
  m_lastOf.assign(uses.pointCount, noBlock);
  for (std::size_t b = 0; b < m_levels.size(); ++b) {
    const auto points = uses.of(b);
    if (b > 0 && std::ranges::equal(points, uses.of(b - 1))) {
      m_levels[b] = m_levels[b - 1];
      continue;
    }
    int level = 0;
    for (const int point : points) level = std::max(level, m_lastOf[point] + 1);
    for (const int point : points) m_lastOf[point] = level;
    m_levels[b] = level;
    m_levelCount = std::max(m_levelCount, level + 1);
  }
}

/// Appends to the walk all points that hang together with one, breadth first.
void SweepSchedule::spread(const Uses& uses, int from) {
  std::size_t at = m_walk.size();
  m_walk.push_back(from);
  m_isSeen[from] = true;
  for (; at < m_walk.size(); ++at)
    for (int k = m_blockBegins[m_walk[at]]; k < m_blockBegins[m_walk[at] + 1]; ++k)
      for (const int point : uses.of(m_blocksOf[k]))
        if (!m_isSeen[point]) {
          m_isSeen[point] = true;
          m_walk.push_back(point);
        }
}

/// Every worker gets about as many blocks, along a walk from one end of what hangs together to the other: few blocks
/// then lie between the points of two workers.
void SweepSchedule::findOwners(const Uses& uses) {
  m_owners.assign(uses.blockCount(), 0);
  if (m_workerCount == 1) return;
  m_blockBegins.assign(uses.pointCount + 2, 0);
  for (const int point : uses.points) ++m_blockBegins[point + 2];
  std::partial_sum(m_blockBegins.begin(), m_blockBegins.end(), m_blockBegins.begin());
  m_blocksOf.resize(uses.points.size());
  for (std::size_t b = 0; b < uses.blockCount(); ++b)
    for (const int point : uses.of(b)) m_blocksOf[m_blockBegins[point + 1]++] = static_cast<int>(b);

  m_isSeen.assign(uses.pointCount, false);
  m_walk.clear();
  for (std::size_t point = 0; point < uses.pointCount; ++point) {
    if (m_isSeen[point]) continue;
    const std::size_t begin = m_walk.size();
    spread(uses, static_cast<int>(point));
    const int end = m_walk.back();
    for (std::size_t k = begin; k < m_walk.size(); ++k) m_isSeen[m_walk[k]] = false;
    m_walk.resize(begin);
    spread(uses, end);
  }
  m_ownerOfPoint.resize(uses.pointCount);
  std::size_t before = 0;
  for (const int point : m_walk) {
    m_ownerOfPoint[point] = static_cast<int>(before * m_workerCount / std::max<std::size_t>(uses.points.size(), 1));
    before += static_cast<std::size_t>(m_blockBegins[point + 1] - m_blockBegins[point]);
  }
  for (std::size_t b = 0; b < m_owners.size(); ++b)
    if (!uses.of(b).empty()) m_owners[b] = m_ownerOfPoint[uses.of(b).front()];
}

void SweepSchedule::placeBlocks() {
  const std::size_t blocks = m_owners.size();
  m_counts.assign(m_workerCount * static_cast<std::size_t>(m_levelCount) + 1, 0);
  const auto slot = [&](std::size_t b) { return m_owners[b] * m_levelCount + m_levels[b]; };
  for (std::size_t b = 0; b < blocks; ++b) ++m_counts[slot(b) + 1];
  std::partial_sum(m_counts.begin(), m_counts.end(), m_counts.begin());
  for (std::size_t w = 0; w < m_workerCount; ++w) {
    m_workers[w].begin = m_counts[w * static_cast<std::size_t>(m_levelCount)];
    m_workers[w].end = m_counts[(w + 1) * static_cast<std::size_t>(m_levelCount)];
  }
  m_order.resize(blocks);
  m_places.resize(blocks);
  for (std::size_t b = 0; b < blocks; ++b) {
    m_places[b] = m_counts[slot(b)]++;
    m_order[m_places[b]] = static_cast<int>(b);
  }
}

void SweepSchedule::findStops(const Uses& uses) {
  for (std::size_t w = 0; w < m_workerCount; ++w) m_workers[w].stops.clear();
  if (m_workerCount > 1) {
    m_lastOf.assign(uses.pointCount, noBlock);
    for (std::size_t b = 0; b < uses.blockCount(); ++b)
      for (const int point : uses.of(b)) {
        const int last = std::exchange(m_lastOf[point], static_cast<int>(b));
        if (last == noBlock || m_owners[last] == m_owners[b]) continue;
        m_workers[m_owners[b]].stops.push_back(
            {m_places[b], static_cast<std::size_t>(m_owners[last]), m_places[last] + 1});
      }
  }
  for (std::size_t w = 0; w < m_workerCount; ++w) {
    auto& stops = m_workers[w].stops;
    std::ranges::sort(stops, {}, &Stop::place);
    stops.push_back({std::numeric_limits<int>::max(), 0, 0});  // no place comes to it
  }
}

}  // namespace sofa::mechanics
