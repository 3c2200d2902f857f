// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/FollowUps.h"

#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/Service/NotCreated.h"

namespace sofa::core {
namespace {

/// Components of the modules `users` look for one of the modules `needed` around them.
struct Dependence {
  std::string_view needed;
  std::vector<std::string_view> users;  ///< beginnings of names; an empty one means all
  bool anywhere = false;                ///< else at or below the node of what is needed
};

const std::vector<Dependence>& dependences() {
  static const std::vector<Dependence> all = {
      {"Sofa.Component.StateContainer", {""}},
      {"Sofa.Component.Topology.Container", {""}},
      {"Sofa.Component.Topology.Mapping", {""}},
      {"Sofa.Component.Mapping", {""}},
      {"Sofa.Component.Mass", {"Sofa.Component.StateContainer", "Sofa.Component.ODESolver", "Sofa.Component.Linear"}},
      {"Sofa.Component.Linear", {"Sofa.Component.Linear", "Sofa.Component.ODESolver", "Sofa.Component.Constraint"}},
      {"Sofa.Component.ODESolver",
       {"Sofa.Component.StateContainer", "Sofa.Component.Linear", "Sofa.Component.Constraint"}},
      {"Sofa.Component.Constraint.Lagrangian.Solver",
       {"Sofa.Component.Constraint.Lagrangian", "Sofa.Component.AnimationLoop", "Sofa.Component.ODESolver"},
       true},
      {"Sofa.Component.Constraint.Lagrangian.Correction", {"Sofa.Component.Constraint.Lagrangian.Solver"}, true},
      {"Sofa.Component.AnimationLoop", {"Sofa.Component.Constraint.Lagrangian"}, true},
      {"Sofa.Component.Collision.Detection", {"Sofa.Component.Collision"}, true},
      {"Sofa.Component.Collision.Response", {"Sofa.Component.Collision"}, true},
      {"Sofa.GL.Component.Shader", {"Sofa.GL.Component.Shader"}},
  };
  return all;
}

std::string moduleOf(const Base& object) {
  if (const auto* element = dynamic_cast<const NotCreated*>(&object)) return element->module();
  const auto* entry = ObjectFactory::instance().find(object.className());
  return entry ? entry->module : std::string();
}

/// Whether users of `module` in `node` look for what `provider`, of the module `provided`, is or would be.
bool looksFor(const Base& provider, const std::string& provided, const std::string& module, const Node& node) {
  const Node* place = provider.linkContext();
  for (const Dependence& dependence : dependences()) {
    if (!provided.starts_with(dependence.needed)) continue;
    if (!dependence.anywhere && place != &node && !(place && place->isAncestorOf(&node))) continue;
    for (const auto user : dependence.users)
      if (module.starts_with(user)) return true;
  }
  return false;
}

const NotCreated* elementIn(const Node& node, std::string_view name) {
  for (const auto& component : node.components())
    if (const auto* element = dynamic_cast<const NotCreated*>(component.get()); element && element->answersTo(name))
      return element;
  return nullptr;
}

/// The path of an object without what names a Data of it: "@a/b.c" and "@a/b" give "a/b".
std::string_view objectPart(std::string_view path) {
  path.remove_prefix(path.starts_with('@') ? 1 : 0);
  const auto slash = path.rfind('/');
  const auto dot = path.find('.', slash == path.npos ? 0 : slash + 1);
  const bool isName = dot != path.npos && dot > (slash == path.npos ? 0 : slash + 1);
  return isName ? path.substr(0, dot) : path;
}

}  // namespace

FollowUps::FollowUps(Node& root, const std::vector<const Base*>& causes) {
  for (const auto* cause : causes) m_causes.emplace(cause, cause);
  for (const auto* cause : causes) addProvider(*cause);
  if (causes.empty()) return;
  std::vector<const Base*> objects;
  forEachNode(root, [&](Node& node) {
    for (const auto& component : node.components())
      if (!m_causes.contains(component.get())) objects.push_back(component.get());
  });
  for (bool grows = true; grows;) {
    const std::size_t before = m_causes.size();
    std::erase_if(objects, [&](const Base* object) {
      const Base* linked = causeByLinks(*object);
      const Base* cause = linked ? linked : causeByPlace(*object);
      if (!cause) return false;
      m_causes.emplace(object, cause);
      if (linked || dynamic_cast<const NotCreated*>(object)) addProvider(*object);
      return true;
    });
    grows = m_causes.size() > before;
  }
}

void FollowUps::addProvider(const Base& object) {
  std::string module = moduleOf(object);
  if (!module.empty() && m_provided.emplace(module, object.linkContext()).second)
    m_providers.push_back({&object, std::move(module)});
}

const Base* FollowUps::causeOf(const Base& object) const {
  const auto it = m_causes.find(&object);
  return it == m_causes.end() ? nullptr : it->second;
}

const Base* FollowUps::causeByPlace(const Base& object) const {
  if (!object.linkContext()) return nullptr;
  const std::string module = moduleOf(object);
  for (const auto& provider : m_providers)
    if (looksFor(*provider.object, provider.module, module, *object.linkContext())) return causeOf(*provider.object);
  return nullptr;
}

const Base* FollowUps::causeByLinks(const Base& object) const {
  for (const auto* link : object.links()) {
    for (std::size_t i = 0; i < link->size(); ++i)
      if (link->target(i))
        if (const Base* cause = causeOf(*link->target(i))) return cause;
    if (link->isResolved()) continue;
    for (const auto& path : link->paths())
      if (const Base* cause = causeOfPath(object, path)) return cause;
  }
  for (const auto* data : object.dataFields()) {
    const BaseData* parent = data->parent();
    const Base* cause = parent && parent->owner()   ? causeOf(*parent->owner())
                        : !data->linkPath().empty() ? causeOfPath(object, data->linkPath())
                                                    : nullptr;
    if (cause) return cause;
  }
  if (const auto* element = dynamic_cast<const NotCreated*>(&object))
    for (const auto& [name, attribute] : element->description().attributes())
      if (attribute.value.starts_with('@'))
        if (const Base* cause = causeOfPath(object, attribute.value)) return cause;
  return nullptr;
}

const Base* FollowUps::causeOfPath(const Base& owner, std::string_view path) const {
  const Base* found = findObjectByPath(owner, "@" + std::string(objectPart(path)));
  if (found && found != &owner)
    if (const Base* cause = causeOf(*found)) return cause;
  const auto* element = elementAt(owner, objectPart(path));
  return element ? causeOf(*element) : nullptr;
}

const NotCreated* FollowUps::elementAt(const Base& owner, std::string_view path) const {
  Node* start = owner.linkContext();
  if (!start || path.empty()) return nullptr;
  const auto slash = path.rfind('/');
  if (slash != path.npos) {
    const auto* node = dynamic_cast<const Node*>(
        findObjectByPath(owner, slash == 0 ? "@/" : "@" + std::string(path.substr(0, slash))));
    return node ? elementIn(*node, path.substr(slash + 1)) : nullptr;
  }
  for (const Node* node = start; node; node = node->parent())
    if (const auto* element = elementIn(*node, path)) return element;
  return nullptr;
}

}  // namespace sofa::core
