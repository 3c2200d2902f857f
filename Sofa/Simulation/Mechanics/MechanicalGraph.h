#pragma once
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// What mechanical operations visit below one node, flattened once per change of the graph (sheets 01 §12 and 02 §1.3).
struct MechanicalGraph {
  /// One node of the tree form, in top-down order; components are filtered by tags.
  struct Entry {
    Node* node = nullptr;
    core::BaseMapping* mapping = nullptr;
    std::vector<core::BaseState*> outputs;  ///< of the mapping, without those that are missing
    core::BaseState* state = nullptr;
    core::BaseMass* mass = nullptr;
    bool mapped = false;                              ///< the node has a mapping: its state is driven
    bool stopped = false;                             ///< at or below a mapping with mapForces=false
    bool massHidden = false;                          ///< below a mass or a mapped state: M dx ignores it
    std::vector<core::BaseForceField*> forceFields;   ///< masses included, in node order
    std::vector<core::BaseForceField*> interactions;  ///< force fields between states
    std::vector<core::BaseProjectiveConstraint*> constraints;
  };
  std::vector<Entry> entries;

  /// Flat form, used by the Euler solvers: everything below, tags and mapForces ignored.
  struct Flat {
    std::vector<core::BaseState*> states;
    std::vector<core::BaseState*> mappedStates;
    std::vector<core::BaseMapping*> mappings;        ///< each after those that drive its inputs
    std::vector<core::BaseForceField*> forceFields;  ///< grouped by states, groups in order of first appearance
    std::vector<core::BaseMass*> masses;
    bool massOnMapped = false;  ///< a mass acts on a state that a mapping drives
    std::vector<core::BaseProjectiveConstraint*> constraints;
  } flat;

  /// States solvers integrate: in entries, not mapped, not stopped.
  std::vector<core::BaseState*> unmapped;
  /// Every state of the entries that tree operations reach (mapped ones too).
  std::vector<core::BaseState*> reached;

  /// Mechanical states that components of the entries act on or read, but tree operations do not reach: those of other
  /// nodes, and all but the last of several in one node. They stay where they are while a solver works here.
  std::vector<core::BaseState*> outside;

  static MechanicalGraph build(Node& start, const type::TagSet& tags);
};

}  // namespace sofa::simulation
