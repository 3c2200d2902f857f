// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/SparseCore>

#include "Sofa/Mechanics/Constraint/ComplianceMatrix.h"
#include "Sofa/Mechanics/Constraint/ConstraintRows.h"

namespace sofa::mechanics {

/// The laws of all blocks as one system of equations, and Newton steps for it: with y = lambda - d / w and the
/// projection P on what a block admits, F = lambda - P(y) = 0 (P. Alart, A. Curnier, A mixed formulation for frictional
/// contact problems prone to Newton like solution methods, 1991). w, per row, is the diagonal of W (the mean of both
/// for the tangents of a cone), so that w F is a length: the natural residual, in the unit of the violations. It is
/// d_n where a contact pushes and its tangential slip inside the cone, w lambda where it should not push.
class NonSmoothNewton {
 public:
  /// Adds `ridge` times the mean of the diagonal to the diagonal, which selects one solution if rows are redundant.
  void prepare(const ConstraintRows& problem, const ComplianceMatrix& w, double ridge);

  /// Returns false if a block has a law that is not of this form, such as augmentedCone.
  static bool applies(const ConstraintRows& problem);

  /// The largest |w F| at lambda.
  double residual(std::span<const double> lambda);
  /// At the last residual(): the sum of |w F|^2, the violation of every row, and the largest |w F| of each block.
  double merit() const { return m_merit; }
  std::span<const double> violations() const { return {m_d.data(), static_cast<std::size_t>(m_d.size())}; }
  std::span<const double> blockResiduals() const { return m_blockResiduals; }

  /// Computes the Newton step from the last residual(). Returns false if its matrix is singular.
  bool step(Eigen::VectorXd& change);

 private:
  using Local = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, 3, 3>;
  /// Computes F of a block of up to three rows, and M = dP/dy.
  void evaluate(const ConstraintBlock& block, std::span<const double> lambda);
  void evaluateCone(const ConstraintBlock& block, std::span<const double> lambda, Local& m);

  const ConstraintRows* m_problem = nullptr;
  const ComplianceMatrix* m_w = nullptr;
  double m_ridge = 0, m_merit = 0;
  Eigen::VectorXd m_scale;  ///< w
  Eigen::VectorXd m_d, m_f;
  std::vector<Local> m_slopes;  ///< M of each cone
  std::vector<char> m_acts;     ///< of the rows of other blocks: M = 1, or 0
  std::vector<double> m_blockResiduals;
  std::vector<Eigen::Triplet<double>> m_entries;
};

}  // namespace sofa::mechanics
