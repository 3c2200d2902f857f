// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/InitAgain.h"

#include <unordered_map>
#include <unordered_set>

#include "Sofa/Core/Contract/CollisionResponse.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"
#include "Sofa/Simulation/Mechanics/StateSizes.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Simulation/Scene/ComputedData.h"

namespace sofa::simulation {
namespace {

template <class Id>
bool read(const core::BaseState& state, Id id, std::vector<double>& values) {
  if (!state.has(id)) return false;
  const auto flat = state.hostRead(id);
  values.assign(flat.begin(), flat.end());
  return true;
}

/// A state that has another number of points by now keeps what it has.
template <class Id>
void write(core::BaseState& state, Id id, const std::vector<double>& values) {
  if (values.empty() || !state.has(id)) return;
  const auto flat = state.hostWrite(id);
  if (flat.size() == values.size()) std::copy(values.begin(), values.end(), flat.begin());
}

bool keepsItsPoints(const core::Component& component) {
  const auto* state = dynamic_cast<const core::BaseState*>(&component);
  return state && state->isMechanical() && state->size() > 1;
}

bool isAmong(const Components& components, const core::Component& component) {
  return std::ranges::any_of(components, [&](const auto& one) { return one.get() == &component; });
}

// --- Data as they were when the scene was read -----------------------------------------------------------------------

/// As the constructor makes it; null for what no scene can name.
std::shared_ptr<core::Component> freshOne(const core::Component& component) {
  const auto* entry = core::ObjectFactory::instance().find(component.className());
  if (!entry) return nullptr;
  const auto creator = entry->creators.find(component.templateName());
  return creator == entry->creators.end() ? nullptr : creator->second.create();
}

/// Takes the value of what it follows, whatever it became since.
void followAgain(core::BaseData& data) {
  auto* parent = data.parent();
  const auto path = data.linkPath();
  data.setParent(nullptr);
  data.setParent(parent);
  data.setLinkPath(path);
}

/// What initialisation and simulation made of Data is forgotten. Those that follow others go on doing so.
void restoreData(core::Component& component) {
  const auto given = core::givenAttributes(component);
  const auto fresh = given ? freshOne(component) : nullptr;
  if (!fresh) return;
  if (auto* state = dynamic_cast<core::BaseState*>(&component); state && state->isMechanical())
    state->resize(dynamic_cast<const core::BaseState&>(*fresh).size());
  std::unordered_set<const core::BaseData*> untouched{&component.d_componentState};
  for (const auto& name : given->setByParsing) untouched.insert(component.findData(name));
  for (const auto* values : {&given->values, &given->fromLegacy})
    for (const auto& [name, text] : *values) {
      const auto named = component.findAllData(name);
      if (named.empty() || std::ranges::any_of(named, [](const auto* data) { return data->parent(); })) continue;
      component.setAttribute(name, text);
      untouched.insert(named.begin(), named.end());
    }
  for (auto* data : component.dataFields()) {
    if (data->parent()) {
      followAgain(*data);
      continue;
    }
    if (data->isDirty()) continue;  // it is computed when somebody reads it
    const auto* source = fresh->findData(data->name());
    if (!source || data->name() == "name" || untouched.contains(data)) continue;
    data->type().copy(source->rawValue(), data->rawEdit());
    if (!source->isSet()) data->unset();
  }
  core::setGivenAttributes(component, given);
  component.d_componentState.set(core::ComponentState::Undefined);
}

/// Contacts are of the moment; pipelines know where they put them.
std::vector<core::Component*> contactManagers(Node& root) {
  std::vector<core::Component*> all;
  for (auto* node : root.order())
    for (const auto& component : node->components())
      if (dynamic_cast<core::ContactManager*>(component.get()) ||
          dynamic_cast<core::CollisionPipelineBase*>(component.get()))
        all.push_back(component.get());
  return all;
}

/// Those components and all that are linked to them, over however many links, in the order of initialisation. With a
/// mapping come the states that it moves: it takes their points from where the scene puts them.
Components withLinked(Node& root, const Components& components) {
  std::unordered_set<const core::Base*> wanted;
  for (const auto& component : components) wanted.insert(component.get());
  Components all;
  for (auto* node : root.order()) all.insert(all.end(), node->components().begin(), node->components().end());
  const auto follows = [&](const core::Component& component) {
    for (const auto* link : component.links())
      for (std::size_t i = 0; i < link->size(); ++i)
        if (wanted.contains(link->target(i))) return true;
    return std::ranges::any_of(component.dataFields(), [&](const core::BaseData* data) {
      return data->parent() && wanted.contains(data->parent()->owner());
    });
  };
  for (std::size_t before = 0; before != wanted.size();) {
    before = wanted.size();
    for (const auto& component : all) {
      if (follows(*component)) wanted.insert(component.get());
      if (!wanted.contains(component.get()) || !dynamic_cast<const core::BaseMapping*>(component.get())) continue;
      for (const auto* state : component->context()->allLocal<core::BaseState>())
        if (state->isMechanical()) wanted.insert(state);
    }
  }
  std::erase_if(
      all, [&](const auto& component) { return !wanted.contains(component.get()) || core::isDormant(*component); });
  return all;
}

Components initInOrder(Components components) {
  const auto given = static_cast<std::ptrdiff_t>(components.size());
  for (std::size_t i = 0; i < components.size(); ++i) {
    const auto component = components[i];
    auto* node = component->context();
    if (!node) continue;
    const auto before = node->components();
    for (auto* data : component->dataFields())
      if (data->parent()) followAgain(*data);  // lists of meshes are known only now
    initialise(component);
    for (const auto& other : node->components())
      if (std::find(before.begin(), before.end(), other) == before.end()) components.push_back(other);
  }
  for (auto it = components.rbegin(); it != components.rend(); ++it)
    if ((*it)->context()) initialiseBackwards(*it);
  for (const auto& component : components)
    if (auto* node = component->context()) {
      planAnew(*node);
      break;
    }
  components.erase(components.begin(), components.begin() + given);
  return components;
}

bool isDriven(const core::BaseState& state) { return state.context()->local<core::BaseMapping>() != nullptr; }

/// Where states were when it came.
class Places {
 public:
  explicit Places(Node& root) {
    for (auto* state : startingStates(root)) read(*state, core::vec::position, m_places[state]);
  }
  bool contain(const core::BaseState& state) const {
    const auto place = m_places.find(&state);
    return place != m_places.end() && std::ranges::equal(place->second, state.hostRead(core::vec::position));
  }

 private:
  std::unordered_map<const core::BaseState*, std::vector<double>> m_places;
};

/// Constraints that were just initialised move states to the start. Others did so when they were: what their init() did
/// not move now goes where that was.
void projectStart(Node& root, const Components& initialised, const Places& before) {
  std::unordered_set<const core::Base*> all;
  for (const auto& component : initialised) all.insert(component.get());
  std::vector<core::BaseState*> fresh;
  for (auto* state : startingStates(root))
    if (all.contains(state))
      fresh.push_back(state);
    else if (!isDriven(*state) && before.contain(*state))
      state->reset();
  const NotedStart noted(fresh);
  for (const auto& component : initialised) {
    auto* constraint = dynamic_cast<core::BaseProjectiveConstraint*>(component.get());
    if (!constraint || !constraint->context()) continue;
    constraint->filterPosition({}, core::vec::position);
    constraint->filterVelocity({}, core::vec::velocity);
  }
  carryStates(root);
}

/// States are at the start; Data of `fresh` components are as the scene has them.
void initWithLinked(Node& root, const Components& components, const Components& fresh) {
  auto all = withLinked(root, components);
  for (const auto& component : all)
    if (!isAmong(fresh, *component)) restoreData(*component);
  const Places before(root);
  const auto added = initInOrder(all);
  checkNotedSizes(*root.root(), Moment::initialisation);
  all.insert(all.end(), added.begin(), added.end());
  projectStart(root, all, before);
  for (const auto& component : all)
    if (component->context()) storeResetState(*component);
}

}  // namespace

void carryStates(Node& root) {
  MechanicalOperations ops;
  ops.bind(root);
  ops.propagatePosition(core::vec::position);
  ops.propagateVelocity(core::vec::velocity);
}

void initialise(std::shared_ptr<core::Component> component) {
  if (!core::isDormant(*component)) initialise(*component);
}

void initialiseBackwards(std::shared_ptr<core::Component> component) {
  if (!core::isDormant(*component)) initialiseBackwards(*component);
}

AtTheStart::AtTheStart(Node& root) : m_root(root), m_awake(root), m_time(root.time()) {
  if (auto* loop = root.local<core::AnimationLoop>()) loop->reset();
  setTime(root.time());
  for (auto* node : std::vector(root.order()))
    for (auto* state : node->allLocal<core::BaseState>()) {
      if (!state->isMechanical() || core::isDormant(*state)) continue;
      m_states.push_back({std::static_pointer_cast<core::BaseState>(state->shared_from_this()), {}, {}, {}});
      auto& [kept, x, v, f] = m_states.back();
      read(*state, core::vec::position, x);
      read(*state, core::vec::velocity, v);
      read(*state, core::vec::externalForce, f);
      if (!isDriven(*state)) state->reset();
    }
  carryStates(root);
  for (const auto& kept : m_states) takeStart(*kept.state);
}

AtTheStart::~AtTheStart() noexcept(false) {
  try {
    m_awake.reset();
    setTime(m_time);
    for (const auto& [state, x, v, f] : m_states) {
      write(*state, core::vec::position, x);
      write(*state, core::vec::velocity, v);
      write(*state, core::vec::externalForce, f);
    }
    propagateStates(m_root);
  } catch (...) {
    if (std::uncaught_exceptions() <= m_exceptions) throw;
  }
}

void AtTheStart::setTime(double time) {
  if (m_root.time() != time) m_root.d_time.set(time);
  for (auto* node : m_root.order())
    if (node != &m_root) node->inheritContext();
}

void propagateStates(Node& node) {
  MechanicalOperations ops;
  ops.bind(node);
  ops.projectPositionAndVelocity({}, core::vec::position, core::vec::velocity);
  ops.propagatePosition(core::vec::position);
  ops.propagateVelocity(core::vec::velocity);
}

void storeResetState(core::Component& component) {
  const auto* state = dynamic_cast<const core::BaseState*>(&component);
  if (!state || !isDriven(*state)) component.storeResetState();
}

void initOnceMore(Node& node, const std::function<void()>& init) {
  Node& root = *node.root();
  if (!hasStart(root) || !hasLeftStart(root)) {
    for (auto* state : startingStates(node)) undoStart(*state);
    return init();
  }
  const std::string now = savedState(root, 0);
  {
    const AtTheStart start(root);
    for (auto* manager : contactManagers(root)) manager->reset();
    for (auto* state : startingStates(node)) takeInitialState(*state);
    init();
  }
  std::string problem;
  if (restoreState(now, root, problem) >= 0) return;
  noteLeftStart(root, true);
  node.warning(
      "It was initialised again after some steps, and what its components carry from step to step does not fit any "
      "more ({}): they begin anew.",
      problem);
}

Components initAgain(Components components) {
  std::erase_if(components,
                [](const auto& component) { return keepsItsPoints(*component) || core::isDormant(*component); });
  for (const auto& component : components) restoreData(*component);
  return initInOrder(std::move(components));
}

void initAsLoaded(Node& root, const Components& components) {
  if (components.empty()) return;
  const AtTheStart now(root);
  carryStates(root);
  initWithLinked(root, components, {});
}

void initForTheFirstTime(Node& root, const Components& components, const Components& fresh) {
  initWithLinked(root, components, fresh);
  // Constraints among them may have moved others' states.
  for (const auto* node : root.order())
    for (auto* state : node->allLocal<core::BaseState>())
      if (state->isMechanical() && !core::isDormant(*state)) storeResetState(*state);
}

}  // namespace sofa::simulation
