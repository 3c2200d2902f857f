// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/SweepingConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Gauss-Seidel sweeps accelerated by what the last ones taught (Walker, Ni, Anderson Acceleration for Fixed-Point
/// Iterations, SIAM Journal on Numerical Analysis 49, 2011): with G(lambda) the multipliers after a sweep from lambda
/// and f = G - lambda, the next sweep starts from the combination of the last G whose f, taken as linear, is smallest.
/// Where that makes f larger, past multipliers are forgotten and plain sweeps go on from the best ones. `sor` is not
/// used.
class AndersonConstraintSolver final : public SweepingConstraintSolver {
 public:
  Data<int> d_depth{this, "depth", 8, "how many of the last sweeps are combined; 0: plain Gauss-Seidel sweeps"};

  void init() override;

 private:
  void solvePart(Part& part) override;
};

}  // namespace sofa::component::constraintlagrangian
