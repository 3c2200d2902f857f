// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picking/PassingParts.h"

#include "Sofa/Simulation/Run/Checkpoint.h"

namespace sofa::gl {

void takeOut(std::weak_ptr<core::Component>& component) {
  if (const auto found = component.lock())
    if (auto* node = found->context()) node->removeComponent(found.get());
  component.reset();
}

void takeOut(std::weak_ptr<core::Node>& node) {
  if (const auto found = node.lock())
    for (auto* parent : std::vector(found->parents())) parent->removeChild(found.get());
  node.reset();
}

void markPassing(core::Component& component, const core::BaseState& state) {
  auto tags = state.d_tags.value();
  tags.insert(std::string(simulation::passingTag));
  component.d_tags.set(std::move(tags));
}

}  // namespace sofa::gl
