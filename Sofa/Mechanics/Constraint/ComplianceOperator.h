// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Mechanics/Constraint/ConstraintRows.h"

namespace sofa::mechanics {

/// The compliance W, assembled or not, for methods that work block by block.
class ComplianceOperator {
 public:
  virtual ~ComplianceOperator() = default;
  /// The block of W on the diagonal.
  virtual void diagonalBlock(const ConstraintBlock& block, linearalgebra::DenseMatrix& w) const = 0;
  /// Adds the rows of W problem.lambda of a block to d, which holds the violation at the free motion.
  virtual void addDisplacement(const ConstraintRows& problem, const ConstraintBlock& block,
                               std::span<double> d) const = 0;
  /// Tells that the multipliers of a block changed from `before` to `now`.
  virtual void forcesChanged(const ConstraintBlock&, std::span<const double> /*before*/,
                             std::span<const double> /*now*/) {}
};

}  // namespace sofa::mechanics
