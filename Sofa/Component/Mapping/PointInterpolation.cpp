// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/PointInterpolation.h"

namespace sofa::component::mapping {

void PointInterpolation::clear() {
  m_rows = {};
  m_columns = {};
}

void PointInterpolation::addPoint(std::span<const Index> inputs, std::span<const double> weights) {
  m_rows.indices.insert(m_rows.indices.end(), inputs.begin(), inputs.end());
  m_rows.weights.insert(m_rows.weights.end(), weights.begin(), weights.end());
  m_rows.begin.push_back(m_rows.indices.size());
}

void PointInterpolation::finish(std::size_t inputCount) {
  m_columns.begin.assign(inputCount + 1, 0);
  m_columns.indices.resize(m_rows.indices.size());
  m_columns.weights.resize(m_rows.indices.size());
  for (const Index j : m_rows.indices) ++m_columns.begin[j + 1];
  for (std::size_t j = 0; j < inputCount; ++j) m_columns.begin[j + 1] += m_columns.begin[j];
  std::vector<std::size_t> next(m_columns.begin.begin(), m_columns.begin.end() - 1);
  for (std::size_t i = 0; i < outputCount(); ++i)
    for (std::size_t k = m_rows.begin[i]; k < m_rows.begin[i + 1]; ++k) {
      const std::size_t place = next[m_rows.indices[k]]++;
      m_columns.indices[place] = static_cast<Index>(i);
      m_columns.weights[place] = m_rows.weights[k];
    }
}

}  // namespace sofa::component::mapping
