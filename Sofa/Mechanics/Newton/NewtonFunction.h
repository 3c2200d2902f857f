// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::mechanics {

/// A nonlinear equation r(u) = 0 with its present guess u, as Newton's method asks for it; squared norms.
class NewtonFunction {
 public:
  virtual ~NewtonFunction() = default;
  /// r at the guess.
  virtual void evaluate() = 0;
  virtual double squaredResidual() = 0;
  /// The matrix dr/du at the guess.
  virtual void buildGradient() = 0;
  /// The step d of dr/du d = -r.
  virtual void solve() = 0;
  /// Moves the guess by alpha times the step.
  virtual void update(double alpha) = 0;
  virtual double squaredNormOfGuess() = 0;
  /// Of the step.
  virtual double squaredNormOfSolution() = 0;
};

}  // namespace sofa::mechanics
