// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <concepts>

namespace sofa::mechanics {

/// The vectors and the operator A of a linear system A x = b that Krylov methods use. They lie in the states of a
/// scene, in plain memory or on a device. A `Vector` names a vector, so copies of it name the same vector.
template <class S>
concept KrylovSpace = requires(S& space, typename S::Vector x, typename S::Vector y, double factor) {
  { space.dot(x, y) } -> std::convertible_to<double>;
  space.clear(x);                 // x = 0
  space.copy(y, x);               // y = x
  space.scale(x, factor);         // x = factor x
  space.addScaled(y, x, factor);  // y = y + factor x
  space.sum(y, x, x, factor);     // y = first + factor second; y may be one of them
  space.multiply(y, x);           // y = A x; y is not x
  { space.stepAndResidual(x, y, x, y, factor) } -> std::convertible_to<double>;  // x += factor p, r -= factor q; r.r
};

/// The reason why an iterative solve ended.
enum class SolveEnd {
  tolerance,  ///< the residual is small enough
  threshold,  ///< p.Ap of a search direction p is small enough
  singular,   ///< p.Ap = 0 for a search direction p: A is singular along it
  limit,      ///< all iterations were used, or values are not finite
};

}  // namespace sofa::mechanics
