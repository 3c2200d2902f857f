// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>

#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::linearalgebra {

/// The blocks of A B, row by row.
std::vector<std::pair<int, int>> productBlocks(const BlockMatrix& a, const BlockMatrix& b);
/// The blocks of A.
std::vector<std::pair<int, int>> blocksOf(const BlockMatrix& a);
/// Of blocks of a size the blocks of `ratio` times that size that hold them, each once.
void joinBlocks(std::vector<std::pair<int, int>>& blocks, int ratio);
/// The pattern of the given blocks, in any order, each once.
void setPattern(BlockMatrix& matrix, int blockSize, int blockRows, int blockColumns,
                std::span<const std::pair<int, int>> blocks);

/// C(rowOffset.., columnOffset..) += factor A B, offsets in blocks; C must hold every block of the product. Rows run in
/// parallel, with the same bits for any number of threads.
void addProduct(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c, int rowOffset = 0, int columnOffset = 0,
                double factor = 1);
/// C(rowOffset.., columnOffset..) += A, under the same conditions. The blocks of A may be smaller, if their size
/// divides that of C's.
void addMatrix(const BlockMatrix& a, BlockMatrix& c, int rowOffset = 0, int columnOffset = 0);

/// C := A B of block matrices with blocks of one size. The pattern of C is made once per pair of patterns; nothing is
/// allocated while they stay.
class BlockProduct {
 public:
  void compute(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c);

 private:
  std::size_t m_versions[3] = {0, 0, 0};
};

/// A^T of a block matrix, its blocks transposed too. Where each block goes is found once per pattern.
class BlockTranspose {
 public:
  void compute(const BlockMatrix& a, BlockMatrix& transposed);

 private:
  std::size_t m_version = 0, m_resultVersion = 0;
  std::vector<int> m_from;  // block of A for each block of the result
};

/// C = J^T K J, as in the matrix of a mapped system and the coarse matrix of a multigrid level.
class CongruenceProduct {
 public:
  /// C := J^T K J, with the pattern of the product.
  void compute(const BlockMatrix& j, const BlockMatrix& k, BlockMatrix& c);
  /// J^T and K J of the last call.
  const BlockMatrix& transposed() const { return m_transposed; }
  const BlockMatrix& right() const { return m_right; }

 private:
  BlockTranspose m_transpose;
  BlockProduct m_first, m_second;
  BlockMatrix m_transposed, m_right;
};

}  // namespace sofa::linearalgebra
