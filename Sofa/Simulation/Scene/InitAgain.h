// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Simulation/Node.h"
#include "Sofa/Simulation/Scene/StartOfStates.h"

/// Initialisation of components of a scene that runs, when what they depend on went, came or changed.
namespace sofa::simulation {

using Components = std::vector<std::shared_ptr<core::Component>>;

/// Puts all states where the simulation began, since components take what they find at initialisation for the start
/// (the points that a mapping carries, masses of elements), and back when it goes. So with the time. States that are
/// dormant when it comes have no other place than the one they get meanwhile. Until it goes all nodes are awake.
class AtTheStart {
 public:
  explicit AtTheStart(Node& root);
  /// Throws what components throw, unless another exception is under way.
  ~AtTheStart() noexcept(false);
  AtTheStart(const AtTheStart&) = delete;
  AtTheStart& operator=(const AtTheStart&) = delete;

 private:
  struct Kept {
    std::shared_ptr<core::BaseState> state;
    std::vector<double> x, v, f;
  };
  void setTime(double time);

  Node& m_root;
  std::optional<AllAwake> m_awake;
  double m_time;
  int m_exceptions = std::uncaught_exceptions();
  std::vector<Kept> m_states;
};

/// init() and bwdInit() of a component, which is at work then (core::AtWork) and stays until they end. Nothing for one
/// that is dormant.
void initialise(std::shared_ptr<core::Component> component);
void initialiseBackwards(std::shared_ptr<core::Component> component);

/// Projects and propagates the positions and velocities of all states of a node and below.
void propagateStates(Node& node);
/// Carries positions and velocities through the mappings, all of which were initialised. What is initialised late below
/// one that stays as it is sees what that carries.
void carryStates(Node& root);
/// Remembers what a reset restores, but for states that follow others.
void storeResetState(core::Component& component);

/// Has `init` initialise a node and all below, perhaps for a second time: its components find the states where they
/// found them at first, and go on from where the scene is now with what they carry from step to step. What somebody
/// moved before the first step is where the scene starts.
void initOnceMore(Node& node, const std::function<void()>& init);

/// Initialises components that lost something, with the values that the scene gives to their Data. What they add to
/// their nodes by that is initialised with them, and returned. States that have points keep them.
Components initAgain(Components components);

/// Initialises components, and all that are linked to them, as if the scene were loaded: with the values that it gives
/// to their Data, and at its start. A reset brings them to where it would in the loaded scene; now they are where they
/// were.
void initAsLoaded(Node& root, const Components& components);
/// The same for components of which some, `fresh`, are initialised for the first time; states are at the start.
void initForTheFirstTime(Node& root, const Components& components, const Components& fresh);

}  // namespace sofa::simulation
