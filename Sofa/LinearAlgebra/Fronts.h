// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/LinearAlgebra/DenseKernels.h"
#include "Sofa/LinearAlgebra/SparseLDL.h"
#include "Sofa/LinearAlgebra/SupernodeTree.h"

namespace sofa::linearalgebra {

/// Where everything lies in a multifrontal factorisation, and the tables that move values without a search.
///
/// Each supernode has a panel (its columns of L, column by column, all rows of the front) and an update matrix (what
/// its elimination subtracts from its ancestors, lower part used), which its parent consumes.
struct FrontLayout {
  SupernodeTree tree;
  int blockSize = 1;
  std::vector<std::size_t> panel;   ///< offset of each supernode's panel in the factor; one more for the end
  std::vector<std::size_t> update;  ///< offset of each update matrix in the workspace
  std::size_t workspace = 0;
  bool parallel = false;  ///< subtrees have memory of their own, so that they can be worked on at a time

  /// A block of the matrix and where its first real goes in the factor; blocks of a supernode are consecutive.
  struct Gather {
    std::size_t from, to;
    bool transposed;
  };
  std::vector<std::size_t> gatherStart;
  std::vector<Gather> gathers;

  /// Rows of an update matrix that stay together in the parent's front, in reals.
  struct Run {
    int from, to, count;
  };
  std::vector<int> runStart;
  std::vector<Run> runs;

  /// Subtrees that can be worked on independently, [first, last] in postorder, and the supernodes above them.
  std::vector<std::pair<int, int>> subtrees;
  std::vector<int> above;

  int columns(int s) const { return tree.columnCount(s) * blockSize; }
  int below(int s) const { return tree.rowCount(s) * blockSize; }
  int front(int s) const { return columns(s) + below(s); }
};

/// Serial work in postorder needs least memory.
FrontLayout frontLayout(const BlockMatrix& a, Ordering ordering, SparseLDL::Triangle triangle, bool parallel);
/// Gives update matrices their places anew.
void placeUpdates(FrontLayout& layout, bool parallel);

}  // namespace sofa::linearalgebra
