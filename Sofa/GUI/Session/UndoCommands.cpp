// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Session/UndoCommands.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::gui {
namespace {

using simulation::Node;
using simulation::Objects;

core::Component* asComponent(core::Base* object) { return dynamic_cast<core::Component*>(object); }
core::Node* asNode(core::Base* object) { return dynamic_cast<core::Node*>(object); }

bool isIn(const core::Base& object, const Node& root) {
  const auto* context = object.linkContext();
  return context && context->root() == &root;
}

constexpr const char* gone = "The object is no longer in the scene.";

/// Those that are in the scene and not below another of the list. A problem if one cannot be taken out.
std::string collect(const std::vector<std::weak_ptr<core::Base>>& wanted, const Node& root, Objects& objects) {
  Objects all;
  for (const auto& weak : wanted) {
    auto object = weak.lock();
    if (!object || !isIn(*object, root)) return gone;
    if (object.get() == &root) return "The root of the scene stays where it is.";
    all.push_back(std::move(object));
  }
  const auto isBelow = [](const core::Base& object, core::Base& other) {
    const auto* node = asNode(&other);
    const auto* context = object.linkContext();
    return node && &object != &other && (context == node || node->isAncestorOf(context));
  };
  for (const auto& object : all)
    if (std::none_of(all.begin(), all.end(), [&](const auto& other) { return isBelow(*object, *other); }))
      objects.push_back(object);
  return objects.empty() ? gone : "";
}

std::size_t placeOf(const core::Node& parent, const core::Base& object) {
  const auto find = [&](const auto& list) {
    return static_cast<std::size_t>(
        std::find_if(list.begin(), list.end(), [&](const auto& o) { return o.get() == &object; }) - list.begin());
  };
  return asComponent(const_cast<core::Base*>(&object)) ? find(parent.components()) : find(parent.children());
}

void insert(core::Node& node, const std::shared_ptr<core::Base>& object, std::size_t position) {
  if (auto component = std::dynamic_pointer_cast<core::Component>(object))
    node.addComponent(std::move(component), position);
  else
    node.addChild(std::dynamic_pointer_cast<core::Node>(object), position);
}

void remove(core::Node& node, core::Base& object) {
  if (auto* component = asComponent(&object))
    node.removeComponent(component);
  else
    node.removeChild(asNode(&object));
}

std::size_t asPosition(int position) { return position < 0 ? core::Node::atEnd : static_cast<std::size_t>(position); }

}  // namespace

std::string GroupEdit::redo(Node& root) {
  for (std::size_t i = 0; i < m_edits.size(); ++i) {
    const auto problem = m_edits[i]->redo(root);
    if (problem.empty()) continue;
    while (i-- > 0) m_edits[i]->undo(root);
    return problem;
  }
  return {};
}

void GroupEdit::undo(Node& root) {
  for (auto it = m_edits.rbegin(); it != m_edits.rend(); ++it) (*it)->undo(root);
}

// --- Objects that leave and come back --------------------------------------------------------------------------------

void Placement::take() {
  m_places.clear();
  if (auto* component = asComponent(m_object.get())) {
    auto node = std::static_pointer_cast<core::Node>(component->context()->shared_from_this());
    m_places.emplace_back(node, placeOf(*node, *component));
  } else {
    for (auto* parent : asNode(m_object.get())->parents())
      m_places.emplace_back(std::static_pointer_cast<core::Node>(parent->shared_from_this()),
                            placeOf(*parent, *m_object));
  }
  for (auto& [node, position] : m_places) remove(*node, *m_object);
}

void Placement::put() {
  for (auto& [node, position] : m_places) insert(*node, m_object, position);
}

void Removal::take(Node& root) {
  m_parts.clear();
  m_parts.reserve(m_objects.size());
  for (const auto& object : m_objects) {
    auto& part = m_parts.emplace_back(Part{Placement(object), {}});
    part.followers.release(root, *object);
    part.placement.take();
    part.followers.settle();
  }
}

void Removal::putBack() {
  for (auto it = m_parts.rbegin(); it != m_parts.rend(); ++it) {
    it->placement.put();
    it->followers.restore();
  }
  m_parts.clear();
}

// --- Adding and removing ---------------------------------------------------------------------------------------------

std::string AddEdit::prepareDuplicate(Node& root) {
  const auto original = m_node.lock();
  if (!original || !isIn(*original, root)) return gone;
  if (original.get() == &root) return "The root of the scene cannot be duplicated.";
  auto* component = asComponent(original.get());
  auto* parent = component ? component->context() : asNode(original.get())->parent();
  m_xml = simulation::objectText(*original);
  m_position = static_cast<int>(placeOf(*parent, *original)) + 1;
  m_node = parent->weak_from_this();
  m_duplicates = false;
  return {};
}

std::string AddEdit::create(Node& root) {
  if (m_duplicates)
    if (auto problem = prepareDuplicate(root); !problem.empty()) return problem;
  const auto object = m_node.lock();
  auto* node = dynamic_cast<Node*>(object.get());
  if (!node || !isIn(*node, root)) return gone;
  auto made = simulation::readSceneFragment(m_xml, *node, root.folder());
  if (!made.problem.empty()) return made.problem;
  moveToPosition(*node, made.objects);
  m_made.emplace(std::move(made.objects));
  try {
    simulation::initAdded(root, m_made->objects());
  } catch (const std::exception& problem) {
    m_made->take(root);
    m_made.reset();
    return fmt::format("It cannot be initialised: {}", problem.what());
  }
  return {};
}

void AddEdit::moveToPosition(Node& node, const Objects& objects) const {
  if (m_position < 0) return;
  auto component = asPosition(m_position), child = component;
  for (const auto& object : objects) {
    remove(node, *object);
    insert(node, object, asComponent(object.get()) ? component++ : child++);
  }
}

std::string AddEdit::redo(Node& root) {
  if (!m_made) return create(root);
  m_made->putBack();
  simulation::updateBoundingBoxes(root);
  return {};
}

void AddEdit::undo(Node& root) {
  m_made->take(root);
  simulation::updateBoundingBoxes(root);
}

core::Base* AddEdit::result() const {
  return m_made && !m_made->objects().empty() ? m_made->objects().front().get() : nullptr;
}

Objects AddEdit::takenOut() const { return m_made ? m_made->objects() : Objects{}; }

std::string RemoveEdit::redo(Node& root) {
  Objects objects;
  if (auto problem = collect(m_wanted, root, objects); !problem.empty()) return problem;
  m_removal.emplace(std::move(objects));
  m_removal->take(root);
  simulation::updateBoundingBoxes(root);
  return {};
}

void RemoveEdit::undo(Node& root) {
  m_removal->putBack();
  simulation::updateBoundingBoxes(root);
}

// --- Moving ----------------------------------------------------------------------------------------------------------

std::string MoveEdit::check(Node& root, Node& node) {
  m_objects.clear();
  if (auto problem = collect(m_wanted, root, m_objects); !problem.empty()) return problem;
  for (const auto& object : m_objects) {
    if (auto* below = asNode(object.get()); below && (below == &node || below->isAncestorOf(&node)))
      return fmt::format("{} cannot go below itself.", below->path());
    const auto* component = asComponent(object.get());
    if (!component || component->context() == &node) continue;
    const auto* entry = core::ObjectFactory::instance().find(component->className());
    const auto creator = entry ? entry->creators.find(component->templateName()) : decltype(entry->creators.end()){};
    if (!entry || creator == entry->creators.end()) continue;
    core::ComponentDescription description(component->className());
    const auto given = core::givenAttributes(*component).value_or(core::GivenAttributes{});
    for (const auto& [name, text] : given.values) description.set(name, text);
    if (std::string why; !creator->second.canCreate(node, description, why))
      return fmt::format("{} does not fit into {}: {}", component->name(), node.path(), why);
  }
  return {};
}

void MoveEdit::insert(Node& node) {
  auto component = asPosition(m_position), child = component;
  for (auto& placement : m_placements) {
    const bool isComponent = asComponent(placement.object().get()) != nullptr;
    auto& position = isComponent ? component : child;
    // What stood before the place and left makes the place move.
    if (position != core::Node::atEnd) {
      const auto before = isComponent ? node.components().size() : node.children().size();
      const auto own = placeOf(node, *placement.object());
      if (own < before && own < position) --position;
    }
    placement.take();
    gui::insert(node, placement.object(), position);
    if (position != core::Node::atEnd) ++position;
  }
}

/// Links that a component found by itself where it was are looked for where it is.
void MoveEdit::findAgain() {
  for (const auto& object : m_objects)
    if (asComponent(object.get())) simulation::initElsewhere(static_cast<core::Component&>(*object));
}

std::string MoveEdit::redo(Node& root) {
  const auto target = m_node.lock();
  auto* node = dynamic_cast<Node*>(target.get());
  if (!node || !isIn(*node, root)) return gone;
  if (auto problem = check(root, *node); !problem.empty()) return problem;
  m_placements.clear();
  for (const auto& object : m_objects) m_placements.emplace_back(object);
  insert(*node);
  findAgain();
  simulation::updateBoundingBoxes(root);
  return {};
}

void MoveEdit::undo(Node& root) {
  for (auto it = m_placements.rbegin(); it != m_placements.rend(); ++it) {
    const auto& object = it->object();
    if (auto* component = asComponent(object.get())) {
      remove(*component->context(), *component);
    } else {
      for (auto* parent : std::vector(asNode(object.get())->parents())) remove(*parent, *object);
    }
    it->put();
  }
  findAgain();
  simulation::updateBoundingBoxes(root);
}

// --- The store -------------------------------------------------------------------------------------------------------

Edit* EditStore::find(int id) const {
  const auto it = m_edits.find(id);
  return it == m_edits.end() ? nullptr : it->second.get();
}

void EditStore::drop(int id) {
  const auto it = m_edits.find(id);
  if (it == m_edits.end()) return;
  const auto kept = it->second->takenOut();
  m_kept.insert(m_kept.end(), kept.begin(), kept.end());
  m_edits.erase(it);
}

void EditStore::clear() {
  m_edits.clear();
  m_kept.clear();
}

}  // namespace sofa::gui
