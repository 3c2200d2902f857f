// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <vector>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Mechanics/Krylov/KrylovSpace.h"

namespace sofa::mechanics {

/// Conjugate gradients for a symmetric positive definite A (M. R. Hestenes, E. Stiefel, Methods of Conjugate Gradients
/// for Solving Linear Systems, 1952). From r_0 = b - A x_0 and p_0 = r_0, with alpha = r.r / p.Ap and
/// beta = r_new.r_new / r.r,
///
///   x <- x + alpha p,   r <- r - alpha A p,   p <- r + beta p.
///
/// The iterations end when |r| / |b| <= tolerance or |p.Ap| <= threshold, or after `most` of them.
struct ConjugateGradients {
  unsigned most = 25;            ///< the largest number of iterations
  double tolerance = 1e-5;       ///< the bound of |r| / |b|
  double threshold = 0;          ///< the bound of |p.Ap|, in the unit of x times that of b
  bool startsFromGuess = false;  ///< whether x holds the first guess; if not, a solve starts at zero
  bool mayEndAtOnce = true;      ///< if false, neither test ends the first iteration

  /// The vectors that a solve needs besides x and b.
  template <class Vector>
  struct Work {
    Vector residual, direction, product;
  };
  struct Outcome {
    SolveEnd end = SolveEnd::limit;
    unsigned iterations = 0;
    double residual = 0;           ///< |r| / |b|, or the value that is not finite
    double rightSide = 0;          ///< |b|
    double negativeCurvature = 0;  ///< the last p.Ap < 0: A is not positive definite
    bool passedTolerance = false;  ///< the tolerance was met at once, and did not count
    bool passedThreshold = false;  ///< the threshold was met at once, and did not count
    bool isTrivial = false;        ///< b = 0: no iteration is made, and x is zero or the guess
  };
  /// |r| / |b| and p.Ap of each iteration.
  struct History {
    std::vector<double> errors, curvatures;
    void clear() { errors.clear(), curvatures.clear(); }
  };

  template <KrylovSpace S>
  Outcome solve(S& space, typename S::Vector x, typename S::Vector b, const Work<typename S::Vector>& work,
                History& history) const {
    const auto [r, p, product] = work;
    history.clear();
    Outcome outcome;
    const double norm = outcome.rightSide = std::sqrt(space.dot(b, b));
    begin(space, x, b, r);
    outcome.isTrivial = norm == 0;
    if (outcome.isTrivial) return outcome;
    double rho = space.dot(r, r), previousRho = 0;
    for (unsigned n = 1; n <= most; ++n) {
      helper::checkInterrupt();
      outcome.residual = std::sqrt(rho) / norm;
      history.errors.push_back(outcome.residual);
      const bool mayEnd = n > 1 || mayEndAtOnce;
      if (outcome.residual <= tolerance) {
        if (mayEnd) return ended(outcome, SolveEnd::tolerance);
        outcome.passedTolerance = true;
      }
      if (n == 1)
        space.copy(p, r);
      else
        space.sum(p, r, p, rho / previousRho);
      space.multiply(product, p);
      const double curvature = space.dot(p, product);
      history.curvatures.push_back(curvature);
      if (!std::isfinite(curvature)) {
        outcome.residual = curvature;
        return outcome;
      }
      if (curvature < 0) outcome.negativeCurvature = curvature;
      if (curvature == 0) return ended(outcome, SolveEnd::singular);
      if (std::abs(curvature) <= threshold) {
        if (mayEnd) return ended(outcome, SolveEnd::threshold);
        outcome.passedThreshold = true;
      }
      previousRho = rho;
      rho = space.stepAndResidual(x, p, r, product, rho / curvature);
      outcome.iterations = n;
    }
    return outcome;
  }

 private:
  /// r = b - A x, with x = 0 unless a guess is given.
  template <class S>
  void begin(S& space, typename S::Vector x, typename S::Vector b, typename S::Vector r) const {
    if (!startsFromGuess) {
      space.clear(x);
      space.copy(r, b);
      return;
    }
    space.multiply(r, x);
    space.sum(r, b, r, -1.0);
  }
  static Outcome ended(Outcome outcome, SolveEnd end) {
    outcome.end = end;
    return outcome;
  }
};

}  // namespace sofa::mechanics
