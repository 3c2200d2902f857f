// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Mechanics/Constraint/ComplianceOperator.h"

namespace sofa::mechanics {

/// The errors of multipliers in the laws of all blocks. Their units do not depend on the method, the integrator or the
/// number of constraints.
struct Residual {
  double violation = 0;  ///< the largest distance by which an equality, contact or bound is violated (m)
  double force = 0;      ///< the largest multiplier that its law does not allow: pulling, across a gap, out of the cone
                         ///< or not against the slip; in the unit of multipliers
};
/// Returns the errors at problem.lambda. `blocks` are those of the problem, or those that a solver solves instead.
Residual residualOf(const ConstraintRows& problem, std::span<const ConstraintBlock> blocks,
                    const ComplianceOperator& compliance);
/// Returns the errors of one block. d is the violation that its multipliers lambda leave, and w its block of W.
Residual residualOf(const ConstraintBlock& block, std::span<const double> d, std::span<const double> lambda,
                    const linearalgebra::DenseMatrix& w);

}  // namespace sofa::mechanics
