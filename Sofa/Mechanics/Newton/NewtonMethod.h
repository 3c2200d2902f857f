// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Mechanics/Newton/NewtonFunction.h"

namespace sofa::mechanics {

/// Newton's method for r(u) = 0 with a line search on |r| (J. Nocedal, S. J. Wright, Numerical Optimization, 2006,
/// chapter 11; docs/manual/solvers.md, "Newton's method"). A step is shortened by `shortening` until |r| falls; if no
/// trial lowers it, the whole step is taken.
struct NewtonMethod {
  unsigned most = 1;        ///< iterations
  unsigned mostTrials = 1;  ///< of a line search
  double shortening = 0.5;  ///< from trial to trial
  // Each test ends the iterations; 0: no test.
  double toPrevious = 0;  ///< of |r| to the one before
  double toFirst = 0;     ///< of |r| to the first
  double residual = 0;    ///< of |r|
  double toGuess = 0;     ///< of the step to the guess
  double step = 0;        ///< of the step

  enum class End { equilibrium, toPrevious, toFirst, residual, toGuess, step, limit, notFinite };
  struct Outcome {
    End end = End::limit;
    unsigned iterations = 0;
    std::vector<unsigned> failedSearches;  ///< iterations in which no trial lowered |r|
  };

  /// r has been evaluated at the first guess. `residuals`: |r| at first and after each iteration.
  Outcome solve(NewtonFunction& function, std::vector<double>& residuals) const;

 private:
  struct Progress {
    double first, previous, current, guess, change;  ///< squared norms
  };
  bool search(NewtonFunction& function, Progress& progress) const;
  /// What ends the iterations; End::limit if nothing does.
  End test(const Progress& progress) const;
};

}  // namespace sofa::mechanics
