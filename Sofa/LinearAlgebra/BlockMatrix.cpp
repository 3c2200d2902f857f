// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/BlockMatrix.h"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "Sofa/Helper/PackedBlock.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::linearalgebra {

void BlockMatrix::setPattern(int blockSize, std::vector<int> rowStart, std::vector<int> columns, int blockColumns) {
  static std::atomic<std::size_t> versions = 0;
  if (m_patternVersion != 0 && blockSize == m_blockSize && blockColumns == m_blockColumns && rowStart == m_rowStart &&
      columns == m_columns)
    return setZero();  // what was derived from the pattern holds
  m_blockSize = blockSize;
  m_blockColumns = blockColumns;
  m_rowStart = std::move(rowStart);
  m_columns = std::move(columns);
  m_values.assign(m_columns.size() * blockLength(), 0.0);
  m_patternVersion = ++versions;
}

std::size_t BlockMatrix::find(int blockRow, int blockColumn) const {
  if (blockRow < 0 || blockRow >= blockRows()) return notStored;
  const auto first = m_columns.begin() + m_rowStart[blockRow], last = m_columns.begin() + m_rowStart[blockRow + 1];
  const auto it = std::lower_bound(first, last, blockColumn);
  return it != last && *it == blockColumn ? static_cast<std::size_t>(it - m_columns.begin()) : notStored;
}

double BlockMatrix::value(int row, int column) const {
  const std::size_t k = find(row / m_blockSize, column / m_blockSize);
  return k == notStored ? 0.0 : block(k)[(column % m_blockSize) * m_blockSize + row % m_blockSize];
}

void BlockMatrix::setZero() {
  helper::parallelChunks(m_values.size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
    std::fill(m_values.begin() + begin, m_values.begin() + end, 0.0);
  });
}

namespace {

/// y = A x for the rows [begin, end), with the block size known to the compiler.
template <int B>
void multiplyRows(const BlockMatrix& a, const double* x, double* y, std::size_t begin, std::size_t end) {
  using Block = Eigen::Map<const Eigen::Matrix<double, B, B>>;
  using In = Eigen::Map<const Eigen::Matrix<double, B, 1>>;
  const int* start = a.rowStart().data();
  const int* column = a.columnIndices().data();
  const double* values = a.values().data();
  for (std::size_t i = begin; i < end; ++i) {
    Eigen::Matrix<double, B, 1> sum = Eigen::Matrix<double, B, 1>::Zero();
    for (int k = start[i]; k < start[i + 1]; ++k)
      sum.noalias() += Block(values + std::size_t(k) * B * B) * In(x + std::size_t(column[k]) * B);
    Eigen::Map<Eigen::Matrix<double, B, 1>>(y + i * B) = sum;
  }
}

#if defined(__AVX512F__)
/// Blocks of 3x3: eight of the nine products in one register, summed for even and odd blocks apart so that additions do
/// not wait for each other.
template <>
void multiplyRows<3>(const BlockMatrix& a, const double* x, double* y, std::size_t begin, std::size_t end) {
  const int* start = a.rowStart().data();
  const int* column = a.columnIndices().data();
  const double* values = a.values().data();
  const auto add = [&](int k, helper::Pack& head, double& tail) {
    const double *block = values + std::size_t(k) * 9, *in = x + std::size_t(column[k]) * 3;
    // The fourth lane is masked: it may lie behind the vector.
    const helper::Row v = _mm256_maskz_loadu_pd(0b111, in);
    head += helper::load(block) * __builtin_shufflevector(v, v, 0, 0, 0, 1, 1, 1, 2, 2);
    tail += block[8] * in[2];
  };
  for (std::size_t i = begin; i < end; ++i) {
    helper::Pack even{}, odd{};
    double evenTail = 0, oddTail = 0;
    int k = start[i];
    for (; k + 1 < start[i + 1]; k += 2) {
      add(k, even, evenTail);
      add(k + 1, odd, oddTail);
    }
    if (k < start[i + 1]) add(k, even, evenTail);
    const helper::Pack s = even + odd;
    y[3 * i] = s[0] + s[3] + s[6];
    y[3 * i + 1] = s[1] + s[4] + s[7];
    y[3 * i + 2] = s[2] + s[5] + (evenTail + oddTail);
  }
}
#endif

}  // namespace

void BlockMatrix::multiply(std::span<const double> x, std::span<double> y) const {
  helper::parallelChunks(blockRows(), 2048, [&](std::size_t begin, std::size_t end) {
    switch (m_blockSize) {
      case 1:
        return multiplyRows<1>(*this, x.data(), y.data(), begin, end);
      case 2:
        return multiplyRows<2>(*this, x.data(), y.data(), begin, end);
      case 3:
        return multiplyRows<3>(*this, x.data(), y.data(), begin, end);
      case 6:
        return multiplyRows<6>(*this, x.data(), y.data(), begin, end);
      default:
        throw std::logic_error("BlockMatrix: block size must be 1, 2, 3 or 6");
    }
  });
}

DenseMatrix BlockMatrix::dense() const {
  DenseMatrix result = DenseMatrix::Zero(rows(), columns());
  for (int i = 0; i < blockRows(); ++i)
    for (int k = m_rowStart[i]; k < m_rowStart[i + 1]; ++k)
      result.block(i * m_blockSize, m_columns[k] * m_blockSize, m_blockSize, m_blockSize) =
          Eigen::Map<const DenseMatrix>(block(k), m_blockSize, m_blockSize);
  return result;
}

}  // namespace sofa::linearalgebra
