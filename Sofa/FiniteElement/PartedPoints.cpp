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
  std::vector<unsigned> count(m_pointCount + 1, 0);
  for (Index n : m_points) ++count[n];
  m_used.clear();
  m_usedStart.assign(1, 0);
  std::vector<unsigned> next(m_pointCount, 0);
  for (Index n = 0; n < m_pointCount; ++n)
    if (count[n] > 0) {
      m_used.push_back(n);
      next[n] = m_usedStart.back();
      m_usedStart.push_back(next[n] + count[n]);
    }
  m_usedRows.resize(m_points.size());
  for (std::size_t entry = 0; entry < m_points.size(); ++entry)
    m_usedRows[next[m_points[entry]]++] = static_cast<unsigned>(entry);
}

}  // namespace sofa::fem
