#pragma once
#include <Eigen/Cholesky>

#include "Sofa/Core/Contract/ConstraintProblem.h"
#include "Sofa/Type/Vec.h"

namespace sofa::component::constraintlagrangian {

/// Finds the multipliers of one block that satisfy its law for the violation the others leave: the inner step of a
/// block Gauss-Seidel sweep (docs/manual/constraint-problem.md).
class BlockLaw {
 public:
  /// w: the block of W on the diagonal, rows x rows.
  void prepare(const core::ConstraintBlock& block, const linearalgebra::DenseMatrix& w);
  /// New multipliers of the block from the present ones and the violation d they leave.
  void resolve(const core::ConstraintBlock& block, std::span<const double> d, std::span<double> force);
  const linearalgebra::DenseMatrix& compliance() const { return m_w; }

 private:
  void resolveEquality(const core::ConstraintBlock& block, std::span<const double> d, std::span<double> force);
  static void resolveAugmented(const core::ConstraintBlock& block, std::span<const double> d, std::span<double> force);
  void resolveFriction(double friction, std::span<const double> d, std::span<double> force) const;

  linearalgebra::DenseMatrix m_w;
  type::Mat3 m_inverse;                   ///< of three equations
  Eigen::LDLT<Eigen::MatrixXd> m_factor;  ///< of another number of them
  Eigen::VectorXd m_change;
};

}  // namespace sofa::component::constraintlagrangian
