// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Mechanics/Constraint/ConstraintRows.h"

namespace sofa::mechanics {

/// The compliance W as methods that work block by block use it, assembled or not.
class ComplianceOperator {
 public:
  virtual ~ComplianceOperator() = default;
  /// The block of W on the diagonal.
  virtual void diagonalBlock(const ConstraintBlock& block, linearalgebra::DenseMatrix& w) const = 0;
  /// d, which holds the violation at the free motion, += what problem.lambda does.
  virtual void addDisplacement(const ConstraintRows& problem, const ConstraintBlock& block,
                               std::span<double> d) const = 0;
  /// The multipliers of a block were `before`.
  virtual void forcesChanged(const ConstraintBlock&, std::span<const double> /*before*/,
                             std::span<const double> /*now*/) {}
};

}  // namespace sofa::mechanics
