#include "Sofa/LinearAlgebra/BlockProduct.h"

#include <algorithm>

#include "Sofa/Helper/Parallel.h"

namespace sofa::linearalgebra {

std::vector<std::pair<int, int>> productBlocks(const BlockMatrix& a, const BlockMatrix& b) {
  std::vector<std::pair<int, int>> blocks;
  std::vector<int> lastRow(b.blockColumns(), -1);
  const auto startA = a.rowStart(), columnsA = a.columnIndices(), startB = b.rowStart(), columnsB = b.columnIndices();
  for (int i = 0; i < a.blockRows(); ++i)
    for (int k = startA[i]; k < startA[i + 1]; ++k)
      for (int l = startB[columnsA[k]]; l < startB[columnsA[k] + 1]; ++l)
        if (std::exchange(lastRow[columnsB[l]], i) != i) blocks.emplace_back(i, columnsB[l]);
  return blocks;
}

namespace {

template <int B>
void addProductRows(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& m, int rowOffset, int columnOffset,
                    double factor, std::size_t begin, std::size_t end) {
  using Block = Eigen::Matrix<double, B, B>;
  using In = Eigen::Map<const Block>;
  const int* startM = m.rowStart().data();
  const int* columnsM = m.columnIndices().data();
  const int* startA = a.rowStart().data();
  const int* columnsA = a.columnIndices().data();
  const int* startB = b.rowStart().data();
  const int* columnsB = b.columnIndices().data();
  // Where the blocks of the current row of m lie; entries of earlier rows need no clearing, all that are read are set.
  thread_local std::vector<int> place;
  if (place.size() < static_cast<std::size_t>(m.blockColumns())) place.resize(m.blockColumns());
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t row = i + rowOffset;
    if (startA[i] == startA[i + 1]) continue;
    for (int k = startM[row]; k < startM[row + 1]; ++k) place[columnsM[k]] = k;
    for (int k = startA[i]; k < startA[i + 1]; ++k) {
      const Block left = factor * In(a.block(k));
      for (int l = startB[columnsA[k]]; l < startB[columnsA[k] + 1]; ++l)
        Eigen::Map<Block>(m.block(place[columnsB[l] + columnOffset])).noalias() += left * In(b.block(l));
    }
  }
}

}  // namespace

void addProduct(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& m, int rowOffset, int columnOffset,
                double factor) {
  helper::parallelChunks(a.blockRows(), 256, [&](std::size_t begin, std::size_t end) {
    const auto run = [&](auto size) {
      addProductRows<size.value>(a, b, m, rowOffset, columnOffset, factor, begin, end);
    };
    switch (a.blockSize()) {
      case 1: return run(std::integral_constant<int, 1>());
      case 2: return run(std::integral_constant<int, 2>());
      case 3: return run(std::integral_constant<int, 3>());
      default: return run(std::integral_constant<int, 6>());
    }
  });
}

void addMatrix(const BlockMatrix& a, BlockMatrix& m, int rowOffset, int columnOffset) {
  const auto start = a.rowStart(), columns = a.columnIndices();
  const int length = a.blockLength();
  helper::parallelChunks(a.blockRows(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      int to = m.rowStart()[i + rowOffset];
      for (int k = start[i]; k < start[i + 1]; ++k) {
        while (m.columnIndices()[to] != columns[k] + columnOffset) ++to;
        for (int j = 0; j < length; ++j) m.block(to)[j] += a.block(k)[j];
      }
    }
  });
}

std::vector<std::pair<int, int>> blocksOf(const BlockMatrix& a) {
  std::vector<std::pair<int, int>> blocks;
  for (int i = 0; i < a.blockRows(); ++i)
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k) blocks.emplace_back(i, a.columnIndices()[k]);
  return blocks;
}

const BlockMatrix& BlockProduct::compute(const BlockMatrix& a, const BlockMatrix& b) {
  if (m_versionA != a.patternVersion() || m_versionB != b.patternVersion()) {
    setPattern(m_result, a.blockSize(), a.blockRows(), b.blockColumns(), productBlocks(a, b));
    m_versionA = a.patternVersion();
    m_versionB = b.patternVersion();
  } else {
    m_result.setZero();
  }
  addProduct(a, b, m_result);
  return m_result;
}

const BlockMatrix& BlockTranspose::compute(const BlockMatrix& a) {
  const auto start = a.rowStart(), columns = a.columnIndices();
  if (m_version != a.patternVersion()) {
    std::vector<int> rowStart(a.blockColumns() + 1, 0), rows(a.blockCount());
    m_source.resize(a.blockCount());
    for (const int column : columns) ++rowStart[column + 1];
    for (int i = 0; i < a.blockColumns(); ++i) rowStart[i + 1] += rowStart[i];
    auto next = rowStart;
    for (int i = 0; i < a.blockRows(); ++i)
      for (int k = start[i]; k < start[i + 1]; ++k) {
        const int at = next[columns[k]]++;
        rows[at] = i;
        m_source[at] = static_cast<std::size_t>(k);
      }
    m_result.setPattern(a.blockSize(), std::move(rowStart), std::move(rows), a.blockRows());
    m_version = a.patternVersion();
  }
  const int b = a.blockSize();
  helper::parallelChunks(m_source.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const double* in = a.block(m_source[k]);
      double* out = m_result.block(k);
      for (int c = 0; c < b; ++c)
        for (int r = 0; r < b; ++r) out[c * b + r] = in[r * b + c];
    }
  });
  return m_result;
}

void setPattern(BlockMatrix& matrix, int blockSize, int blockRows, int blockColumns,
                std::span<const std::pair<int, int>> blocks) {
  std::vector<int> start(blockRows + 1, 0), columns(blocks.size());
  for (const auto& block : blocks) ++start[block.first + 1];
  for (int i = 0; i < blockRows; ++i) start[i + 1] += start[i];
  auto next = start;
  for (const auto& [row, column] : blocks) columns[next[row]++] = column;
  for (int i = 0; i < blockRows; ++i) std::sort(columns.begin() + start[i], columns.begin() + start[i + 1]);
  matrix.setPattern(blockSize, std::move(start), std::move(columns), blockColumns);
}

}  // namespace sofa::linearalgebra
