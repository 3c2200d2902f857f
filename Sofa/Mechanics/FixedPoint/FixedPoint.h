// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Core>
#include <concepts>

namespace sofa::mechanics {

/// A fixed-point iteration x <- G(x), such as Gauss-Seidel sweeps over constraints, that other methods accelerate. It
/// counts its sweeps, and each sweep tests whether it found the solution.
template <class S>
concept FixedPoint = requires(S& iteration, Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  iteration.readForces(x);                                // x, the present iterate
  iteration.writeForces(y);                               // goes on from y
  iteration.sweep();                                      // x = G(x)
  { iteration.isSolved() } -> std::convertible_to<bool>;  // by the last sweep
  { iteration.isOpen() } -> std::convertible_to<bool>;    // not so, and another sweep is allowed
  iteration.reopen();                                     // the last sweep did not count
};

}  // namespace sofa::mechanics
