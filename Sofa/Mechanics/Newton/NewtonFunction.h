// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::mechanics {

/// A nonlinear equation r(u) = 0 and its current guess u. Newton's method reads squared norms from it.
class NewtonFunction {
 public:
  virtual ~NewtonFunction() = default;
  /// Computes r at the guess.
  virtual void evaluate() = 0;
  virtual double squaredResidual() = 0;
  /// Computes the matrix dr/du at the guess.
  virtual void buildGradient() = 0;
  /// Solves dr/du d = -r for the step d.
  virtual void solve() = 0;
  /// Moves the guess by alpha times the step.
  virtual void update(double alpha) = 0;
  virtual double squaredNormOfGuess() = 0;
  /// The squared norm of the step.
  virtual double squaredNormOfSolution() = 0;
};

}  // namespace sofa::mechanics
