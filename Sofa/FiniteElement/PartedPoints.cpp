// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/PartedPoints.h"

namespace sofa::fem {

void PartedPoints::clear(std::size_t pointCount) {
  m_pointCount = pointCount;
  m_points.clear();
  m_first.assign(1, 0);
}

void PartedPoints::addPart(std::span<const Index> points) {
  m_points.insert(m_points.end(), points.begin(), points.end());
  m_first.push_back(m_points.size());
}

void PartedPoints::finish() {
  std::vector<unsigned> count(m_pointCount, 0);
  for (const Index n : m_points) ++count[n];
  m_shared.clear();
  m_sharedStart.assign(1, 0);
  std::vector<unsigned> next(m_pointCount, 0);
  for (Index n = 0; n < m_pointCount; ++n)
    if (count[n] > 1) {
      m_shared.push_back(n);
      next[n] = m_sharedStart.back();
      m_sharedStart.push_back(next[n] + count[n]);
    }
  m_isShared.resize(m_points.size());
  m_sharedRows.resize(m_sharedStart.back());
  m_firstShared.assign(1, 0);
  for (std::size_t part = 0, row = 0; part < partCount(); ++part) {
    for (std::size_t entry = m_first[part]; entry < m_first[part + 1]; ++entry) {
      const Index n = m_points[entry];
      m_isShared[entry] = count[n] > 1;
      if (count[n] > 1) m_sharedRows[next[n]++] = static_cast<unsigned>(row++);
    }
    m_firstShared.push_back(row);
  }
}

}  // namespace sofa::fem
