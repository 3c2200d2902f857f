// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/State.h"

#include "Sofa/Core/Contract/MeshChange.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Core/ObjectModel/Path.h"

namespace sofa::core {

void BaseState::followPoints(const ElementChange& points) { resize(points.after()); }

namespace {

/// The last one among the components.
BaseState* searchMechanicalState(const Node& node) {
  return dynamic_cast<BaseState*>(lastOfKind(node, [](const Component& component) {
    const auto* state = dynamic_cast<const BaseState*>(&component);
    return state && state->isMechanical();
  }));
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
    const auto isAccepted = [&](const Component& component) {
      const auto* state = dynamic_cast<const BaseState*>(&component);
      return state && accepts(*state);
    };
    if (auto* state = up == &node ? nullptr : firstOfKind(*up, isAccepted)) return dynamic_cast<BaseState*>(state);
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
