// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "Sofa/Core/Contract/VecId.h"

namespace sofa::core {

/// An integrator whose step can be differentiated: it takes gradients of a number J, such as an objective at the end of
/// a run, from the end of a step to its beginning (docs/manual/python.md, "Gradients of a run").
///
/// With the step (x, v) -> (x', v') and the Jacobian D of it, gradients g' by (x', v') become g = D^T g'. D is that of
/// what the step computes, its approximations among it: a step that solves one linear system is not taken for the
/// solution of the non-linear equations. Gradients by positions are by increments as BaseState::integrate() adds them:
/// by rotation vectors in space, for frames.
class AdjointStep {
 public:
  virtual ~AdjointStep() = default;
  /// What of its settings cannot be followed and what to do about it; empty if everything can.
  virtual std::string adjointObstacle() = 0;
  /// What the solver itself carries from step to step has no gradient yet: the run ends here. Steps are repeated, and
  /// transposed, from now on.
  virtual void beginAdjoint() {}
  /// The states below hold (x, v) of the beginning of a step of h seconds, and the solver has taken that step last.
  /// `position` and `velocity` hold dJ/dx' and dJ/dv' of the unmapped states, and become dJ/dx and dJ/dv; `force`
  /// becomes the gradient by forces that act during the step, of mapped states too. Throws std::invalid_argument that
  /// names the component if something cannot be followed. The states are left as they were.
  virtual void transposeStep(double h, VecDerivId position, VecDerivId velocity, VecDerivId force) = 0;
  /// After transposeStep(), with the states as then: a number whose derivative by any parameter of a force, a mass or
  /// the solver itself is dJ by that parameter, through this step alone. (Of equations F(s, p) = 0 of the step it is
  /// l.F with the Lagrange multipliers l, since dJ/dp = l.dF/dp.)
  virtual double weightedResidual(double h) = 0;
};

}  // namespace sofa::core
