// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/StateSizes.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"

namespace sofa::simulation {
namespace {

using core::BaseMeshTopology;
using core::BaseState;
using core::Component;

struct Noted {
  std::weak_ptr<core::Base> alive;
  BaseState* state = nullptr;
  std::size_t before = 0;  ///< how many points it had
};

std::mutex access;
std::vector<Noted> noted;
std::atomic<int> notedCount{0}, refusedCount{0};

/// Goes with a component that takes no part. Counted from refuse() until it goes, be it with its component.
struct TakesNoPart {
  core::ComponentState before;
  const BaseState* state = nullptr;  ///< of which that many points are needed
  std::size_t needed = 0;
  bool wasActive = false;  ///< of a collision model
  ~TakesNoPart() { --refusedCount; }
};

/// The sizes that concern this scene; those of others wait for it.
std::unordered_map<const BaseState*, std::size_t> takeNoted(const core::Node& root) {
  const std::scoped_lock lock(access);
  std::unordered_map<const BaseState*, std::size_t> taken;  // and how many points they had
  std::erase_if(noted, [&](const Noted& each) {
    const auto alive = each.alive.lock();
    if (!alive || !each.state->context()) return true;
    if (each.state->context()->root() != &root) return false;
    taken[each.state] = std::max(taken[each.state], each.before);
    return true;
  });
  notedCount = static_cast<int>(noted.size());
  return taken;
}

template <class Element>
std::optional<std::string> missingIn(const BaseMeshTopology& mesh, const BaseState& state, std::string_view kind) {
  const auto& elements = core::elementsOf<Element>(mesh);
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (const type::Index i : elements[e])
      if (i >= state.size())
        return fmt::format("{} {} of {} names point {}, but the mechanical state {} has {} points.", kind, e,
                           mesh.path(), i, state.path(), state.size());
  return {};
}

std::optional<std::string> missingIn(const BaseMeshTopology& mesh, const BaseState& state) {
  std::optional<std::string> found;
  const auto look = [&]<class Element>(std::type_identity<Element>, std::string_view kind) {
    if (!found) found = missingIn<Element>(mesh, state, kind);
  };
  look(std::type_identity<type::Hexahedron>{}, "Hexahedron");
  look(std::type_identity<type::Tetrahedron>{}, "Tetrahedron");
  look(std::type_identity<type::Prism>{}, "Prism");
  look(std::type_identity<type::Pyramid>{}, "Pyramid");
  look(std::type_identity<type::Quad>{}, "Quad");
  look(std::type_identity<type::Triangle>{}, "Triangle");
  look(std::type_identity<type::Edge>{}, "Edge");
  return found;
}

bool namesPoints(const core::BaseData& data) { return data.options().follows == core::pointIndices; }

std::optional<std::string> missingIn(const core::BaseData& data, const BaseState& state) {
  const auto numbers = data.type().scalarCount(data.rawValue());
  const auto* list = data.type().name() == core::typeInfo<std::vector<type::Index>>().name()
                         ? static_cast<const std::vector<type::Index>*>(data.rawValue())
                         : nullptr;
  if (!list || numbers == 0) return {};
  const auto bad = std::ranges::find_if(*list, [&](type::Index i) { return i >= state.size(); });
  if (bad == list->end()) return {};
  return fmt::format("{}: there is no point {}: the mechanical state {} has {} points.", data.name(), *bad,
                     state.path(), state.size());
}

/// The states that the component is linked to, and the meshes that tell which points of these it names.
struct Linked {
  std::vector<const BaseState*> states;
  std::vector<const BaseMeshTopology*> meshes;
};

Linked linksOf(const Component& component) {
  Linked linked;
  for (const auto* link : component.links()) {
    if (link->name().starts_with("output_")) continue;  // the mesh of what a mapping moves
    for (std::size_t i = 0; i < link->size(); ++i) {
      const auto* target = link->target(i);
      if (const auto* state = dynamic_cast<const BaseState*>(target)) linked.states.push_back(state);
      if (const auto* mesh = dynamic_cast<const BaseMeshTopology*>(target)) linked.meshes.push_back(mesh);
    }
  }
  return linked;
}

/// Whether a mapping keeps something for each point that the state had. Linear ones follow their input, and those that
/// make their output larger or smaller do so between operations.
bool keepsPoints(const core::BaseMapping& mapping, const BaseState& state, Moment moment) {
  if (moment == Moment::initialisation) return false;
  if (std::ranges::count(mapping.inputs(), &state) == 0) return moment == Moment::inForces;
  // A state that is mapped itself follows its mesh, and what is mapped from it follows in turn.
  return !mapping.isLinear() && !state.context()->local<core::BaseMapping>();
}

/// What the component names of the state, which had `before` points, and is not there; nothing if all is.
std::optional<std::string> missing(const Component& component, const BaseState& state, std::size_t before,
                                   const Linked& linked, Moment moment) {
  const auto* mapping = dynamic_cast<const core::BaseMapping*>(&component);
  if (mapping && state.size() < before && keepsPoints(*mapping, state, moment))
    return fmt::format("It was made for {} points of {}, which has {}.", before, state.path(), state.size());
  if (mapping && std::ranges::count(mapping->inputs(), &state) == 0) return {};
  bool listed = false;
  for (const auto* data : component.dataFields()) {
    if (!namesPoints(*data)) continue;
    listed = true;
    // Of several states one cannot say whose points are meant. At initialisation each looks at its own list.
    // A list that is not given follows the state. Where a mapping makes no points at all, components say so themselves.
    if (data->isSet() && state.size() > 0 && linked.states.size() == 1 && moment != Moment::initialisation)
      if (auto found = missingIn(*data, state)) return found;
  }
  if (listed) return {};
  for (const auto* mesh : linked.meshes)
    if (auto found = missingIn(*mesh, state)) return found;
  return {};
}

/// Components that compute with points by number in every step. Others, such as engines, look at numbers themselves.
bool isLookedAt(const Component& component) {
  const auto is = [&]<class... Contract>(std::type_identity<Contract>...) {
    return (... || (dynamic_cast<const Contract*>(&component) != nullptr));
  };
  return is(std::type_identity<core::BaseForceField>{}, std::type_identity<core::BaseMapping>{},
            std::type_identity<core::BaseProjectiveConstraint>{}, std::type_identity<core::BaseLagrangianConstraint>{},
            std::type_identity<core::CollisionModel>{});
}

void refuse(Component& component, const BaseState& state, std::size_t needed, const std::string& why) {
  component.error("{} It takes no part any more. Give the state as many points as are named.", why);
  auto mark = std::make_shared<TakesNoPart>(component.d_componentState.value(), &state, needed);
  ++refusedCount;
  if (auto* model = dynamic_cast<core::CollisionModel*>(&component)) {
    mark->wasActive = model->d_active.value();
    model->d_active.set(false);
  }
  component.attachment(typeid(TakesNoPart)) = mark;
  component.setInvalid();
}

std::shared_ptr<TakesNoPart> markOf(const Component& component) {
  return takesPart(component) ? nullptr
                              : std::static_pointer_cast<TakesNoPart>(component.attachment(typeid(TakesNoPart)));
}

void accept(Component& component) {
  const auto mark = markOf(component);
  component.attachment(typeid(TakesNoPart)).reset();
  component.d_componentState.set(mark->before);
  if (auto* model = dynamic_cast<core::CollisionModel*>(&component)) model->d_active.set(mark->wasActive);
}

}  // namespace

void noteResized(BaseState& state, std::size_t before) {
  const bool lostPoints = state.size() < before;
  // One that is not initialised yet, or that components made for their own use, is named by nobody.
  if ((!lostPoints && refusedCount == 0) || !state.context() ||
      state.d_componentState.value() != core::ComponentState::Valid || !core::isOfScene(state))
    return;
  const std::scoped_lock lock(access);
  noted.push_back({state.weak_from_this(), &state, before});
  notedCount = static_cast<int>(noted.size());
}

bool areSizesNoted() { return notedCount.load(std::memory_order_relaxed) != 0; }

bool takesPart(const Component& component) {
  return component.isValid() || refusedCount == 0 || !component.attachment(typeid(TakesNoPart));
}

bool checkNotedSizes(const core::Node& root, Moment moment) {
  if (!areSizesNoted()) return false;
  const auto resized = takeNoted(root);
  if (resized.empty()) return false;
  bool changed = false;
  const auto look = [&](Component& component) {
    const auto mark = markOf(component);
    if (!isLookedAt(component) || (!component.isValid() && !mark)) return;
    const auto linked = linksOf(component);
    bool concerned = false;
    for (const auto* state : linked.states) {
      const auto at = resized.find(state);
      if (at == resized.end()) continue;
      concerned = true;
      const std::size_t before = !mark ? at->second : mark->state == state ? mark->needed : 0;
      const auto why = missing(component, *state, before, linked, moment);
      if (!why) continue;
      if (!mark) refuse(component, *state, before, *why);
      changed = changed || !mark;
      return;
    }
    if (!concerned || !mark) return;
    accept(component);
    changed = true;
  };
  core::forEachNode(const_cast<core::Node&>(root), [&](core::Node& node) {
    for (const auto& component : node.components()) look(*component);
  });
  if (changed) planMechanicsAnew(*dynamic_cast<Node*>(const_cast<core::Node*>(&root)));
  return true;
}

}  // namespace sofa::simulation
