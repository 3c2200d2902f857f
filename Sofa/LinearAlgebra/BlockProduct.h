#pragma once
#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::linearalgebra {

/// C = A B of block matrices with blocks of one size. The pattern of C is made once per pair of patterns; rows are
/// computed in parallel, with the same bits for any number of threads, and nothing is allocated while the patterns
/// stay.
class BlockProduct {
 public:
  /// C := A B. C gets the pattern of the product when that of A, B or C is not the one of the last call.
  void compute(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c);
  /// C += factor A B. Throws std::invalid_argument, once per combination of patterns, where C lacks a block of the
  /// product.
  void add(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c, double factor = 1);

 private:
  bool known(const BlockMatrix& a, const BlockMatrix& b, const BlockMatrix& c) const;
  void remember(const BlockMatrix& a, const BlockMatrix& b, const BlockMatrix& c);
  void accumulate(const BlockMatrix& a, const BlockMatrix& b, BlockMatrix& c, double factor);

  std::size_t m_versions[3] = {0, 0, 0};
  std::vector<std::vector<int>> m_place;  // of a block column in the row at hand, for every thread
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
  /// C += factor J^T K J; C must hold every block of the product, see BlockProduct::add.
  void add(const BlockMatrix& j, const BlockMatrix& k, BlockMatrix& c, double factor = 1);
  /// J^T and K J of the last call.
  const BlockMatrix& transposed() const { return m_transposed; }
  const BlockMatrix& right() const { return m_right; }

 private:
  BlockTranspose m_transpose;
  BlockProduct m_first, m_second;
  BlockMatrix m_transposed, m_right;
};

}  // namespace sofa::linearalgebra
