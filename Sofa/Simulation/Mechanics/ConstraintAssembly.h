#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Simulation/Mechanics/MappedJacobians.h"
#include "Sofa/Simulation/Mechanics/MechanicalPlan.h"

namespace sofa::simulation {

/// Collects the rows of all Lagrangian constraints below a node and brings those on mapped states to the states that
/// drive them: J_main = sum over paths of J_child d(child)/d(main) (sheet 08 §2).
class ConstraintAssembly {
 public:
  void bind(core::Context& node);
  /// Rows at params.x, projected by the projective constraints.
  const core::ConstraintJacobian& build(const core::ConstraintParams& params);
  const core::ConstraintJacobian& jacobian() const { return m_jacobian; }

  std::span<core::BaseLagrangianConstraint* const> constraints() const { return m_constraints; }
  std::span<core::ConstraintCorrection* const> corrections() const { return m_corrections; }
  /// Takes in changes of the graph.
  void update();

 private:
  void project(core::BaseState& mapped);
  void applyProjectiveConstraints();

  const MechanicalGraph::Flat& flat() { return m_plan->graph().flat; }

  MechanicalPlan* m_plan = nullptr;
  std::size_t m_structure = 0, m_unknowns = 0;
  std::vector<core::BaseLagrangianConstraint*> m_constraints;
  std::vector<core::ConstraintCorrection*> m_corrections;
  core::ConstraintJacobian m_jacobian;
  MappedJacobians m_mapped;
  core::ZeroDirichletCondition m_dirichlet;
};

}  // namespace sofa::simulation
