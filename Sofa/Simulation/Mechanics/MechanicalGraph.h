// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Whether operations restricted to `filter` concern a component with `tags` (docs/manual/scenes.md, "Tags").
bool tagsMatch(const type::TagSet& filter, const type::TagSet& tags);

/// Which part of what stands below a node an operation acts on (docs/manual/mechanics-plan.md, "Two scopes").
enum class Scope {
  solved,   ///< what concerns the tags, down to mappings with mapForces=false; of several states in a node the last
  subtree,  ///< everything
};

/// What mechanical operations visit below one node, flattened (docs/manual/mechanics-plan.md).
struct MechanicalGraph {
  /// A node that is awake, in top-down order, with its components that concern the tags.
  struct PlannedNode {
    Node* node = nullptr;
    core::BaseMapping* mapping = nullptr;
    std::span<core::BaseState* const> outputs;  ///< of the mapping, without those that are missing
    core::BaseState* state = nullptr;
    core::BaseMass* mass = nullptr;
    bool started = false;                                 ///< some product of `solved` starts the state
    bool mapped = false;                                  ///< the node has a mapping: its state is driven
    bool stopped = false;                                 ///< at or below a mapping with mapForces=false
    bool loaded = false;                                  ///< the mapping is among solved.loaded.mappings
    bool massHidden = false;                              ///< below a mass or a mapped state: M dx ignores it
    bool mechanical = false;                              ///< more than a mapping of visual models is here
    std::size_t contents = 0;                             ///< NodeContents::mechanicsVersion
    std::size_t contacts = 0;                             ///< NodeContents::contactsVersion
    std::span<core::BaseForceField* const> forceFields;   ///< masses included, in node order
    std::span<core::BaseForceField* const> interactions;  ///< force fields between states
    std::span<core::BaseProjectiveConstraint* const> constraints;
  };
  std::vector<PlannedNode> nodes;

  /// Parts of one product m M + b B + k K: those of a mass, of a force, or, of a mass that is both, one after the
  /// other.
  struct Product {
    core::BaseMass* mass = nullptr;
    core::BaseForceField* force = nullptr;
    bool starts = false;  ///< nothing acts on the state of the mass before it
  };
  /// What operations of one scope act on, in the order in which they do.
  struct Operands {
    std::vector<core::BaseState*> states;
    std::vector<core::BaseState*> mappedStates;
    std::vector<core::BaseMapping*> mappings;  ///< each after those that drive its inputs
    /// Of mappings and mappedStates those below which some force or mass acts. Through the others nothing comes back,
    /// unless external forces push their states.
    struct Loaded {
      std::vector<core::BaseMapping*> mappings;
      std::vector<core::BaseState*> states;
    } loaded;
    std::vector<core::BaseForceField*> forceFields;  ///< masses included
    std::vector<Product> products;
    std::vector<core::BaseProjectiveConstraint*> constraints;
    void clear();
  };
  /// Scope::solved. Forces in the order of nodes, those between states last in each; constraints bottom-up.
  Operands solved;
  /// Scope::subtree. Forces grouped by states, groups in order of first appearance; products of masses last.
  struct Subtree : Operands {
    std::vector<core::BaseForceField*> bodyForces;  ///< those of the force fields that are no contacts
    std::vector<core::BaseForceField*> contacts;    ///< and those that are
    std::vector<core::BaseMass*> masses;
    bool massOnMapped = false;  ///< a mass acts on a state that a mapping drives
    std::vector<core::BaseLagrangianConstraint*> lagrangianConstraints;
    std::vector<core::ConstraintCorrection*> corrections;
  } subtree;
  const Operands& operands(Scope scope) const { return scope == Scope::solved ? solved : subtree; }

  /// States solvers integrate: those of `solved` that no mapping of their node drives.
  std::vector<core::BaseState*> unmapped;

  /// Mechanical states that components of the nodes act on or read, but that are not in `solved`: those of other
  /// nodes, and all but the last of several in one node. They stay where they are while a solver works here.
  std::vector<core::BaseState*> outside;

  /// The states of every force, constraint and mapping, one list after the other: which they are matters to plans too.
  std::vector<core::BaseState*> bodyStates, contactStates;

  MechanicalGraph() = default;
  MechanicalGraph(const MechanicalGraph&) = delete;  // nodes refer to the lists
  MechanicalGraph& operator=(const MechanicalGraph&) = delete;
  MechanicalGraph(MechanicalGraph&&) = default;
  MechanicalGraph& operator=(MechanicalGraph&&) = default;

  /// Makes it the graph below `start`; takes time in proportion to nodes and mechanical components, and keeps its
  /// memory.
  void flatten(Node& start, const type::TagSet& tags);
  /// The same states, mappings, masses, forces and constraints in the same order, contacts and visual mappings left
  /// out.
  bool sameBodies(const MechanicalGraph& other) const;
  bool sameContacts(const MechanicalGraph& other) const;

 private:
  friend class PlanBuilder;
  std::vector<core::BaseState*> m_outputs;
  std::vector<core::BaseForceField*> m_bodyForces, m_contacts;  ///< of the nodes, null after each
  std::vector<core::BaseForceField*> m_forces;
  std::vector<core::BaseProjectiveConstraint*> m_constraints;
};

}  // namespace sofa::simulation
