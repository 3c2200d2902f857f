#include "Sofa/Core/Contract/State.h"

#include <typeinfo>

#include "Sofa/Core/Contract/MeshChange.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Core/ObjectModel/Path.h"

namespace sofa::core {

void BaseState::followPoints(const ElementChange& points) { resize(points.after()); }

namespace {

/// The last one among the components; those of one class in a row that is none are passed over at once.
BaseState* searchMechanicalState(const Node& node) {
  const std::type_info* other = nullptr;
  const auto& components = node.components();
  for (auto it = components.rbegin(); it != components.rend(); ++it) {
    auto& component = **it;
    if (&typeid(component) == other) continue;
    auto* state = dynamic_cast<BaseState*>(&component);
    if (state && state->isMechanical()) return state;
    if (!state) other = &typeid(component);
  }
  return nullptr;
}

}  // namespace

BaseState* localMechanicalState(const Node& node) {
  return detail::searchOnce<BaseState>(node, [](const Node& n) { return searchMechanicalState(n); });
}

BaseState* mechanicalState(const Node& node) { return firstUpwards(node, localMechanicalState); }

namespace {
/// The state of a node above `node`, if the nearest that has a mechanical one has one that is accepted.
BaseState* stateAbove(const Node& node, const std::function<bool(const BaseState&)>& accepts) {
  for (const Node* up = &node; up; up = up->parent()) {
    if (up != &node)
      for (const auto& component : up->components())
        if (auto* state = dynamic_cast<BaseState*>(component.get()); state && accepts(*state)) return state;
    if (localMechanicalState(*up)) return nullptr;
  }
  return nullptr;
}
}  // namespace

BaseState* findState(const Base& owner, std::string_view path, const std::function<bool(const BaseState&)>& accepts) {
  const auto isState = [&](const Base* object) {
    const auto* state = dynamic_cast<const BaseState*>(object);
    return state && accepts(*state);
  };
  if (auto* found = resolveLinkPath(owner, path, isState, false)) return dynamic_cast<BaseState*>(found);
  if (!path.starts_with('@')) return nullptr;
  const auto* node = dynamic_cast<const Node*>(findObjectByPath(owner, path));
  return node ? stateAbove(*node, accepts) : nullptr;
}

}  // namespace sofa::core
