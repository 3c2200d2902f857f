// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::simulation {

/// Which points of some states act on which, and groups of points that can be moved at once because none acts on what
/// another of the group acts on (Curtis, Powell and Reid, On the Estimation of Sparse Jacobian Matrices, 1974). Points
/// are counted through, one state after the other.
struct PointGraph {
  std::vector<std::vector<int>> neighbours;  ///< of each point, itself among them; empty: every point acts on all
  std::vector<std::vector<int>> groups;

  /// Every point alone.
  static PointGraph dense(std::span<core::BaseState* const> states);
  /// From the pattern of a matrix whose unknowns are the scalars of the states, in their order.
  static PointGraph of(const linearalgebra::BlockMatrix& matrix, std::span<core::BaseState* const> states);
};

}  // namespace sofa::simulation
