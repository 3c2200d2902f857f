// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Mechanics/Krylov/KrylovSpace.h"
#include "Sofa/Mechanics/Krylov/LanczosRotations.h"

namespace sofa::mechanics {

/// Minimal residuals for a symmetric A, definite or not (C. C. Paige, M. A. Saunders, Solution of Sparse Indefinite
/// Systems of Linear Equations, 1975). Iteration k minimises |b - A x| over x_0 + span(r_0, A r_0, ..., A^(k-1) r_0).
///
/// The iterations end when |r| / (|A| |x|) or |A r| / (|A| |r|) is at most the tolerance, when rounding prevents
/// smaller values, or after `most` of them. The Lanczos process estimates |A|.
struct MinimalResiduals {
  unsigned most = 25;  ///< the largest number of iterations
  double tolerance = 1e-5;

  template <class Vector>
  struct Work {
    Vector u, v, y;           ///< Lanczos vectors: the one before, the normalised one, the next one
    std::array<Vector, 3> w;  ///< directions of this iteration and the two before, in turn
  };
  struct Outcome {
    SolveEnd end = SolveEnd::limit;
    unsigned iterations = 0;
    double residual = 0;     ///< |r|
    bool isTrivial = false;  ///< the guess is the solution
  };

  /// x holds the first guess. `errors` receives |r| after each iteration. If values are not finite, work.y is not zero
  /// at the end.
  template <KrylovSpace S>
  Outcome solve(S& space, typename S::Vector x, typename S::Vector b, const Work<typename S::Vector>& work,
                std::vector<double>& errors) const {
    errors.clear();
    space.multiply(work.y, x);
    space.sum(work.y, b, work.y, -1.0);
    LanczosRotations c;
    c.begin(std::sqrt(space.dot(work.y, work.y)));
    if (c.beta1 == 0) return {.end = SolveEnd::tolerance, .isTrivial = true};
    for (const auto& w : work.w) space.clear(w);
    Outcome outcome;
    bool goesOn = most > 0;
    for (unsigned i = 0; goesOn; ++i) {
      helper::checkInterrupt();
      lanczosStep(space, work, i, c);
      c.rotate();
      addDirection(space, x, work, i, c);
      errors.push_back(c.phibar);
      outcome.iterations = i + 1;
      const double norm = std::sqrt(space.dot(x, x));
      // If r_0 is an eigenvector, the first step leaves no residual.
      const bool isExact = i == 0 && c.beta / c.beta1 < 10 * std::numeric_limits<double>::epsilon();
      if (isExact || c.hasConverged(tolerance, norm)) outcome.end = SolveEnd::tolerance;
      goesOn = outcome.end == SolveEnd::limit && i + 1 < most && std::isfinite(c.error(norm));
    }
    outcome.residual = c.phibar;
    return outcome;
  }

 private:
  /// beta_new y_new = A v - alpha v - beta v_old, with v = y / beta: y becomes the next vector, u keeps y as it was.
  template <class S>
  static void lanczosStep(S& space, const Work<typename S::Vector>& work, unsigned i, LanczosRotations& c) {
    space.copy(work.v, work.y);
    space.scale(work.v, 1.0 / c.beta);
    // The product goes where the direction will be computed: its content is not needed any more.
    const auto product = work.w[i % 3];
    space.multiply(product, work.v);
    if (i > 0) space.addScaled(product, work.u, -c.beta / c.previousBeta);
    c.alpha = space.dot(work.v, product);
    space.addScaled(product, work.y, -c.alpha / c.beta);
    space.copy(work.u, work.y);
    space.copy(work.y, product);
    c.previousBeta = c.beta;
    c.beta = std::sqrt(space.dot(work.y, work.y));
    c.squaredNorm += c.alpha * c.alpha + c.previousBeta * c.previousBeta + c.beta * c.beta;
  }
  /// w = (v - epsilon w_(i-2) - delta w_(i-1)) / gamma, and x += phi w. The first two w before the start are zero.
  template <class S>
  static void addDirection(S& space, typename S::Vector x, const Work<typename S::Vector>& work, unsigned i,
                           LanczosRotations& c) {
    const auto w = work.w[i % 3], previous = work.w[(i + 2) % 3], beforePrevious = work.w[(i + 1) % 3];
    space.sum(w, work.v, beforePrevious, -c.previousEpsilon);
    space.addScaled(w, previous, -c.delta);
    space.scale(w, 1.0 / c.gamma);
    space.addScaled(x, w, c.phi);
    c.keepExtremes(i == 0);
  }
};

}  // namespace sofa::mechanics
