// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Gauss-Seidel without the matrix W: corrections give its diagonal blocks, and displacements for the forces so far.
/// Starts from zero. With many contacts on few bodies it is faster than the assembled form, and needs less memory.
class UnbuiltGaussSeidelConstraintSolver final : public IterativeConstraintSolver {
 protected:
  Outcome iterate(core::ConstraintProblem& problem, double tolerance) override;
};

}  // namespace sofa::component::constraintlagrangian
