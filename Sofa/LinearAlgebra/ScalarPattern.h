// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::linearalgebra {

/// A block matrix by scalars in compressed rows, for libraries that know no blocks. The pattern and the place of every
/// value are found once per pattern.
class ScalarPattern {
 public:
  /// True if the pattern changed.
  bool update(const BlockMatrix& a);
  int size() const { return static_cast<int>(m_start.size()) - 1; }
  std::span<const int> start() const { return m_start; }
  std::span<const int> columns() const { return m_columns; }
  std::span<const double> values() const { return m_values; }

 private:
  std::size_t m_version = 0;
  bool m_set = false;
  std::vector<int> m_start{0}, m_columns;
  std::vector<std::size_t> m_from;
  std::vector<double> m_values;
};

}  // namespace sofa::linearalgebra
