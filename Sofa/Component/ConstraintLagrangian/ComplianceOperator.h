// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ConstraintProblem.h"

namespace sofa::component::constraintlagrangian {

/// The compliance W as methods that work block by block use it, assembled or not.
class ComplianceOperator {
 public:
  virtual ~ComplianceOperator() = default;
  /// The block of W on the diagonal.
  virtual void diagonalBlock(const core::ConstraintBlock& block, linearalgebra::DenseMatrix& w) const = 0;
  /// d, which holds the violation at the free motion, += what problem.lambda does.
  virtual void addDisplacement(const core::ConstraintProblem& problem, const core::ConstraintBlock& block,
                               std::span<double> d) const = 0;
  /// The multipliers of a block were `before`.
  virtual void forcesChanged(const core::ConstraintBlock&, std::span<const double> /*before*/,
                             std::span<const double> /*now*/) {}
};

}  // namespace sofa::component::constraintlagrangian
