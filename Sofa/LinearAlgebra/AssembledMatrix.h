// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "Sofa/LinearAlgebra/Contribution.h"

namespace sofa::linearalgebra {

/// A BlockMatrix that is the sum of contributions, assembled again and again.
///
/// Use: begin(), let every source add, then complete(); where that is false the pattern was planned anew and the
/// sources must add once more.
class AssembledMatrix {
 public:
  /// Scalar rows and columns, multiples of the block size. Forgets all contributions. A symmetric pattern holds the
  /// mirror image of every block.
  void reset(int blockSize, int rows, int columns, bool symmetricPattern = false);
  /// Adds a source for the rectangle; the reference stays valid until reset().
  Contribution& add(int rowOffset, int columnOffset, int rows, int columns);
  /// Blocks (row, column) the pattern must hold whatever is added; the next complete() plans anew.
  void setFixedPattern(std::vector<std::pair<int, int>> blocks);

  void begin();
  bool complete();

  BlockMatrix& matrix() { return m_matrix; }
  const BlockMatrix& matrix() const { return m_matrix; }
  bool hasContributions() const { return !m_contributions.empty(); }

 private:
  void plan();

  int m_blockSize = 1, m_rows = 0, m_columns = 0;
  bool m_planned = false, m_symmetric = false, m_isBlank = false;
  BlockMatrix m_matrix;
  std::vector<std::unique_ptr<Contribution>> m_contributions;
  std::vector<std::pair<int, int>> m_fixed;
};

}  // namespace sofa::linearalgebra
