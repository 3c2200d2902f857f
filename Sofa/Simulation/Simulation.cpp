// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Simulation.h"

#include <algorithm>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/ComponentScope.h"
#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/IsA.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Helper/WriteAccess.h"
#include "Sofa/Simulation/Mechanics/FreePoints.h"
#include "Sofa/Simulation/Mechanics/IntegrationChecks.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"
#include "Sofa/Simulation/Mechanics/StateSizes.h"
#include "Sofa/Simulation/Scene/ComputedData.h"
#include "Sofa/Simulation/Scene/InitAgain.h"
#include "Sofa/Simulation/Scene/LateEdits.h"
#include "Sofa/Simulation/Scene/StartOfStates.h"
#include "Sofa/Simulation/Scene/Waking.h"
#include "Sofa/Simulation/SceneGuard.h"

namespace sofa::simulation {
namespace {

void insertFirst(Node& root, const char* className, helper::Severity severity, const char* text) {
  auto component = core::ObjectFactory::instance().create(root, className);
  if (!component) return;
  component->setName(className);
  root.removeComponent(component.get());
  root.addComponent(component, 0);
  if (severity != helper::Severity::Info) root.message(severity, text);
}

void addMissingLoops(Node& root) {
  if (!root.local<core::AnimationLoop>())
    insertFirst(root, "DefaultAnimationLoop", helper::Severity::Warning,
                "No animation loop in the root: a DefaultAnimationLoop is added. Write <DefaultAnimationLoop/> (or "
                "another loop) to say which one is meant.");
  if (!root.local<core::VisualLoop>()) insertFirst(root, "DefaultVisualManagerLoop", helper::Severity::Info, "");
}

void refreshLinks(Node& root) {
  core::forEachNode(root, [](core::Node& node) {
    for (const auto& component : node.components())
      for (auto* link : component->links()) {
        if (!link->isGiven() || link->isResolved() || core::isDormant(*component)) continue;
        link->retry();
        if (!link->isResolved())
          component->warning("Link update failed for {} = {}: no {} is found there.{}", link->name(), link->text(),
                             link->typeName(), core::suggestPath(*component, link->paths().front()));
      }
  });
}

/// What is there before anything is initialised is the scene's own; the rest is not saved with it.
void markScene(Node& root) {
  if (core::isOfScene(root)) return;
  core::forEachNode(root, [](core::Node& node) {
    core::markAsScene(node);
    for (const auto& component : node.components()) core::markAsScene(*component);
  });
}

/// A box that the scene gives is frozen. One that was computed does not count as given.
bool isBoxGiven(const Node& node) { return node.d_bbox.isSet(); }

void includeInBox(Node& node, const type::BoundingBox& box) {
  if (box.empty() || isBoxGiven(node)) return;
  node.d_bbox.edit().include(box);
  node.d_bbox.unset();
}

void emptyBox(Node& node) {
  if (isBoxGiven(node)) return;
  node.d_bbox.edit() = {};
  node.d_bbox.unset();
}

/// Numbers such as lengths and angles are states too, whose points are no places.
bool isOfPlaces(const core::Component& component) { return !core::isA<core::ForceField<type::Vec1Types>>(component); }

void includeBox(Node& node, core::Component& component) {
  component.computeBoundingBox();
  const auto& box = component.d_bbox.value();
  if (!box.empty() && isOfPlaces(component)) includeInBox(node, box);
}

/// init() in order on the way down, bwdInit() in reverse on the way up. Components appended meanwhile are initialised
/// too, dormant ones are not.
class InitVisitor : public Visitor {
 public:
  Answer topDown(Node& node) override {
    node.inheritContext();
    for (std::size_t i = 0; i < node.components().size(); ++i) {
      const auto component = node.components()[i];
      if (core::isDormant(*component)) continue;
      initialise(*component);
      includeBox(node, *component);
    }
    return Answer::Continue;
  }
  void bottomUp(Node& node) override {
    for (std::size_t i = node.components().size(); i-- > 0;) {
      if (i >= node.components().size()) continue;
      const auto component = node.components()[i];
      if (!core::isDormant(*component)) initialiseBackwards(*component);
    }
  }
};

/// What is added meanwhile is left alone; so is what goes, such as the nodes of contacts, and what is dormant.
void forComponents(const std::vector<Node*>& nodes, const std::function<void(core::Component&)>& f) {
  if (nodes.empty()) return;
  const Node& root = *nodes.front()->root();
  std::vector<std::pair<std::shared_ptr<core::Base>, std::shared_ptr<core::Component>>> all;
  for (Node* node : nodes)
    for (const auto& component : node->components())
      if (!core::isDormant(*component)) all.emplace_back(node->shared_from_this(), component);
  for (const auto& [node, component] : all) {
    const auto& owner = static_cast<const Node&>(*node);
    if (component->context() == &owner && (&owner == &root || owner.parent())) f(*component);
  }
}

void propagate(MechanicalOperations& ops) {
  ops.propagatePosition(core::vec::position);
  ops.propagateVelocity(core::vec::velocity);
}

void projectAndPropagate(Node& root) {
  const NotedStart noted(startingStates(root));
  MechanicalOperations ops;
  ops.bind(root);
  ops.projectPositionAndVelocity({}, core::vec::position, core::vec::velocity);
  propagate(ops);
}

bool isMapped(const core::BaseState& state) { return core::localOf<core::BaseMapping>(*state.context()) != nullptr; }

/// What was left out has followed neither the clock nor what it is mapped from.
void catchUp(Node& root) {
  for (Node* node : root.order())
    if (node != &root && node->time() != root.time()) node->inheritContext();
  MechanicalOperations ops;
  ops.bind(root);
  propagate(ops);
}

/// States are at the start.
void initialiseAll(Node& root) {
  markScene(root);
  const WithinStep within(root);
  addMissingLoops(root);
  refreshLinks(root);
  passByDormant(root);
  {
    const AllAwake awake(root);
    core::SimulationInitStartEvent start;
    root.broadcast(start);
    InitVisitor visitor;
    root.execute(visitor);
    core::SimulationInitDoneEvent done;
    root.broadcast(done);
    checkNotedSizes(root, Moment::initialisation);
    projectAndPropagate(root);
    forComponents(root.order(), [](core::Component& c) {
      const auto* state = dynamic_cast<const core::BaseState*>(&c);
      if (!state || !isMapped(*state)) c.storeResetState();
    });
  }
  noteInitialised(root);
  noteAwake(root);
  noteStart(root);
  checkIntegratedStates(root);
  checkFreePoints(root);
  updateBoundingBoxes(root);
  detectActivation(root);
  core::passOverOwnChanges(root);
}

}  // namespace

void initRoot(Node& root) {
  const GuardedScene guarded(root);
  const helper::ProfileScope scope("Simulation::init");
  initOnceMore(root, [&] { initialiseAll(root); });
}

void reset(Node& root) {
  const GuardedScene guarded(root);
  settleEdits(root);
  initWoken(root);
  detectActivation(root);
  const WithinStep within(root);
  for (Node* node : allNodes(root)) node->inheritContext();
  forComponents(allNodes(root), [](core::Component& c) { c.reset(); });
  for (Node* node : allNodes(root))
    if (node->time() != root.time()) node->d_time.set(root.time());
  noteLeftStart(root, false);
  const AllAwake awake(root);
  // What is put back was projected when it was stored. Again, it could move: by a rounding error, or a second time.
  MechanicalOperations ops;
  ops.bind(root);
  propagate(ops);
  core::passOverOwnChanges(root);
}

void animate(Node& root, double dt) {
  const helper::ProfileScope scope("Simulation::animate");
  const double h = dt == 0 ? root.dt() : dt;
  if (!(h > 0) || !std::isfinite(h)) {
    root.error("dt=\"{}\": the time step must be a positive number; nothing is simulated.", h);
    return;
  }
  const GuardedScene guarded(root);
  helper::firstStepAsked();
  noteLeftStart(root, true);
  settleEdits(root);
  initWoken(root);
  core::tellUnreadData(root);
  const WithinStep within(root);
  checkNotedSizes(root);
  if (detectActivation(root)) catchUp(root);
  const auto& components = root.components();
  const auto loop = std::ranges::find_if(components, [](const auto& c) { return core::isA<core::AnimationLoop>(*c); });
  if (loop != components.end())
    dynamic_cast<core::AnimationLoop&>(**loop).step(dt);
  else
    root.error("There is no animation loop in the root: nothing can be simulated.");
  core::passOverOwnChanges(root);
}

void updateVisual(Node& root) {
  const GuardedScene guarded(root);
  const WithinStep within(root);
  const helper::ProfileScope scope("UpdateVisual");
  for (Node* node : root.order())
    for (const auto& component : node->components()) {
      if (core::isDormant(*component)) continue;
      const core::ComponentScope timed(*component);
      component->updateVisual();
    }
}

void unload(Node& root) {
  const GuardedScene guarded(root);
  forgetEdits(root);
  core::forEachNode(root, [](core::Node& node) {
    for (const auto& component : std::vector(node.components())) component->cleanup();
  });
}

void updateBoundingBoxes(Node& root) {
  const helper::ProfileScope scope("UpdateBBox");
  const auto& nodes = root.order();
  for (Node* node : nodes) {
    emptyBox(*node);
    for (const auto& component : node->components()) {
      component->d_bbox.edit() = {};
      includeBox(*node, *component);
    }
  }
  for (auto it = nodes.rbegin(); it != nodes.rend(); ++it)
    for (const auto& child : (*it)->children()) includeInBox(**it, child->d_bbox.value());
}

const core::Component* firstNonFiniteState(Node& root) {
  for (Node* node : root.order())
    for (const auto& c : node->components()) {
      const auto* state = dynamic_cast<const core::BaseState*>(c.get());
      if (!state || !state->isMechanical()) continue;
      for (const double largest :
           {state->largestMagnitude(core::vec::position), state->largestMagnitude(core::vec::velocity)})
        if (!std::isfinite(largest)) return state;
    }
  return nullptr;
}

}  // namespace sofa::simulation
