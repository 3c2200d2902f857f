// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/MechanicalGraph.h"

#include <algorithm>
#include <ranges>

#include "Sofa/Simulation/Mechanics/NodeMechanics.h"
#include "Sofa/Simulation/Mechanics/Participation.h"
#include "Sofa/Simulation/Mechanics/StateSizes.h"

namespace sofa::simulation {

bool tagsMatch(const type::TagSet& filter, const type::TagSet& tags) {
  if (filter.empty()) return true;
  if (tags.empty())
    return filter.contains("0") ||
           std::all_of(filter.begin(), filter.end(), [](const auto& t) { return t.starts_with('!'); });
  return std::all_of(filter.begin(), filter.end(), [&](const std::string& t) {
    if (t == "0") return true;
    return t.starts_with('!') ? !tags.contains(t.substr(1)) : tags.contains(t);
  });
}

using core::BaseForceField;
using core::BaseMapping;
using core::BaseState;

/// Fills a MechanicalGraph whose lists are empty. Lists it needs by the way are kept, so that nothing is allocated
/// again.
class PlanBuilder {
 public:
  PlanBuilder(MechanicalGraph& graph, const type::TagSet& tags, const Participation& participation)
      : m_graph(graph), m_tags(tags), m_participation(participation) {}
  void build(Node& start);

 private:
  using PlannedNode = MechanicalGraph::PlannedNode;
  enum Mark { stopped = 1, massHidden = 2 };
  /// First places of a node's components in the lists of the graph.
  struct Places {
    std::size_t outputs, forces, interactions, constraints;
  };
  struct PlacedForce {
    BaseForceField* force;
    bool contact;
    std::vector<BaseState*> states;
    std::size_t place, group;
  };

  bool takesPart(const core::Component& component) const {
    return m_participation.takesPart(component) && simulation::takesPart(component);
  }
  bool concerns(const core::Component& component) const {
    return tagsMatch(m_tags, component.d_tags.value()) && takesPart(component);
  }
  int inherited(const Node& node, const Node& start) const;
  void addNode(Node& node, int inherited);
  void addComponents(PlannedNode& planned, const NodeContents& contents);
  void addSubtree(const NodeContents& contents);
  void setSpans();
  void findActedOnFromElsewhere();
  bool isStarted(const PlannedNode& planned) const;
  void listSolved();
  void noteStates();
  void markMapped();
  void groupForces();
  void orderMappings();
  void findLoaded(MechanicalGraph::Operands& operands);
  void markLoaded();
  void findOutside();

  MechanicalGraph& m_graph;
  const type::TagSet& m_tags;
  const Participation& m_participation;
  std::size_t m_traversal = 0;
  std::vector<Places> m_places;
  std::vector<const BaseState*> m_driven;  ///< by mappings, sorted
  std::vector<PlacedForce> m_placedForces;
  std::vector<const BaseState*> m_actedOnFromElsewhere;  ///< by forces of other nodes, sorted
  std::vector<bool> m_loaded;                            ///< whether something acts on m_driven or what they drive
};

int PlanBuilder::inherited(const Node& node, const Node& start) const {
  if (&node == &start) return 0;
  int flags = 0;
  for (const auto* parent : node.parents())
    if (const auto& mark = parent->mark(); mark.traversal == m_traversal) flags |= mark.value & (stopped | massHidden);
  return flags;
}

void PlanBuilder::build(Node& start) {
  const auto& order = start.order();
  m_traversal = Node::newTraversal();
  for (Node* node : order) {
    if (!m_participation.takesPart(*node)) continue;
    addNode(*node, inherited(*node, start));
    addSubtree(contents(*node));
    const PlannedNode& planned = m_graph.nodes.back();
    node->mark() = {m_traversal,
                    (planned.stopped ? stopped : 0) | (planned.massHidden || planned.mass ? massHidden : 0)};
  }
  setSpans();
  findActedOnFromElsewhere();
  listSolved();
  markMapped();
  groupForces();
  orderMappings();
  findLoaded(m_graph.solved);
  findLoaded(m_graph.subtree);
  markLoaded();
  noteStates();
  findOutside();
}

void PlanBuilder::addNode(Node& node, int above) {
  const NodeContents& parts = contents(node);
  PlannedNode& planned = m_graph.nodes.emplace_back();
  m_places.push_back({m_graph.m_outputs.size(), m_graph.m_forces.size(), 0, m_graph.m_constraints.size()});
  planned.node = &node;
  planned.contents = parts.mechanicsVersion();
  planned.contacts = parts.contactsVersion();
  planned.mapped = parts.mapping() != nullptr;
  addComponents(planned, parts);
  planned.stopped = (above & stopped) || (planned.mapping && !planned.mapping->d_mapForces.value());
  planned.massHidden = (above & massHidden) || planned.mapped;
  if (!planned.state || planned.stopped) return;
  m_graph.solved.states.push_back(planned.state);
  (planned.mapped ? m_graph.solved.mappedStates : m_graph.unmapped).push_back(planned.state);
}

void PlanBuilder::addComponents(PlannedNode& planned, const NodeContents& contents) {
  if (contents.state() && concerns(*contents.state())) planned.state = contents.state();
  if (contents.mass() && concerns(*contents.mass())) planned.mass = contents.mass();
  if (planned.mapped && concerns(*contents.mapping())) {
    planned.mapping = contents.mapping();
    for (auto* state : planned.mapping->outputs())
      if (state) m_graph.m_outputs.push_back(state);
  }
  planned.mechanical = planned.state || (planned.mapping && planned.mapping->isMechanical());
  const auto addForces = [&](bool interactions) {
    for (const auto& part : contents.parts()) {
      if (!part.force || part.force->isInteraction() != interactions || !concerns(*part.force)) continue;
      m_graph.m_forces.push_back(part.force);
      (part.contact ? m_graph.m_contacts : m_graph.m_bodyForces).push_back(part.force);
      planned.mechanical |= !part.contact;
    }
  };
  addForces(false);
  m_places.back().interactions = m_graph.m_forces.size();
  addForces(true);
  for (const auto& part : contents.parts()) {
    if (part.constraint && concerns(*part.constraint)) m_graph.m_constraints.push_back(part.constraint);
    if (takesPart(*part.component)) planned.mechanical |= part.constraint || part.lagrangian || part.correction;
  }
  if (planned.mechanical) m_graph.m_bodyForces.push_back(nullptr);
}

void PlanBuilder::setSpans() {
  const std::size_t count = m_graph.nodes.size();
  m_places.push_back(
      {m_graph.m_outputs.size(), m_graph.m_forces.size(), m_graph.m_forces.size(), m_graph.m_constraints.size()});
  const auto part = [](const auto& list, std::size_t first, std::size_t last) {
    return std::span(list).subspan(first, last - first);
  };
  for (std::size_t i = 0; i < count; ++i) {
    PlannedNode& planned = m_graph.nodes[i];
    const Places &here = m_places[i], &next = m_places[i + 1];
    planned.outputs = part(m_graph.m_outputs, here.outputs, next.outputs);
    planned.forceFields = part(m_graph.m_forces, here.forces, here.interactions);
    planned.interactions = part(m_graph.m_forces, here.interactions, next.forces);
    planned.constraints = part(m_graph.m_constraints, here.constraints, next.constraints);
  }
}

void PlanBuilder::listSolved() {
  auto& solved = m_graph.solved;
  for (auto& planned : m_graph.nodes) {
    if (planned.stopped) continue;
    if (planned.mapping) solved.mappings.push_back(planned.mapping);
    planned.started = isStarted(planned);
    for (const auto& forces : {planned.forceFields, planned.interactions})
      for (auto* force : forces) {
        const bool starts = planned.started && force == planned.forceFields.front();
        solved.forceFields.push_back(force);
        solved.products.push_back({dynamic_cast<core::BaseMass*>(force), force, starts});
      }
  }
  for (const auto& planned : m_graph.nodes | std::views::reverse)
    solved.constraints.insert(solved.constraints.end(), planned.constraints.begin(), planned.constraints.end());
}

/// Whether the first force of the node is a mass of the node's state, and nothing elsewhere acts on that.
bool PlanBuilder::isStarted(const PlannedNode& planned) const {
  return planned.state && !planned.forceFields.empty() && planned.forceFields.front() == planned.mass &&
         planned.mass->states() == std::vector{planned.state} &&
         !std::ranges::binary_search(m_actedOnFromElsewhere, planned.state);
}

void PlanBuilder::findActedOnFromElsewhere() {
  for (const PlacedForce& placed : m_placedForces)
    for (const auto* state : placed.states)
      if (state && state->context() != placed.force->context()) m_actedOnFromElsewhere.push_back(state);
  std::ranges::sort(m_actedOnFromElsewhere);
}

void PlanBuilder::addSubtree(const NodeContents& contents) {
  auto& subtree = m_graph.subtree;
  for (const auto& part : contents.parts()) {
    if (!takesPart(*part.component)) continue;
    if (part.state && part.state->isMechanical()) subtree.states.push_back(part.state);
    if (part.mapping && part.mapping->isMechanical()) subtree.mappings.push_back(part.mapping);
    if (part.force)
      m_placedForces.push_back({part.force, part.contact, part.force->states(), m_placedForces.size(), 0});
    if (part.mass) subtree.masses.push_back(part.mass);
    if (part.constraint) subtree.constraints.push_back(part.constraint);
    if (part.lagrangian) subtree.lagrangianConstraints.push_back(part.lagrangian);
    if (part.correction) subtree.corrections.push_back(part.correction);
  }
}

void PlanBuilder::markMapped() {
  auto& subtree = m_graph.subtree;
  for (auto* mapping : subtree.mappings)
    for (auto* state : mapping->outputs()) subtree.mappedStates.push_back(state);
  m_driven.assign(subtree.mappedStates.begin(), subtree.mappedStates.end());
  std::ranges::sort(m_driven);
  subtree.massOnMapped = std::ranges::any_of(subtree.masses, [&](const core::BaseMass* mass) {
    return std::ranges::any_of(mass->states(),
                               [&](const auto* state) { return std::ranges::binary_search(m_driven, state); });
  });
}

/// Force fields that act on the same states stand together; groups keep the order in which they first appear.
void PlanBuilder::groupForces() {
  auto& forces = m_placedForces;
  std::ranges::sort(forces, [](const PlacedForce& a, const PlacedForce& b) {
    return a.states != b.states ? a.states < b.states : a.place < b.place;
  });
  for (std::size_t i = 0; i < forces.size(); ++i)
    forces[i].group = i > 0 && forces[i].states == forces[i - 1].states ? forces[i - 1].group : forces[i].place;
  std::ranges::sort(forces, [](const PlacedForce& a, const PlacedForce& b) {
    return a.group != b.group ? a.group < b.group : a.place < b.place;
  });
  auto& subtree = m_graph.subtree;
  for (const auto& [force, contact, of, place, group] : forces) {
    subtree.forceFields.push_back(force);
    subtree.products.push_back({nullptr, force});
    (contact ? subtree.contacts : subtree.bodyForces).push_back(force);
    auto& states = contact ? m_graph.contactStates : m_graph.bodyStates;
    states.insert(states.end(), of.begin(), of.end());
    states.push_back(nullptr);
  }
  for (auto* mass : subtree.masses) subtree.products.push_back({mass, nullptr});
}

/// Mappings such that each comes after all that drive one of its inputs; scene order where that leaves a choice.
void PlanBuilder::orderMappings() {
  auto& mappings = m_graph.subtree.mappings;
  if (mappings.empty()) return;
  std::vector<bool> done(m_driven.size(), false);
  const auto places = [&](const BaseState* state) { return std::ranges::equal_range(m_driven, state); };
  const auto waits = [&](const BaseState* state) {
    const auto range = places(state);
    return !range.empty() && !done[range.begin() - m_driven.begin()];
  };
  std::vector<BaseMapping*> pending = std::move(mappings), now, later;
  mappings.clear();
  while (!pending.empty()) {
    now.clear();
    later.clear();
    for (auto* mapping : pending) (std::ranges::none_of(mapping->inputs(), waits) ? now : later).push_back(mapping);
    if (now.empty()) now.swap(later);  // a cycle of mappings: keep the scene's order
    for (auto* mapping : now)
      for (const auto* state : mapping->outputs())
        if (const auto range = places(state); !range.empty()) done[range.begin() - m_driven.begin()] = true;
    mappings.insert(mappings.end(), now.begin(), now.end());
    pending.swap(later);
  }
}

void PlanBuilder::findLoaded(MechanicalGraph::Operands& operands) {
  if (operands.mappings.empty()) return;
  m_loaded.assign(m_driven.size(), false);
  const auto place = [&](const BaseState* state) {
    return static_cast<std::size_t>(std::ranges::lower_bound(m_driven, state) - m_driven.begin());
  };
  const auto isDriven = [&](std::size_t i, const BaseState* state) {
    return i < m_driven.size() && m_driven[i] == state;
  };
  const auto load = [&](const std::vector<BaseState*>& states) {
    for (const auto* state : states)
      if (const std::size_t i = place(state); isDriven(i, state)) m_loaded[i] = true;
  };
  const auto isLoaded = [&](const BaseState* state) {
    const std::size_t i = place(state);
    return state && isDriven(i, state) && m_loaded[i];
  };
  for (const auto& [mass, force, starts] : operands.products) {
    if (force) load(force->states());
    if (mass) load(mass->states());
  }
  auto& [mappings, states] = operands.loaded;
  for (auto* mapping : operands.mappings | std::views::reverse) {
    const auto outputs = mapping->outputs();
    if (std::ranges::none_of(outputs, isLoaded)) continue;
    mappings.push_back(mapping);
    std::ranges::copy_if(outputs, std::back_inserter(states), [](const auto* state) { return state != nullptr; });
    load(mapping->inputs());
  }
  std::ranges::reverse(mappings);
}

/// Both lists are in the order of the nodes.
void PlanBuilder::markLoaded() {
  const auto& loaded = m_graph.solved.loaded.mappings;
  auto next = loaded.begin();
  for (auto& planned : m_graph.nodes) {
    planned.loaded = next != loaded.end() && planned.mapping == *next && !planned.stopped;
    if (planned.loaded) ++next;
  }
}

void PlanBuilder::noteStates() {
  auto& all = m_graph.bodyStates;
  const auto note = [&](const std::vector<BaseState*>& states) {
    all.insert(all.end(), states.begin(), states.end());
    all.push_back(nullptr);
  };
  for (const auto* constraint : m_graph.subtree.constraints) note(constraint->states());
  for (const auto* mapping : m_graph.subtree.mappings) {
    note(mapping->inputs());
    note(mapping->outputs());
  }
}

void PlanBuilder::findOutside() {
  std::vector<const BaseState*> known(m_graph.solved.states.begin(), m_graph.solved.states.end());
  known.insert(known.end(), m_graph.m_outputs.begin(), m_graph.m_outputs.end());
  std::ranges::sort(known);
  const auto look = [&](const std::vector<BaseState*>& states) {
    for (auto* state : states) {
      if (!state || !state->isMechanical()) continue;
      const auto at = std::ranges::lower_bound(known, state);
      if (at != known.end() && *at == state) continue;
      known.insert(at, state);
      m_graph.outside.push_back(state);
    }
  };
  for (const auto& planned : m_graph.nodes) {
    if (planned.stopped) continue;
    for (const auto* force : planned.forceFields) look(force->states());
    for (const auto* force : planned.interactions) look(force->states());
    for (const auto* constraint : planned.constraints) look(constraint->states());
    if (planned.mapping) look(planned.mapping->inputs());
  }
}

void MechanicalGraph::Operands::clear() {
  states.clear();
  mappedStates.clear();
  mappings.clear();
  loaded.mappings.clear();
  loaded.states.clear();
  forceFields.clear();
  products.clear();
  constraints.clear();
}

void MechanicalGraph::flatten(Node& start, const type::TagSet& tags) {
  const auto empty = [](auto&... lists) { (lists.clear(), ...); };
  empty(nodes, unmapped, outside, bodyStates, contactStates, m_outputs, m_forces, m_constraints, m_bodyForces,
        m_contacts);
  empty(solved, subtree, subtree.bodyForces, subtree.contacts, subtree.masses, subtree.lagrangianConstraints,
        subtree.corrections);
  PlanBuilder(*this, tags, participation(start)).build(start);
}

namespace {

bool sameNode(const MechanicalGraph::PlannedNode& a, const MechanicalGraph::PlannedNode& b) {
  return a.contents == b.contents && a.node == b.node && a.mapping == b.mapping && a.state == b.state &&
         a.mass == b.mass && a.mapped == b.mapped && a.stopped == b.stopped && a.massHidden == b.massHidden &&
         std::ranges::equal(a.outputs, b.outputs) && std::ranges::equal(a.constraints, b.constraints);
}

}  // namespace

bool MechanicalGraph::sameBodies(const MechanicalGraph& other) const {
  auto next = other.nodes.begin();
  const auto skip = [&] { next = std::find_if(next, other.nodes.end(), [](const auto& e) { return e.mechanical; }); };
  for (const auto& planned : nodes) {
    if (!planned.mechanical) continue;
    skip();
    if (next == other.nodes.end() || !sameNode(planned, *next++)) return false;
  }
  skip();
  return next == other.nodes.end() && m_bodyForces == other.m_bodyForces && bodyStates == other.bodyStates &&
         outside == other.outside && subtree.states == other.subtree.states &&
         subtree.mappings == other.subtree.mappings && subtree.bodyForces == other.subtree.bodyForces &&
         subtree.masses == other.subtree.masses && subtree.constraints == other.subtree.constraints &&
         subtree.lagrangianConstraints == other.subtree.lagrangianConstraints &&
         subtree.corrections == other.subtree.corrections;
}

bool MechanicalGraph::sameContacts(const MechanicalGraph& other) const {
  const auto versions = [](const MechanicalGraph& graph, auto next) {
    while (next != graph.nodes.end() && next->contacts == 0) ++next;
    return next;
  };
  auto mine = versions(*this, nodes.begin()), theirs = versions(other, other.nodes.begin());
  for (; mine != nodes.end() && theirs != other.nodes.end();
       mine = versions(*this, mine + 1), theirs = versions(other, theirs + 1))
    if (mine->contacts != theirs->contacts) return false;
  return mine == nodes.end() && theirs == other.nodes.end() && m_contacts == other.m_contacts &&
         subtree.contacts == other.subtree.contacts && contactStates == other.contactStates;
}

}  // namespace sofa::simulation
