// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>

#include "Sofa/LinearAlgebra/Ordering.h"

namespace sofa::linearalgebra {

/// Parents in the elimination tree of the graph in a given order, -1 for roots; position is the inverse of order.
/// (J. W. H. Liu, The role of elimination trees in sparse factorization, 1990.)
std::vector<int> eliminationTree(const BlockGraph& graph, const std::vector<int>& order,
                                 const std::vector<int>& position);

/// Block rows below the diagonal in each column of L.
std::vector<int> columnCounts(const BlockGraph& graph, const std::vector<int>& order, const std::vector<int>& position,
                              const std::vector<int>& parent);

/// Products of blocks that a factorisation in this order takes, about: the squares of the columns of L. Where it would
/// be more than `atMost` it may be given up, with infinity.
double factorisationWork(const BlockGraph& graph, const std::vector<int>& order,
                         double atMost = std::numeric_limits<double>::infinity());

}  // namespace sofa::linearalgebra
