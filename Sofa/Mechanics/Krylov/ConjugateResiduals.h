// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <utility>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Mechanics/Krylov/KrylovSpace.h"

namespace sofa::mechanics {

/// Conjugate residuals for a symmetric A (Y. Saad, Iterative Methods for Sparse Linear Systems, 2003, algorithm 6.20).
/// From x_0 = 0, r_0 = b and p_0 = r_0, with alpha = r.Ar / |Ap|^2 and beta = r_new.Ar_new / r.Ar,
///
///   x <- x + alpha p,   r <- r - alpha A p,   p <- r + beta p,   A p <- A r + beta A p.
///
/// Iteration k minimises |b - A x| over span(b, A b, ..., A^(k-1) b), with one product each.
struct ConjugateResiduals {
  unsigned most = 25;  ///< the largest number of iterations

  template <class Vector>
  struct Work {
    Vector direction, product, residualProduct;  ///< p, A p, A r
  };
  struct Outcome {
    SolveEnd end = SolveEnd::limit;  ///< singular: A p = 0 or r.Ar = 0, no direction changes the residual any more
    unsigned iterations = 0;
  };

  /// r holds b, and the residual at the end. isSolved(n) is asked after iteration n, counted from 0, with x and r as
  /// they are then; true ends the solve.
  template <KrylovSpace S, class Test>
  Outcome solve(S& space, typename S::Vector x, typename S::Vector r, const Work<typename S::Vector>& work,
                const Test& isSolved) const {
    const auto [p, product, residualProduct] = work;
    space.clear(x);
    space.copy(p, r);
    space.multiply(residualProduct, r);
    space.copy(product, residualProduct);
    double curvature = space.dot(r, residualProduct);
    Outcome outcome;
    while (outcome.iterations < most) {
      helper::checkInterrupt();
      const double length = space.dot(product, product);
      if (!std::isfinite(length)) return outcome;
      if (length == 0 || curvature == 0) {
        outcome.end = SolveEnd::singular;
        return outcome;
      }
      space.stepAndResidual(x, p, r, product, curvature / length);
      space.multiply(residualProduct, r);
      const double before = std::exchange(curvature, space.dot(r, residualProduct));
      space.sum(p, r, p, curvature / before);
      space.sum(product, residualProduct, product, curvature / before);
      if (isSolved(outcome.iterations++)) {
        outcome.end = SolveEnd::tolerance;
        return outcome;
      }
    }
    return outcome;
  }
};

}  // namespace sofa::mechanics
