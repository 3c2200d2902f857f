// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/Simulation/Node.h"

/// Changes of the graph that scripts make in a scene that runs: at any moment, within a step too, one by one, and often
/// without initialising what they add. Here they are only noted; they become part of the scene before its next step
/// (docs/manual/python.md, "Building"). An editor, which says when a change is whole, uses GraphEdit.h itself.
namespace sofa::simulation {

/// The object, a component or a node, came into `node`.
void noteAdded(core::Node& node, const std::shared_ptr<core::Base>& object);
/// Somebody has initialised the object, and what is below.
void noteInitialised(core::Base& object);
/// The object left `node`. What is linked to it goes on with it until the next step.
void noteRemoved(core::Node& node, const std::shared_ptr<core::Base>& object);
/// Takes a component out of its node, and notes it. Within a step it keeps the node as its context until the end of the
/// step: whoever is at work with it finds there what it needs.
void takeOut(core::Node& node, const std::shared_ptr<core::Component>& component);
/// The node that holds the component; null if none does, or does any more.
core::Node* holderOf(const core::Component& component);
/// A link of the component led somewhere and leads nowhere now.
void noteUnlinked(core::Component& component);
/// A step, or something else that works with the components of a scene, as long as it lives.
class WithinStep {
 public:
  explicit WithinStep(Node& root);
  ~WithinStep();
  WithinStep(const WithinStep&) = delete;
  WithinStep& operator=(const WithinStep&) = delete;

 private:
  std::shared_ptr<void> m_edits;
};
/// Whether the component was added and nobody has initialised it yet. Until then it takes no part in mechanics.
bool awaitsInit(const core::Component& component);
/// Initialises what was added and still waits for it. What was linked to an object that left and did not come back lets
/// go of it, as Followers tell; it and what lost a link otherwise are initialised again, and find something else or
/// give up.
void settleEdits(Node& root);
/// Lets go of all that was noted, at the end of the scene.
void forgetEdits(Node& root);

}  // namespace sofa::simulation
