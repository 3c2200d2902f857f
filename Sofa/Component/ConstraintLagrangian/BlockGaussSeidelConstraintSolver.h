#pragma once
#include "Sofa/Component/ConstraintLagrangian/AssembledCompliance.h"
#include "Sofa/Component/ConstraintLagrangian/IterativeConstraintSolver.h"

namespace sofa::component::constraintlagrangian {

/// Gauss-Seidel sweeps on the assembled compliance W, over all blocks together or each interaction group by itself.
class BlockGaussSeidelConstraintSolver final : public IterativeConstraintSolver {
 public:
  Data<bool> d_solveGroupsApart{this, "solveGroupsApart", false,
                                "end the sweeps over bodies that touch or are tied by their own error, whatever other "
                                "bodies need; not with violationTolerance or forceTolerance"};
  Data<int> d_currentNumInteractionGroups{this,
                                          "currentNumInteractionGroups",
                                          0,
                                          "groups of bodies that the last solve with constraints took apart; 0 without "
                                          "solveGroupsApart",
                                          {.group = "Stats", .readOnly = true}};

 protected:
  void buildCompliance() override { m_compliance.build(assembly(), d_regularizationTerm.value()); }
  Outcome iterate(core::ConstraintProblem& problem, double tolerance) override;
  const core::ComplianceMatrix* assembledCompliance() const override { return &m_compliance.matrix(); }

 private:
  Outcome solveGroups(core::ConstraintProblem& problem);
  Outcome solveGroup(core::ConstraintProblem& problem, std::span<const int> blocks);

  RegularizedCompliance m_compliance{this};
  InteractionGroups m_groups;
  std::vector<Outcome> m_outcomes;  ///< by group
};

}  // namespace sofa::component::constraintlagrangian
