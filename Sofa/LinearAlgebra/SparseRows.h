// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

namespace sofa::linearalgebra {

/// Some sparse rows over the unknowns of a system, e.g. the directions of constraints, in compressed form.
struct SparseRows {
  std::vector<int> start{0};  ///< rows + 1 entries: where the entries of each row begin
  std::vector<int> columns;   ///< unknown of each entry; a row may name one twice, the values then add
  std::vector<double> values;

  int rows() const { return static_cast<int>(start.size()) - 1; }
  void clear() {
    start.assign(1, 0);
    columns.clear();
    values.clear();
  }
  /// Adds to the row that endRow() closes.
  void add(int column, double value) {
    columns.push_back(column);
    values.push_back(value);
  }
  void endRow() { start.push_back(static_cast<int>(columns.size())); }
};

}  // namespace sofa::linearalgebra
