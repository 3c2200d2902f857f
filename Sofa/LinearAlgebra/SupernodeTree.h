// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/LinearAlgebra/Ordering.h"

namespace sofa::linearalgebra {

/// What a supernodal factorisation of a symmetric block matrix looks like, from its pattern alone.
///
/// A supernode is a run of consecutive block columns of L with the same block rows below them. Supernodes with nearly
/// the same rows are merged, at the price of storing some zeros, so that dense kernels have something to work on
/// (Ashcraft and Grimes 1989). Supernodes are in postorder: children stand before their parent.
struct SupernodeTree {
  std::vector<int> order;        ///< block row of the matrix at each position of the factor
  std::vector<int> position;     ///< the inverse of it
  std::vector<int> firstColumn;  ///< block columns of supernode s: [firstColumn[s], firstColumn[s + 1])
  std::vector<int> supernodeOf;  ///< of each block column
  std::vector<int> parent;       ///< -1 for roots
  std::vector<int> childStart, children;
  std::vector<int> rowStart, rows;  ///< block rows below the diagonal block of each supernode, ascending

  int size() const { return static_cast<int>(parent.size()); }
  int columnCount(int s) const { return firstColumn[s + 1] - firstColumn[s]; }
  int rowCount(int s) const { return rowStart[s + 1] - rowStart[s]; }
  std::span<const int> rowsOf(int s) const { return {rows.data() + rowStart[s], rows.data() + rowStart[s + 1]}; }
  std::span<const int> childrenOf(int s) const {
    return {children.data() + childStart[s], children.data() + childStart[s + 1]};
  }
  /// Place of block row i in the front of s, which holds the columns of s first and then its rows.
  int localRow(int s, int i) const;
};

SupernodeTree supernodeTree(const BlockGraph& graph, std::vector<int> order, int blockSize);

}  // namespace sofa::linearalgebra
