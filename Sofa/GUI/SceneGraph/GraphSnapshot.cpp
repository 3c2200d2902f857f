// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/SceneGraph/GraphSnapshot.h"

#include <typeindex>
#include <unordered_map>

#include "Sofa/Component/Visual/VisualModelImpl.h"
#include "Sofa/Core/Contract/CollisionDetection.h"
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::gui {
namespace {

template <class T>
bool is(const core::Base& object) {
  return dynamic_cast<const T*>(&object) != nullptr;
}

/// Families that no contract tells, by the module that a class was registered in.
Kinds kindOfModule(const core::Base& object) {
  const auto* entry = core::ObjectFactory::instance().find(object.className());
  if (!entry) return 0;
  const auto& module = entry->module;
  const auto in = [&](std::string_view prefix) { return module.starts_with(prefix); };
  if (in("Sofa.Component.Visual") || in("Sofa.GL.")) return bitOf(Kind::Visual);
  if (in("Sofa.Component.Topology")) return bitOf(Kind::Topology);
  if (in("Sofa.Component.IO") && object.className().ends_with("Loader")) return bitOf(Kind::Loader);
  if (in("Sofa.Component.Setting")) return bitOf(Kind::Configuration);
  if (in("Sofa.Component.Collision")) return bitOf(Kind::CollisionPipeline);
  return 0;
}

/// What the class alone tells.
Kinds kindsOfClass(const core::Base& object) {
  Kinds kinds = 0;
  const auto add = [&](bool belongs, Kind kind) { kinds |= belongs ? bitOf(kind) : 0; };
  add(is<core::ContextObject>(object), Kind::Context);
  add(is<core::BehaviorModel>(object), Kind::BehaviorModel);
  add(is<core::CollisionModel>(object), Kind::CollisionModel);
  add(is<core::BaseProjectiveConstraint>(object), Kind::ProjectiveConstraint);
  add(is<core::BaseLagrangianConstraint>(object), Kind::ConstraintSet);
  add(is<core::OdeSolver>(object) || is<core::LinearSolver>(object) || is<core::NewtonSolver>(object) ||
          is<core::LinearSystem>(object) || is<core::ConstraintSolver>(object) ||
          is<core::ConstraintCorrection>(object),
      Kind::Solver);
  add(is<core::CollisionPipelineBase>(object) || is<core::BroadPhase>(object) || is<core::NarrowPhase>(object) ||
          is<core::Intersection>(object) || is<core::ContactManager>(object),
      Kind::CollisionPipeline);
  add(is<core::BaseMass>(object), Kind::Mass);
  add(is<core::BaseMeshTopology>(object), Kind::Topology);
  add(is<component::visual::VisualModelImpl>(object), Kind::Visual);
  return kinds ? kinds : kindOfModule(object);
}

/// What depends on the object.
Kinds kindsOfObject(const core::Base& object) {
  if (const auto* force = dynamic_cast<const core::BaseForceField*>(&object); force && !is<core::BaseMass>(object))
    return bitOf(force->isInteraction() ? Kind::InteractionForceField : Kind::ForceField);
  if (const auto* mapping = dynamic_cast<const core::BaseMapping*>(&object))
    return bitOf(mapping->isMechanical() ? Kind::MechanicalMapping : Kind::Mapping);
  const auto* state = dynamic_cast<const core::BaseState*>(&object);
  return state && state->isMechanical() ? bitOf(Kind::MechanicalState) : 0;
}

class Taker {
 public:
  int take(core::Node& node) {
    if (const auto known = m_known.find(&node); known != m_known.end()) return known->second;
    const int index = add(node);
    m_known.emplace(&node, index);
    {
      auto& entry = m_snapshot->entries[static_cast<std::size_t>(index)];
      entry.isNode = true;
      entry.isActive = node.isActive();
      entry.isSleeping = node.d_sleeping.value();
      entry.parentCount = static_cast<int>(node.parents().size());
      entry.componentCount = static_cast<int>(node.components().size());
    }
    std::vector<int> children;
    children.reserve(node.components().size() + node.children().size());
    for (const auto& component : node.components()) {
      children.push_back(add(*component));
      m_snapshot->entries.back().isValid = component->isValid();
    }
    for (const auto& child : node.children()) children.push_back(take(*child));
    m_snapshot->entries[static_cast<std::size_t>(index)].children = std::move(children);
    return index;
  }
  std::shared_ptr<GraphSnapshot> snapshot() { return std::move(m_snapshot); }

 private:
  int add(core::Base& object) {
    GraphEntry entry;
    entry.object = object.weak_from_this();
    entry.id = &object;
    entry.name = QString::fromStdString(object.name());
    entry.className = word(object.className().empty() ? "Node" : object.className());
    entry.templateName = word(object.templateName());
    entry.kinds = kinds(object);
    entry.isEdited = core::isEdited(object);
    const auto& data = object.dataFields();
    entry.followedData = static_cast<int>(std::count_if(
        data.begin(), data.end(), [&](const auto* d) { return d->parent() && d->parent()->owner() != &object; }));
    m_snapshot->entries.push_back(std::move(entry));
    return static_cast<int>(m_snapshot->entries.size()) - 1;
  }
  /// Words that come again share their letters.
  const QString& word(const std::string& text) {
    auto [it, isNew] = m_words.try_emplace(text);
    if (isNew) it->second = QString::fromStdString(text);
    return it->second;
  }
  Kinds kinds(const core::Base& object) {
    if (is<core::Node>(object)) return bitOf(Kind::Node);
    auto [it, isNew] = m_classes.try_emplace(typeid(object));
    if (isNew) it->second = kindsOfClass(object);
    const Kinds all = it->second | kindsOfObject(object);
    return all ? all : bitOf(Kind::Object);
  }

  std::shared_ptr<GraphSnapshot> m_snapshot = std::make_shared<GraphSnapshot>();
  std::unordered_map<const core::Node*, int> m_known;
  std::unordered_map<std::string, QString> m_words;
  std::unordered_map<std::type_index, Kinds> m_classes;
};

/// "name = value" of the first Data that fits; empty if none does.
QString matchingData(const core::Base& object, const QString& text) {
  constexpr std::size_t fewScalars = 32;
  constexpr int shown = 60;
  for (const auto* data : object.dataFields()) {
    if (data->name() == "name") continue;
    const QString name = QString::fromStdString(data->name());
    const bool isShort = !data->isDirty() &&
                         (!data->type().isNumeric() || data->type().scalarCount(data->rawValue()) <= fewScalars) &&
                         (!data->type().name().starts_with("vector<") || data->type().isNumeric());
    const QString value = isShort ? QString::fromStdString(data->text()) : QString();
    if (!name.contains(text, Qt::CaseInsensitive) && !value.contains(text, Qt::CaseInsensitive)) continue;
    return value.isEmpty() ? name : name + " = " + (value.size() > shown ? value.left(shown) + "…" : value);
  }
  return {};
}

}  // namespace

Kinds kindsOf(const core::Base& object) {
  if (is<core::Node>(object)) return bitOf(Kind::Node);
  const Kinds all = kindsOfClass(object) | kindsOfObject(object);
  return all ? all : bitOf(Kind::Object);
}

std::shared_ptr<const GraphSnapshot> GraphSnapshot::take(core::Node& root) {
  Taker taker;
  taker.take(root);
  return taker.snapshot();
}

QHash<const void*, QString> searchData(core::Node& root, const QString& text) {
  QHash<const void*, QString> found;
  const auto look = [&](const core::Base& object) {
    if (const auto match = matchingData(object, text); !match.isEmpty()) found.insert(&object, match);
  };
  core::forEachNode(root, [&](core::Node& node) {
    look(node);
    for (const auto& component : node.components()) look(*component);
  });
  return found;
}

}  // namespace sofa::gui
