#include "Sofa/Core/Contract/State.h"

#include "Sofa/Core/Contract/MeshChange.h"

namespace sofa::core {

void BaseState::followPoints(const ElementChange& points) { resize(points.after()); }

BaseState* localMechanicalState(const Node& node) {
  const auto& components = node.components();
  for (auto it = components.rbegin(); it != components.rend(); ++it)
    if (auto* state = dynamic_cast<BaseState*>(it->get()); state && state->isMechanical()) return state;
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
