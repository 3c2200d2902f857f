#include "Sofa/Simulation/Mechanics/MechanicalGraph.h"

#include <unordered_map>
#include <unordered_set>

namespace sofa::simulation {
namespace {

using core::BaseForceField;
using core::BaseMapping;
using core::BaseProjectiveConstraint;
using core::BaseState;

MechanicalGraph::Entry makeEntry(Node& node, const type::TagSet& tags) {
  MechanicalGraph::Entry entry;
  entry.node = &node;
  const auto concerns = [&](const core::Component& c) { return tagsMatch(tags, c.d_tags.value()); };
  entry.mapping = node.slot<BaseMapping>();
  entry.mapped = entry.mapping != nullptr;
  entry.state = core::localMechanicalState(node);
  if (entry.state && !concerns(*entry.state)) entry.state = nullptr;
  if (entry.mapping && !concerns(*entry.mapping)) entry.mapping = nullptr;
  if (entry.mapping)
    for (auto* state : entry.mapping->outputs())
      if (state) entry.outputs.push_back(state);
  for (const auto& c : node.components()) {
    if (!concerns(*c)) continue;
    if (auto* force = dynamic_cast<BaseForceField*>(c.get()))
      (force->isInteraction() ? entry.interactions : entry.forceFields).push_back(force);
    else if (auto* constraint = dynamic_cast<BaseProjectiveConstraint*>(c.get()))
      entry.constraints.push_back(constraint);
  }
  entry.mass = node.slot<core::BaseMass>();
  if (entry.mass && !concerns(*entry.mass)) entry.mass = nullptr;
  return entry;
}

/// Force fields that act on the same states stand together; groups keep the order in which they first appear.
std::vector<BaseForceField*> grouped(const std::vector<BaseForceField*>& inSceneOrder) {
  std::vector<std::pair<std::vector<BaseState*>, std::vector<BaseForceField*>>> groups;
  for (auto* force : inSceneOrder) {
    auto states = force->states();
    const auto it = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == states; });
    if (it == groups.end())
      groups.push_back({std::move(states), {force}});
    else
      it->second.push_back(force);
  }
  std::vector<BaseForceField*> result;
  for (const auto& [states, forces] : groups) result.insert(result.end(), forces.begin(), forces.end());
  return result;
}

/// Mappings such that each comes after all that drive one of its inputs; scene order where that leaves a choice.
std::vector<BaseMapping*> byDependency(std::vector<BaseMapping*> pending, const std::vector<BaseState*>& driven) {
  std::unordered_set<const BaseState*> waiting(driven.begin(), driven.end());
  std::vector<BaseMapping*> result;
  while (!pending.empty()) {
    std::vector<BaseMapping*> later;
    std::vector<BaseMapping*> now;
    for (auto* mapping : pending) {
      const auto inputs = mapping->inputs();
      const bool ready = std::none_of(inputs.begin(), inputs.end(), [&](const auto* s) { return waiting.contains(s); });
      (ready ? now : later).push_back(mapping);
    }
    if (now.empty()) now.swap(later);  // a cycle of mappings: keep the scene's order
    for (auto* mapping : now)
      for (const auto* state : mapping->outputs()) waiting.erase(state);
    result.insert(result.end(), now.begin(), now.end());
    pending = std::move(later);
  }
  return result;
}

MechanicalGraph::Flat buildFlat(const std::vector<Node*>& nodes) {
  MechanicalGraph::Flat flat;
  std::vector<BaseForceField*> forces;
  std::vector<BaseMapping*> mappings;
  for (Node* node : nodes) {
    for (const auto& c : node->components()) {
      if (auto* state = dynamic_cast<BaseState*>(c.get())) {
        if (state->isMechanical()) flat.states.push_back(state);
      } else if (auto* mapping = dynamic_cast<BaseMapping*>(c.get())) {
        if (mapping->isMechanical()) mappings.push_back(mapping);
      } else if (auto* force = dynamic_cast<BaseForceField*>(c.get())) {
        forces.push_back(force);
        if (auto* mass = dynamic_cast<core::BaseMass*>(force)) flat.masses.push_back(mass);
      } else if (auto* constraint = dynamic_cast<BaseProjectiveConstraint*>(c.get())) {
        flat.constraints.push_back(constraint);
      }
    }
  }
  for (auto* mapping : mappings)
    for (auto* state : mapping->outputs()) flat.mappedStates.push_back(state);
  flat.massOnMapped = std::ranges::any_of(flat.masses, [&](const core::BaseMass* mass) {
    return std::ranges::any_of(mass->states(), [&](const auto* state) {
      return std::ranges::find(flat.mappedStates, state) != flat.mappedStates.end();
    });
  });
  flat.forceFields = grouped(forces);
  flat.mappings = byDependency(std::move(mappings), flat.mappedStates);
  return flat;
}

/// States that the components of an entry act on or read.
template <class Visit>
void forStates(const MechanicalGraph::Entry& entry, const Visit& visit) {
  const auto all = [&](const auto& states) {
    for (auto* state : states)
      if (state && state->isMechanical()) visit(state);
  };
  for (const auto* force : entry.forceFields) all(force->states());
  for (const auto* force : entry.interactions) all(force->states());
  for (const auto* constraint : entry.constraints) all(constraint->states());
  if (entry.mapping) all(entry.mapping->inputs());
}

std::vector<BaseState*> statesOutside(const MechanicalGraph& graph) {
  std::vector<BaseState*> outside;
  std::unordered_set<const BaseState*> known(graph.reached.begin(), graph.reached.end());
  for (const auto& entry : graph.entries) known.insert(entry.outputs.begin(), entry.outputs.end());
  for (const auto& entry : graph.entries)
    if (!entry.stopped)
      forStates(entry, [&](BaseState* state) {
        if (known.insert(state).second) outside.push_back(state);
      });
  return outside;
}

}  // namespace

MechanicalGraph MechanicalGraph::build(Node& start, const type::TagSet& tags) {
  MechanicalGraph graph;
  struct Inherited {
    bool stopped, massHidden;
  };
  std::unordered_map<const core::Context*, Inherited> below;
  std::vector<Node*> awake;
  std::unordered_set<const core::Context*> asleep;
  for (Node* node : start.order()) {
    bool sleeps = node->d_sleeping.value();
    if (node != &start && node->parent() && asleep.contains(node->parent())) sleeps = true;
    if (sleeps) {
      asleep.insert(node);
      continue;
    }
    awake.push_back(node);
    Entry entry = makeEntry(*node, tags);
    Inherited inherited{false, false};
    if (node != &start)
      for (const auto* parent : node->parents())
        if (const auto it = below.find(parent); it != below.end()) {
          inherited.stopped = inherited.stopped || it->second.stopped;
          inherited.massHidden = inherited.massHidden || it->second.massHidden;
        }
    entry.stopped = inherited.stopped || (entry.mapping && !entry.mapping->d_mapForces.value());
    entry.massHidden = inherited.massHidden || entry.mapped;
    below[node] = {entry.stopped, entry.massHidden || entry.mass};
    if (entry.state && !entry.stopped) {
      graph.reached.push_back(entry.state);
      if (!entry.mapped) graph.unmapped.push_back(entry.state);
    }
    graph.entries.push_back(std::move(entry));
  }
  graph.flat = buildFlat(awake);
  graph.outside = statesOutside(graph);
  return graph;
}

}  // namespace sofa::simulation
