// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Node.h"

/// Where states are when the components of a scene are initialised, for initialisation that comes again or later.
/// Constraints and mappings move states when all components are initialised; a constraint that attaches points would
/// move them a second time, and a mapping would take its points from where another initialisation had put them.
namespace sofa::simulation {

/// While it lives all nodes are awake: where states are at the start, and what components compute there, does not
/// depend on whether they sleep.
class AllAwake {
 public:
  explicit AllAwake(Node& root);
  ~AllAwake();
  AllAwake(const AllAwake&) = delete;
  AllAwake& operator=(const AllAwake&) = delete;

 private:
  void setSleeping(bool sleeping);

  Node& m_root;
  std::vector<std::shared_ptr<core::Base>> m_asleep;
};

/// The mechanical states that take part in the scene or may do so again, in the order of initialisation.
std::vector<core::BaseState*> startingStates(Node& root);

/// After init() of a state: notes its points as that left them.
void noteInitialState(core::BaseState& state);

/// Notes where states are at the start: when it comes all are initialised, when it goes they were projected and mapped.
class NotedStart {
 public:
  explicit NotedStart(const std::vector<core::BaseState*>& states);
  ~NotedStart();
  NotedStart(const NotedStart&) = delete;
  NotedStart& operator=(const NotedStart&) = delete;

 private:
  std::vector<std::shared_ptr<core::BaseState>> m_states;
};

/// Puts a state that is where the start left it back to what its init() left, its size included. One that somebody
/// moved since stays there.
void undoStart(core::BaseState& state);
/// The same for a state that steps have moved and a reset has put back, or that follows others that it has put back;
/// but the state keeps its size.
void takeStart(core::BaseState& state);
/// And its size, for one that is initialised again.
void takeInitialState(core::BaseState& state);

/// Whether the scene was initialised as a whole, so that it has a start.
bool hasStart(const Node& root);
void noteStart(const Node& root);

/// Whether the scene has left its start since it was initialised or reset: it made a step or took over a saved state.
bool hasLeftStart(const Node& root);
void noteLeftStart(const Node& root, bool left);

}  // namespace sofa::simulation
