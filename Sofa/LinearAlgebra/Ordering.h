// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::linearalgebra {

/// How the unknowns are numbered before a factorisation, to keep its factors sparse.
/// natural: as they come; amd: approximate minimum degree; colamd: the same for the columns of A^T A; metis: nested
/// dissection; best: the one that pays for the size and the shape at hand.
enum class Ordering { natural, amd, colamd, metis, best };

/// Neighbours of every block row in the pattern of A + A^T, the row itself left out, ascending.
struct BlockGraph {
  std::vector<int> start{0};
  std::vector<int> neighbours;
  int size() const { return static_cast<int>(start.size()) - 1; }
};

/// The matrix must be square.
BlockGraph symmetricGraph(const BlockMatrix& a);

/// order[k] is the block row eliminated k-th. Rows are ordered as blocks, which is faster and better than by scalars.
/// blockSize weighs what `best` chooses. Falls back to amd where a method fails for lack of memory.
std::vector<int> eliminationOrder(const BlockGraph& graph, Ordering ordering, int blockSize = 1);

/// position[order[k]] = k.
std::vector<int> inversePermutation(const std::vector<int>& order);

}  // namespace sofa::linearalgebra
