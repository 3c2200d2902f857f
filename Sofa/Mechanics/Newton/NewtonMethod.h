// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Mechanics/Newton/NewtonFunction.h"

namespace sofa::mechanics {

/// Newton's method for r(u) = 0 with a line search on |r| (J. Nocedal, S. J. Wright, Numerical Optimization, 2006,
/// chapter 11; docs/manual/solvers.md, "Newton's method"). A step is shortened by `shortening` until |r| falls; if no
/// trial lowers it, the whole step is taken.
struct NewtonMethod {
  unsigned most = 1;        ///< the largest number of iterations
  unsigned mostTrials = 1;  ///< the largest number of trials of a line search
  double shortening = 0.5;  ///< the factor of the step from trial to trial
  // Each of these bounds ends the iterations. A bound of 0 is not tested.
  double toPrevious = 0;  ///< bound of the ratio of |r| to the previous |r|
  double toFirst = 0;     ///< bound of the ratio of |r| to the first |r|
  double residual = 0;    ///< bound of |r|
  double toGuess = 0;     ///< bound of the ratio of the norm of the step to that of the guess
  double step = 0;        ///< bound of the norm of the step

  enum class End { equilibrium, toPrevious, toFirst, residual, toGuess, step, limit, notFinite };
  struct Outcome {
    End end = End::limit;
    unsigned iterations = 0;
    std::vector<unsigned> failedSearches;  ///< iterations in which no trial lowered |r|
  };

  /// r must have been evaluated at the first guess. `residuals` receives |r| at first and after each iteration.
  Outcome solve(NewtonFunction& function, std::vector<double>& residuals) const;

 private:
  struct Progress {
    double first, previous, current, guess, change;  ///< squared norms
  };
  bool search(NewtonFunction& function, Progress& progress) const;
  /// The reason to end the iterations now, or End::limit if there is none.
  End test(const Progress& progress) const;
};

}  // namespace sofa::mechanics
