// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/SceneChecks.h"

#include <set>

#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/Service/NotCreated.h"
#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Core/Service/TemplateNames.h"

namespace sofa::simulation {
namespace {

constexpr std::string_view specialCharacters = " !@#$%^&*()+=[]{}|;':\",./\\<>?";

void checkNames(const core::Node& node, std::vector<std::string>& special) {
  if (node.name().empty() && node.parent()) node.warning("This node has no name; paths cannot refer to it.");
  std::set<std::string> seen;
  const auto check = [&](const core::Base& object) {
    const std::string& name = object.name();
    if (dynamic_cast<const core::InfoComponent*>(&object)) return;
    if (name.find_first_of(specialCharacters) != name.npos && object.className() != "RequiredPlugin")
      special.push_back(name);
    if (!name.empty() && !seen.insert(name).second)
      object.warning("Several objects of this node are called \"{}\"; paths find the first one only.", name);
  };
  for (const auto& child : node.children()) check(*child);
  for (const auto& component : node.components()) check(*component);
}

void checkMappings(const core::Node& node) {
  for (const auto* mapping : node.allLocal<core::BaseMapping>())
    for (const auto* output : mapping->outputs())
      if (output && output->context() != &node)
        mapping->warning("The output {} of this mapping lies in another node; put the mapping beside its output.",
                         output->path());
}

/// Of several states in a node only the last takes part, and what is wrong then shows elsewhere.
void checkStates(const core::Node& node) {
  const core::BaseState* last = nullptr;
  std::string others;
  for (const auto* state : node.allLocal<core::BaseState>()) {
    if (!state->isMechanical()) continue;
    if (last) others += (others.empty() ? "" : ", ") + last->name();
    last = state;
  }
  if (!others.empty())
    last->warning(
        "The node holds other mechanical states, {}: of several the last counts, and the others stay where they "
        "are. Give each a node of its own.",
        others);
}

/// What the scene holds, as far as the checks need it.
struct Inventory {
  std::map<std::string, int> classes;
  std::vector<std::string> specialNames;
};

void checkCollision(Node& root, const Inventory& inventory) {
  const auto count = [&](const char* name) {
    const auto it = inventory.classes.find(name);
    return it == inventory.classes.end() ? 0 : it->second;
  };
  const int pipelines = count("CollisionPipeline"), composites = count("CompositeCollisionPipeline");
  if (count("CollisionResponse") > 1 && composites == 0)
    root.warning("Several CollisionResponse components: only one is used. Keep one.");
  int models = 0;
  for (const auto& [name, n] : inventory.classes)
    if (name.ends_with("CollisionModel")) models += n;
  if (pipelines > 0 && models == 0)
    root.warning("There is a CollisionPipeline but no collision model: nothing can collide.");
  if (pipelines + composites + count("BarrierContactForceField") == 0 && models > 0)
    root.warning("There are collision models but no CollisionPipeline: nothing will collide.");
}

}  // namespace

void checkScene(Node& root) {
  Inventory inventory;
  core::forEachNode(root, [&](core::Node& node) {
    checkNames(node, inventory.specialNames);
    checkMappings(node);
    checkStates(node);
    for (const auto& component : node.components()) {
      const auto* element = dynamic_cast<const core::NotCreated*>(component.get());  // told already
      ++inventory.classes[element ? element->description().type() : component->className()];
    }
  });
  if (const auto& names = inventory.specialNames; !names.empty())
    root.warning(
        "{} name(s) hold a special character, \"{}\" first; use letters, digits, '-' and '_' so that paths can refer "
        "to them.",
        names.size(), names.front());
  checkCollision(root, inventory);
}

}  // namespace sofa::simulation
