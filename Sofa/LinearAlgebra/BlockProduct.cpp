// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/BlockProduct.h"

#include <algorithm>
#include <numeric>

#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/BlockSize.h"

namespace sofa::linearalgebra {
namespace {

void checkShapes(const BlockMatrix& a, const BlockMatrix& b) {
  if (a.blockSize() != b.blockSize() || a.blockColumns() != b.blockRows())
    throw std::invalid_argument("BlockProduct: the columns and blocks of A must be as the rows and blocks of B");
}

template <int B>
void addRows(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c, int rowOffset, int columnOffset, double factor,
             std::size_t begin, std::size_t end) {
  const int *aStart = a.rowStart().data(), *bStart = b.rowStart().data(), *cStart = c.rowStart().data() + rowOffset;
  const int *aColumn = a.columnIndices().data(), *bColumn = b.columnIndices().data(),
            *cColumn = c.columnIndices().data();
  // Where the blocks of the present row of C lie. What earlier rows left is never read: all a row needs is set first.
  thread_local std::vector<int> place;
  if (place.size() < static_cast<std::size_t>(c.blockColumns())) place.resize(c.blockColumns());
  for (std::size_t i = begin; i < end; ++i) {
    if (aStart[i] == aStart[i + 1]) continue;
    for (int q = cStart[i]; q < cStart[i + 1]; ++q) place[cColumn[q]] = q;
    for (int p = aStart[i]; p < aStart[i + 1]; ++p) {
      const Block<B> left = factor * ConstBlockMap<B>(a.block(p));
      const int k = aColumn[p];
      for (int q = bStart[k]; q < bStart[k + 1]; ++q)
        BlockMap<B>(c.block(place[bColumn[q] + columnOffset])) += left.lazyProduct(ConstBlockMap<B>(b.block(q)));
    }
  }
}

}  // namespace

std::vector<std::pair<int, int>> productBlocks(const BlockMatrix& a, const BlockMatrix& b) {
  checkShapes(a, b);
  std::vector<std::pair<int, int>> blocks;
  std::vector<int> lastRow(b.blockColumns(), -1);
  for (int i = 0; i < a.blockRows(); ++i)
    for (int p = a.rowStart()[i]; p < a.rowStart()[i + 1]; ++p) {
      const int k = a.columnIndices()[p];
      for (int q = b.rowStart()[k]; q < b.rowStart()[k + 1]; ++q)
        if (const int j = b.columnIndices()[q]; std::exchange(lastRow[j], i) != i) blocks.emplace_back(i, j);
    }
  return blocks;
}

std::vector<std::pair<int, int>> blocksOf(const BlockMatrix& a) {
  std::vector<std::pair<int, int>> blocks;
  for (int i = 0; i < a.blockRows(); ++i)
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k) blocks.emplace_back(i, a.columnIndices()[k]);
  return blocks;
}

void joinBlocks(std::vector<std::pair<int, int>>& blocks, int ratio) {
  if (ratio == 1) return;
  for (auto& [row, column] : blocks) {
    row /= ratio;
    column /= ratio;
  }
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
}

void setPattern(BlockMatrix& matrix, int blockSize, int blockRows, int blockColumns,
                std::span<const std::pair<int, int>> blocks) {
  std::vector<int> start(blockRows + 1, 0), columns(blocks.size());
  for (const auto& block : blocks) ++start[block.first + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  auto next = start;
  for (const auto& [row, column] : blocks) columns[next[row]++] = column;
  for (int i = 0; i < blockRows; ++i) std::sort(columns.begin() + start[i], columns.begin() + start[i + 1]);
  matrix.setPattern(blockSize, std::move(start), std::move(columns), blockColumns);
}

void addProduct(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c, int rowOffset, int columnOffset,
                double factor) {
  withBlockSize(a.blockSize(), [&](auto size) {
    helper::parallelChunks(a.blockRows(), 256, [&](std::size_t begin, std::size_t end) {
      addRows<size()>(a, b, c, rowOffset, columnOffset, factor, begin, end);
    });
  });
}

namespace {

/// addMatrix() for blocks of which ratio x ratio make one of C.
void addSmallBlocks(const BlockMatrix& a, BlockMatrix& c, int rowOffset, int columnOffset) {
  const auto start = a.rowStart(), columns = a.columnIndices(), to = c.columnIndices();
  const int size = a.blockSize(), stride = c.blockSize(), ratio = stride / size;
  helper::parallelChunks(a.blockRows() / ratio, 1024, [&](std::size_t begin, std::size_t end) {
    for (int i = static_cast<int>(begin) * ratio; i < static_cast<int>(end) * ratio; ++i) {
      int q = c.rowStart()[i / ratio + rowOffset];
      for (int k = start[i]; k < start[i + 1]; ++k) {
        while (to[q] != columns[k] / ratio + columnOffset) ++q;
        double* const block = c.block(q) + (columns[k] % ratio) * size * stride + (i % ratio) * size;
        for (int column = 0; column < size; ++column)
          for (int row = 0; row < size; ++row) block[column * stride + row] += a.block(k)[column * size + row];
      }
    }
  });
}

}  // namespace

void addMatrix(const BlockMatrix& a, BlockMatrix& c, int rowOffset, int columnOffset) {
  if (a.blockSize() != c.blockSize()) return addSmallBlocks(a, c, rowOffset, columnOffset);
  const auto start = a.rowStart(), columns = a.columnIndices(), to = c.columnIndices();
  const int length = a.blockLength();
  helper::parallelChunks(a.blockRows(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      int q = c.rowStart()[i + rowOffset];
      for (int k = start[i]; k < start[i + 1]; ++k) {
        while (to[q] != columns[k] + columnOffset) ++q;
        for (int j = 0; j < length; ++j) c.block(q)[j] += a.block(k)[j];
      }
    }
  });
}

void BlockProduct::compute(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c) {
  const bool known = m_versions[0] == a.patternVersion() && m_versions[1] == b.patternVersion() &&
                     m_versions[2] == c.patternVersion() && c.patternVersion() != 0;
  if (known) {
    c.setZero();
  } else {
    setPattern(c, a.blockSize(), a.blockRows(), b.blockColumns(), productBlocks(a, b));
    m_versions[0] = a.patternVersion();
    m_versions[1] = b.patternVersion();
    m_versions[2] = c.patternVersion();
  }
  addProduct(a, b, c);
}

void BlockTranspose::compute(const BlockMatrix& a, BlockMatrix& transposed) {
  const int n = a.blockRows();
  if (m_version != a.patternVersion() || m_resultVersion != transposed.patternVersion() || m_resultVersion == 0) {
    std::vector<int> start(a.blockColumns() + 1, 0), columns(a.blockCount());
    m_from.resize(a.blockCount());
    for (int j : a.columnIndices()) ++start[j + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<int> next(start.begin(), start.end() - 1);
    for (int i = 0; i < n; ++i)
      for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k) {
        const int to = next[a.columnIndices()[k]]++;
        columns[to] = i;
        m_from[to] = k;
      }
    transposed.setPattern(a.blockSize(), std::move(start), std::move(columns), n);
    m_version = a.patternVersion();
    m_resultVersion = transposed.patternVersion();
  }
  withBlockSize(a.blockSize(), [&](auto size) {
    constexpr int B = size();
    helper::parallelChunks(m_from.size(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        BlockMap<B>(transposed.block(k)) = ConstBlockMap<B>(a.block(m_from[k])).transpose();
    });
  });
}

void CongruenceProduct::compute(const BlockMatrix& j, const BlockMatrix& k, BlockMatrix& c) {
  m_transpose.compute(j, m_transposed);
  m_first.compute(k, j, m_right);
  m_second.compute(m_transposed, m_right, c);
}

}  // namespace sofa::linearalgebra
