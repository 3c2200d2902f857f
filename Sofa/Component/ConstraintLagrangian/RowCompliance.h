// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::constraintlagrangian {

/// The part of W that comes from one body: a dense matrix over the rows that act on it, and the products that solvers
/// without a matrix ask for.
class RowCompliance {
 public:
  /// To be kept as it is until w is finished.
  void addTo(core::ComplianceMatrix& w) const;
  void addDiagonalBlock(const core::ConstraintBlock& block, linearalgebra::DenseMatrix& w) const;
  void addDisplacement(const core::ConstraintBlock& block, std::span<double> d) const;
  void addForce(const core::ConstraintBlock& block, std::span<const double> change);

 protected:
  void clearRows();
  /// After the last m_rows.push_back(): makes m_w, zeros; the forces so far are problem.lambda.
  void endRows(const core::ConstraintProblem& problem);

  std::vector<int> m_rows;  ///< of the problem, that act on the body: ascending
  linearalgebra::DenseMatrix m_w;

 private:
  /// Calls f(row within the block, row of m_w) for rows of the block that act on the body.
  template <class F>
  void forEachRowOf(const core::ConstraintBlock& block, const F& f) const;

  std::vector<double> m_forces;  ///< so far, one per row of m_w
};

}  // namespace sofa::component::constraintlagrangian
