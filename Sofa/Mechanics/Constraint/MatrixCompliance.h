// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Mechanics/Constraint/ComplianceMatrix.h"
#include "Sofa/Mechanics/Constraint/ComplianceOperator.h"

namespace sofa::mechanics {

/// W as a sparse matrix. A column stores only the rows that share a body with it.
class MatrixCompliance : public ComplianceOperator {
 public:
  /// The matrix, which must be filled before any other call.
  ComplianceMatrix& matrix() { return m_w; }
  const ComplianceMatrix& matrix() const { return m_w; }

  void diagonalBlock(const ConstraintBlock& block, linearalgebra::DenseMatrix& w) const override;
  void addDisplacement(const ConstraintRows& problem, const ConstraintBlock& block, std::span<double> d) const override;
  /// Sets out = W x.
  void multiply(std::span<const double> x, std::span<double> out) const;

 private:
  ComplianceMatrix m_w;
};

}  // namespace sofa::mechanics
