// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Conjugate residuals (Saad, Iterative Methods for Sparse Linear Systems, 2003, algorithm 6.20) for W lambda = -dFree,
/// preconditioned by the diagonal of W on both sides. In SOFA v26.06 every row counts as an equation d = 0: contacts
/// stick, and pull. Exact scenes solve problems that hold other rows by block Gauss-Seidel sweeps; `sor` is used by
/// these alone.
class PreconditionedConjugateResidual final : public IterativeConstraintSolver {
 protected:
  void buildCompliance() override { m_compliance.build(assembly(), d_regularizationTerm.value()); }
  Outcome iterate(core::ConstraintProblem& problem, double tolerance) override;
  const core::ComplianceMatrix* assembledCompliance() const override { return &m_compliance.matrix(); }

 private:
  static bool hasEquationsOnly(const core::ConstraintProblem& problem);
  /// Takes all rows for equations; `reviews`: they are.
  Outcome solveEquations(core::ConstraintProblem& problem, double tolerance, bool reviews);

  RegularizedCompliance m_compliance{this};
  bool m_toldContacts = false;
};

}  // namespace sofa::component::constraintlagrangian
