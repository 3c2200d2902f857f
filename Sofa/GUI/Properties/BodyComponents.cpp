// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/BodyComponents.h"

#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Node.h"

namespace sofa::gui {
namespace {

core::Node* nodeOf(core::Base& object) {
  if (auto* node = dynamic_cast<core::Node*>(&object)) return node;
  const auto* component = dynamic_cast<const core::Component*>(&object);
  return component ? component->context() : nullptr;
}

bool movesByItself(const core::Node& node) {
  std::vector<const core::BaseState*> states, mapped;
  for (const auto& component : node.components()) {
    const auto* state = dynamic_cast<const core::BaseState*>(component.get());
    if (state && state->isMechanical()) states.push_back(state);
    if (const auto* mapping = dynamic_cast<const core::BaseMapping*>(component.get()))
      for (const auto* output : mapping->outputs()) mapped.push_back(output);
  }
  return std::any_of(states.begin(), states.end(),
                     [&](const auto* state) { return std::find(mapped.begin(), mapped.end(), state) == mapped.end(); });
}

/// 0 for what says nothing of the material, more for what says it better.
int materialRank(const core::Base& object) {
  for (const char* name : {"youngModulus", "defaultYoungModulus", "ParameterSet"})
    if (object.findData(name)) return 3;
  if (dynamic_cast<const core::BaseMass*>(&object)) return 1;
  if (!dynamic_cast<const core::BaseForceField*>(&object)) return 0;
  const auto& fields = object.dataFields();
  const bool stiff = std::any_of(fields.begin(), fields.end(), [](const auto* data) {
    return data->name() == "stiffness" || (data->name().ends_with("Stiffness") && data->name() != "rayleighStiffness");
  });
  return stiff ? 2 : 0;
}

/// The node and what is below, each once.
std::vector<core::Node*> nodesBelow(core::Node& top) {
  std::vector<core::Node*> nodes{&top};
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (const auto& child : nodes[i]->children())
      if (std::find(nodes.begin(), nodes.end(), child.get()) == nodes.end()) nodes.push_back(child.get());
  return nodes;
}

}  // namespace

core::Node* bodyOf(core::Base& object) {
  auto* const own = nodeOf(object);
  for (auto* node = own; node; node = node->parents().empty() ? nullptr : node->parents().front())
    if (movesByItself(*node)) return node;
  return own;
}

core::Base* materialOf(core::Base& object) {
  auto* const body = bodyOf(object);
  if (!body || !movesByItself(*body)) return &object;  // what is below it is no part of one body
  std::vector<core::Node*> nodes;
  for (auto* node = nodeOf(object); node != body; node = node->parents().front()) nodes.push_back(node);
  for (auto* node : nodesBelow(*body))
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
  core::Base* best = &object;
  int rank = materialRank(object);
  for (const auto* node : nodes)
    for (const auto& component : node->components())
      if (const int found = materialRank(*component); found > rank) {
        best = component.get();
        rank = found;
      }
  return best;
}

std::vector<core::Base*> componentsOfBody(core::Base& object) {
  std::vector<core::Base*> all;
  auto* const body = bodyOf(object);
  if (!body) return all;
  const auto nodes = movesByItself(*body) ? nodesBelow(*body) : std::vector<core::Node*>{body};
  for (const auto* node : nodes)
    for (const auto& component : node->components()) all.push_back(component.get());
  return all;
}

}  // namespace sofa::gui
