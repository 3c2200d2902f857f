// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "Sofa/Type/EigenView.h"

/// Sparse block matrices, their products, orderings and factorisations. Knows no scene.
namespace sofa::linearalgebra {

using Vector = Eigen::VectorXd;
using DenseMatrix = Eigen::MatrixXd;

/// Sparse matrix of square blocks (1x1, 2x2, 3x3 or 6x6 reals) in compressed rows.
///
/// The blocks of a row have ascending columns; a block is stored column by column, so that an Eigen matrix of the same
/// size adds to it as it lies. The pattern is set once and values are then written in place.
class BlockMatrix {
 public:
  BlockMatrix() = default;
  /// rowStart: block rows + 1 entries; columns: ascending in each row, below blockColumns. All values become zero.
  void setPattern(int blockSize, std::vector<int> rowStart, std::vector<int> columns, int blockColumns);

  int blockSize() const { return m_blockSize; }
  int blockRows() const { return m_rowStart.empty() ? 0 : static_cast<int>(m_rowStart.size()) - 1; }
  int blockColumns() const { return m_blockColumns; }
  int rows() const { return blockRows() * m_blockSize; }
  int columns() const { return m_blockColumns * m_blockSize; }
  std::size_t blockCount() const { return m_columns.size(); }
  /// Changes whenever the pattern does; never 0 for a matrix that has one, and never the same for two patterns.
  std::size_t patternVersion() const { return m_patternVersion; }

  std::span<const int> rowStart() const { return m_rowStart; }
  std::span<const int> columnIndices() const { return m_columns; }
  std::span<const double> values() const { return m_values; }
  std::span<double> values() { return m_values; }
  const double* block(std::size_t k) const { return m_values.data() + k * blockLength(); }
  double* block(std::size_t k) { return m_values.data() + k * blockLength(); }
  int blockLength() const { return m_blockSize * m_blockSize; }

  static constexpr std::size_t notStored = ~std::size_t{0};
  /// Number of the block at (row, column), or notStored.
  std::size_t find(int blockRow, int blockColumn) const;
  /// The real at (row, column); 0 where nothing is stored.
  double value(int row, int column) const;

  void setZero();
  /// y = A x, rows in parallel; the same bits for any number of threads.
  void multiply(std::span<const double> x, std::span<double> y) const;
  DenseMatrix dense() const;

 private:
  int m_blockSize = 1;
  int m_blockColumns = 0;
  std::size_t m_patternVersion = 0;
  std::vector<int> m_rowStart;
  std::vector<int> m_columns;
  std::vector<double> m_values;
};

}  // namespace sofa::linearalgebra
