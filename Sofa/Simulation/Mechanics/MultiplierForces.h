// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ConstraintProblem.h"
#include "Sofa/Simulation/Mechanics/MechanicalGraph.h"

namespace sofa::simulation {

/// The forces J^T lambda / h of the last solve on states that non-linear mappings drive: they pull along directions
/// that turn as the states move, and so have a part in the geometric stiffness of the step after. Kept in
/// vec::multiplierForce of these states alone, those above others with what reaches them from below. States save it.
class MultiplierForces {
 public:
  /// `node`: above all that the subtree is of. Mappings below it that take no part have nothing that pulls.
  void plan(core::Node& node, const MechanicalGraph::Subtree& subtree);
  /// Whether mappings got a geometric stiffness or lost it since, by a Data of theirs.
  bool isOutdated(const MechanicalGraph::Subtree& subtree) const;
  void keep(const core::ConstraintProblem& problem);
  /// As if nothing had been solved yet, of all mappings below a node: what was planned for may be gone.
  static void forget(core::Node& node);
  /// Takes those that the states brought back from a checkpoint.
  void resume() { tellMappings(); }

 private:
  void tellMappings();

  std::vector<core::BaseMapping*> m_mappings;  ///< that have a geometric stiffness
  std::vector<core::BaseState*> m_states;
  std::vector<core::BaseMapping*> m_pulls;  ///< between these states, lowest first
};

/// The forces on the outputs of a mapping that its geometric stiffness belongs to: f, and those of multipliers.
core::VecDerivId childForce(const core::BaseMapping& mapping, core::VecDerivId f);

}  // namespace sofa::simulation
