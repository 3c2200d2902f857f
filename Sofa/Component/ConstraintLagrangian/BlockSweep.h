#pragma once
#include "Sofa/Component/ConstraintLagrangian/BlockLaw.h"
#include "Sofa/Component/ConstraintLagrangian/ComplianceOperator.h"

namespace sofa::component::constraintlagrangian {

/// A block Gauss-Seidel sweep: each block in turn gets the multipliers that satisfy its law while the others stay
/// (Duriez, Dubois, Kheddar, Andriot, Realistic haptic rendering of interacting deformable objects in virtual
/// environments, 2006).
class BlockSweep {
 public:
  /// Takes the diagonal blocks; before the sweeps over a problem.
  void prepare(const core::ConstraintProblem& problem, const ComplianceOperator& compliance);

  struct Result {
    double error = 0;
    bool verified = true;  ///< whether no row changed by more than the tolerance
  };
  Result run(core::ConstraintProblem& problem, ComplianceOperator& compliance, double tolerance);

  /// Of the last sweep: the violation of each row when its block was solved, and the error of each block.
  const std::vector<double>& violations() const { return m_violations; }
  const std::vector<double>& blockErrors() const { return m_blockErrors; }

 private:
  /// How much the change of the block's multipliers moves its rows.
  double errorOf(const core::ConstraintBlock& block, const BlockLaw& law, std::span<const double> force,
                 double tolerance, bool& verified) const;

  std::vector<BlockLaw> m_laws;
  linearalgebra::DenseMatrix m_diagonalBlock;
  std::vector<double> m_violations, m_blockErrors, m_before;
};

}  // namespace sofa::component::constraintlagrangian
