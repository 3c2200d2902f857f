#pragma once
#include <utility>

#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::linearalgebra {

/// Blocks of the pattern of A B.
std::vector<std::pair<int, int>> productBlocks(const BlockMatrix& a, const BlockMatrix& b);

/// m(rowOffset.., columnOffset..) += factor A B, offsets in blocks. The pattern of m must hold that of the product. Rows
/// run in parallel; the same bits for any number of threads.
void addProduct(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& m, int rowOffset = 0, int columnOffset = 0,
                double factor = 1);

/// m(rowOffset.., columnOffset..) += A, under the same conditions.
void addMatrix(const BlockMatrix& a, BlockMatrix& m, int rowOffset = 0, int columnOffset = 0);
/// The blocks of a pattern.
std::vector<std::pair<int, int>> blocksOf(const BlockMatrix& a);

/// C = A B; the pattern of C is kept while those of A and B stand.
class BlockProduct {
 public:
  const BlockMatrix& compute(const BlockMatrix& a, const BlockMatrix& b);
  const BlockMatrix& result() const { return m_result; }

 private:
  BlockMatrix m_result;
  std::size_t m_versionA = 0, m_versionB = 0;
};

/// The transpose of A; the pattern and where each block goes are kept while the pattern of A stands.
class BlockTranspose {
 public:
  const BlockMatrix& compute(const BlockMatrix& a);
  const BlockMatrix& result() const { return m_result; }

 private:
  BlockMatrix m_result;
  std::vector<std::size_t> m_source;  ///< block of A for every block of the result
  std::size_t m_version = 0;
};

/// Rows of a pattern from its blocks in any order, each once.
void setPattern(BlockMatrix& matrix, int blockSize, int blockRows, int blockColumns,
                std::span<const std::pair<int, int>> blocks);

}  // namespace sofa::linearalgebra
