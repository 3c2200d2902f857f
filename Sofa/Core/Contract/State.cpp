#include "Sofa/Core/Contract/State.h"

#include <typeinfo>
#include <unordered_set>

#include "Sofa/Core/Contract/MeshChange.h"

namespace sofa::core {

void BaseState::followPoints(const ElementChange& points) { resize(points.after()); }

/// The state that a component is; null if it is none. Nodes with thousands of components are asked again and again
/// while they are built: what a class is found to be is kept.
static BaseState* asState(Component* component) {
  thread_local std::unordered_set<const std::type_info*> others;
  thread_local const std::type_info* last = nullptr;
  const auto* type = &typeid(*component);
  if (type == last) return nullptr;
  if (!others.contains(type)) {
    if (auto* state = dynamic_cast<BaseState*>(component)) return state;
    others.insert(type);
  }
  last = type;
  return nullptr;
}

BaseState* localMechanicalState(const Node& node) {
  const auto& components = node.components();
  for (auto it = components.rbegin(); it != components.rend(); ++it)
    if (auto* state = asState(it->get()); state && state->isMechanical()) return state;
  return nullptr;
}

BaseState* mechanicalState(const Node& node) {
  if (auto* state = localMechanicalState(node)) return state;
  for (auto* parent : node.parents())
    if (auto* state = mechanicalState(*parent)) return state;
  return nullptr;
}

BaseState* findState(const Base& owner, std::string_view path, const std::function<bool(const BaseState&)>& accepts) {
  const auto isState = [&](const Base* object) {
    const auto* state = dynamic_cast<const BaseState*>(object);
    return state && accepts(*state);
  };
  return dynamic_cast<BaseState*>(resolveLinkPath(owner, path, isState, true));
}

}  // namespace sofa::core
