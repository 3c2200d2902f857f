#pragma once
#include <span>
#include <vector>

#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// What mechanical operations visit below one node, flattened (docs/manual/mechanics-plan.md).
struct MechanicalGraph {
  /// One node of the tree form, in top-down order; components are filtered by tags.
  struct Entry {
    Node* node = nullptr;
    core::BaseMapping* mapping = nullptr;
    std::span<core::BaseState* const> outputs;  ///< of the mapping, without those that are missing
    core::BaseState* state = nullptr;
    core::BaseMass* mass = nullptr;
    bool mapped = false;                                  ///< the node has a mapping: its state is driven
    bool stopped = false;                                 ///< at or below a mapping with mapForces=false
    bool massHidden = false;                              ///< below a mass or a mapped state: M dx ignores it
    bool mechanical = false;                              ///< more than a mapping of visual models is here
    std::size_t contents = 0;                             ///< NodeContents::mechanicsVersion
    std::size_t contacts = 0;                             ///< NodeContents::contactsVersion
    std::span<core::BaseForceField* const> forceFields;   ///< masses included, in node order
    std::span<core::BaseForceField* const> interactions;  ///< force fields between states
    std::span<core::BaseProjectiveConstraint* const> constraints;
  };
  std::vector<Entry> entries;

  /// Flat form, used by the Euler solvers: everything below, tags and mapForces ignored.
  struct Flat {
    std::vector<core::BaseState*> states;
    std::vector<core::BaseState*> mappedStates;
    std::vector<core::BaseMapping*> mappings;        ///< each after those that drive its inputs
    std::vector<core::BaseForceField*> forceFields;  ///< grouped by states, groups in order of first appearance
    std::vector<core::BaseForceField*> bodyForces;   ///< those of them that are no contacts
    std::vector<core::BaseForceField*> contacts;     ///< and those that are
    std::vector<core::BaseMass*> masses;
    bool massOnMapped = false;  ///< a mass acts on a state that a mapping drives
    std::vector<core::BaseProjectiveConstraint*> constraints;
    std::vector<core::BaseLagrangianConstraint*> lagrangianConstraints;
    std::vector<core::ConstraintCorrection*> corrections;
  } flat;

  /// States solvers integrate: in entries, not mapped, not stopped.
  std::vector<core::BaseState*> unmapped;
  /// Every state of the entries that tree operations reach (mapped ones too).
  std::vector<core::BaseState*> reached;

  /// Mechanical states that components of the entries act on or read, but tree operations do not reach: those of other
  /// nodes, and all but the last of several in one node. They stay where they are while a solver works here.
  std::vector<core::BaseState*> outside;

  /// The states of every force, constraint and mapping, one list after the other: which they are matters to plans too.
  std::vector<core::BaseState*> bodyStates, contactStates;

  MechanicalGraph() = default;
  MechanicalGraph(const MechanicalGraph&) = delete;  // entries refer to the lists
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
  std::vector<core::BaseForceField*> m_bodyForces, m_contacts;  ///< of the entries, null after each entry
  std::vector<core::BaseForceField*> m_forces;
  std::vector<core::BaseProjectiveConstraint*> m_constraints;
};

}  // namespace sofa::simulation
