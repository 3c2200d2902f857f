// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/FiniteElement/ElementBlocks.h"
#include "Sofa/FiniteElement/PairStiffness.h"
#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::component::linearsystem {

/// Products of a matrix, most of them by half of it where that is all there is to know: of a symmetric matrix of 3x3
/// blocks those above the diagonal and the sums of rows,
///   y_a = (sum_b A_ab) x_a + sum_b A_ab (x_b - x_a),
/// as fem::PairStiffness computes them. Half of the matrix is set for one that sees many products, or follows one that
/// did, and this alone decides: the same run gives the same bits, whatever the number of threads.
class SymmetricProduct {
 public:
  /// y = A x. `version` changes with the values.
  void multiply(const linearalgebra::BlockMatrix& a, std::size_t version, std::span<const double> x,
                std::span<double> y);
  void reset() { m_now = m_before = 0; }
  /// `version`: of a matrix that was read.
  void archive(core::Archive& archive, std::size_t version);

 private:
  void plan(const linearalgebra::BlockMatrix& a);
  bool set(const linearalgebra::BlockMatrix& a);

  std::size_t m_version = 0;
  unsigned m_now = 0, m_before = 0;  ///< products of this matrix and the one before
  enum class Half { unknown, set, none } m_half = Half::unknown;

  std::size_t m_pattern = 0;
  bool m_isSymmetricPattern = false;
  std::vector<type::Edge> m_edges;              ///< places of the blocks above the diagonal
  std::vector<std::array<int, 2>> m_blockPair;  ///< such a block, and the one across
  fem::SmallPartBlocks<type::Edge> m_blocks;
  fem::PairStiffness m_pairs;
  std::vector<double> m_rowSums;  ///< blocks
};

}  // namespace sofa::component::linearsystem
