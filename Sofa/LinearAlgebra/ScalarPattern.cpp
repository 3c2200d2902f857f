// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/ScalarPattern.h"

namespace sofa::linearalgebra {

bool ScalarPattern::update(const BlockMatrix& a) {
  const bool changed = !m_set || m_version != a.patternVersion();
  if (changed) {
    const int b = a.blockSize();
    m_start = {0};
    m_columns.clear();
    m_from.clear();
    m_columns.reserve(a.values().size());
    m_from.reserve(a.values().size());
    for (int i = 0; i < a.blockRows(); ++i)
      for (int r = 0; r < b; ++r) {
        for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
          for (int c = 0; c < b; ++c) {
            m_columns.push_back(a.columnIndices()[k] * b + c);
            m_from.push_back(static_cast<std::size_t>(k) * b * b + c * b + r);
          }
        m_start.push_back(static_cast<int>(m_columns.size()));
      }
    m_values.resize(m_from.size());
    m_version = a.patternVersion();
    m_set = true;
  }
  const auto values = a.values();
  for (std::size_t k = 0; k < m_from.size(); ++k) m_values[k] = values[m_from[k]];
  return changed;
}

}  // namespace sofa::linearalgebra
