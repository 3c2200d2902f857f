// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::mechanics {

/// A column of a ComplianceMatrix while it is summed.
class ComplianceColumn {
 public:
  explicit ComplianceColumn(int size) { fit(size); }
  void fit(int size);
  /// The sum of an entry so far.
  double& operator[](int row) {
    const auto at = static_cast<std::size_t>(row);
    m_isThere[at] = m_isGroupThere[at / groupSize] = 1;
    return m_sums[at];
  }
  /// Appends rows, ascending, and sums, and makes the column empty.
  void moveTo(std::vector<int>& rows, std::vector<double>& values);

 private:
  static constexpr std::size_t groupSize = 64;
  std::vector<double> m_sums;  ///< by row; 0 where there is none
  // Bytes, so that what notes a row waits for none before it.
  std::vector<unsigned char> m_isThere, m_isGroupThere;  ///< by row; by groups of them
};

/// A sparse square matrix, columns one after another, of a size known before its entries.
class ComplianceMatrix {
 public:
  void reset(int size);
  /// Adds to an entry; finish() follows the last one. Sums are taken in the order of the calls.
  void add(int row, int column, double value) { m_terms.push_back({row, column, value}); }
  /// Has finish() call term(k, sum) for the k-th of some columns, which must stay until then, to add to it; several
  /// threads call for different columns at a time. Sums are taken in the order of these calls, and before those of
  /// add().
  void addColumns(std::span<const int> columns, std::function<void(int k, ComplianceColumn& sum)> term);
  void finish();

  int size() const { return m_size; }
  std::size_t entryCount() const { return m_rows.size(); }
  double operator()(int row, int column) const;
  /// sum over k of W(k, column) x(k), added to `start`, k ascending.
  double addColumnDot(int column, std::span<const double> x, double start) const {
    for (int k = m_begins[column]; k < m_begins[column + 1]; ++k) start += m_values[k] * x[m_rows[k]];
    return start;
  }
  /// The same for as many columns from `column` on as there are sums, to which they are added. Sums of three do not
  /// wait for each other.
  void addColumnDots(int column, std::span<const double> x, std::span<double> sums) const;
  /// visit(row, value), rows ascending.
  template <class Visit>
  void forEachOfColumn(int column, const Visit& visit) const {
    for (int k = m_begins[column]; k < m_begins[column + 1]; ++k) visit(m_rows[k], m_values[k]);
  }
  linearalgebra::DenseMatrix dense() const;
  /// The same by rows, in blocks of one real.
  linearalgebra::BlockMatrix byRows() const;

 private:
  struct Term {
    int row, column;
    double value;
  };
  struct Source {
    std::span<const int> columns;
    std::function<void(int k, ComplianceColumn& sum)> term;
  };
  /// Where columns get something from: their `index`-th term of a source, or of those added one by one.
  struct Use {
    int source, index;
  };
  /// Columns that one thread sums.
  struct Chunk {
    std::vector<int> rows, counts;
    std::vector<double> values;
  };
  void addFinished();
  void sortUses();
  void sum(Chunk& chunk, int first, int last);

  int m_size = 0;
  std::vector<Term> m_terms;  ///< what was added since the last finish()
  std::vector<Source> m_sources;
  std::vector<Use> m_uses;  ///< by columns
  std::vector<int> m_useBegins;
  std::vector<Chunk> m_chunks;
  std::vector<int> m_rows;  ///< of the entries, column by column
  std::vector<double> m_values;
  std::vector<int> m_begins;
};

}  // namespace sofa::mechanics
