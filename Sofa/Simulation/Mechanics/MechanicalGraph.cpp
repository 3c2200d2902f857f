#include "Sofa/Simulation/Mechanics/MechanicalGraph.h"

#include <algorithm>

#include "Sofa/Simulation/NodeContents.h"

namespace sofa::simulation {

using core::BaseForceField;
using core::BaseMapping;
using core::BaseState;

/// Fills a MechanicalGraph whose lists are empty. Lists it needs by the way are kept, so that nothing is allocated
/// again.
class PlanBuilder {
 public:
  PlanBuilder(MechanicalGraph& graph, const type::TagSet& tags) : m_graph(graph), m_tags(tags) {}
  void build(Node& start);

 private:
  using Entry = MechanicalGraph::Entry;
  enum Mark { asleep = 1, stopped = 2, massHidden = 4 };
  /// First places of an entry's components in the lists of the graph.
  struct Places {
    std::size_t outputs, forces, interactions, constraints;
  };
  struct PlacedForce {
    BaseForceField* force;
    bool contact;
    std::vector<BaseState*> states;
    std::size_t place, group;
  };

  bool concerns(const core::Component& component) const { return tagsMatch(m_tags, component.d_tags.value()); }
  int inherited(const Node& node, const Node& start) const;
  void addEntry(Node& node, int inherited);
  void addComponents(Entry& entry, const NodeContents& contents);
  void addFlat(const NodeContents& contents);
  void setSpans();
  void noteStates();
  void markMapped();
  void groupForces();
  void orderMappings();
  void findOutside();

  MechanicalGraph& m_graph;
  const type::TagSet& m_tags;
  std::size_t m_traversal = 0;
  std::vector<Places> m_places;
  std::vector<const BaseState*> m_driven;  ///< by mappings, sorted
  std::vector<PlacedForce> m_placedForces;
};

int PlanBuilder::inherited(const Node& node, const Node& start) const {
  if (&node == &start) return 0;
  int flags = 0;
  for (const auto* parent : node.parents())
    if (const auto& mark = static_cast<const Node*>(parent)->m_mark; mark.traversal == m_traversal)
      flags |= mark.value & (stopped | massHidden);
  const auto& first = static_cast<const Node*>(node.parent())->m_mark;
  return first.traversal == m_traversal ? flags | (first.value & asleep) : flags;
}

void PlanBuilder::build(Node& start) {
  const auto& order = start.order();
  m_traversal = Node::newTraversal();
  for (Node* node : order) {
    const int above = inherited(*node, start);
    if (node->d_sleeping.value() || (above & asleep)) {
      node->m_mark = {m_traversal, asleep};
      continue;
    }
    addEntry(*node, above);
    addFlat(node->contents());
    const Entry& entry = m_graph.entries.back();
    node->m_mark = {m_traversal, (entry.stopped ? stopped : 0) | (entry.massHidden || entry.mass ? massHidden : 0)};
  }
  setSpans();
  markMapped();
  groupForces();
  orderMappings();
  noteStates();
  findOutside();
}

void PlanBuilder::addEntry(Node& node, int above) {
  const NodeContents& contents = node.contents();
  Entry& entry = m_graph.entries.emplace_back();
  m_places.push_back({m_graph.m_outputs.size(), m_graph.m_forces.size(), 0, m_graph.m_constraints.size()});
  entry.node = &node;
  entry.contents = contents.mechanicsVersion();
  entry.contacts = contents.contactsVersion();
  entry.mapped = contents.mapping() != nullptr;
  addComponents(entry, contents);
  entry.stopped = (above & stopped) || (entry.mapping && !entry.mapping->d_mapForces.value());
  entry.massHidden = (above & massHidden) || entry.mapped;
  if (!entry.state || entry.stopped) return;
  m_graph.reached.push_back(entry.state);
  if (!entry.mapped) m_graph.unmapped.push_back(entry.state);
}

void PlanBuilder::addComponents(Entry& entry, const NodeContents& contents) {
  if (contents.state() && concerns(*contents.state())) entry.state = contents.state();
  if (contents.mass() && concerns(*contents.mass())) entry.mass = contents.mass();
  if (entry.mapped && concerns(*contents.mapping())) {
    entry.mapping = contents.mapping();
    for (auto* state : entry.mapping->outputs())
      if (state) m_graph.m_outputs.push_back(state);
  }
  entry.mechanical = entry.state || (entry.mapping && entry.mapping->isMechanical());
  const auto addForces = [&](bool interactions) {
    for (const auto& part : contents.parts()) {
      if (!part.force || part.force->isInteraction() != interactions || !concerns(*part.force)) continue;
      m_graph.m_forces.push_back(part.force);
      (part.contact ? m_graph.m_contacts : m_graph.m_bodyForces).push_back(part.force);
      entry.mechanical |= !part.contact;
    }
  };
  addForces(false);
  m_places.back().interactions = m_graph.m_forces.size();
  addForces(true);
  for (const auto& part : contents.parts()) {
    if (part.constraint && concerns(*part.constraint)) m_graph.m_constraints.push_back(part.constraint);
    entry.mechanical |= part.constraint || part.lagrangian || part.correction;
  }
  if (entry.mechanical) m_graph.m_bodyForces.push_back(nullptr);
}

void PlanBuilder::setSpans() {
  const std::size_t count = m_graph.entries.size();
  m_places.push_back(
      {m_graph.m_outputs.size(), m_graph.m_forces.size(), m_graph.m_forces.size(), m_graph.m_constraints.size()});
  const auto part = [](const auto& list, std::size_t first, std::size_t last) {
    return std::span(list).subspan(first, last - first);
  };
  for (std::size_t i = 0; i < count; ++i) {
    Entry& entry = m_graph.entries[i];
    const Places &here = m_places[i], &next = m_places[i + 1];
    entry.outputs = part(m_graph.m_outputs, here.outputs, next.outputs);
    entry.forceFields = part(m_graph.m_forces, here.forces, here.interactions);
    entry.interactions = part(m_graph.m_forces, here.interactions, next.forces);
    entry.constraints = part(m_graph.m_constraints, here.constraints, next.constraints);
  }
}

void PlanBuilder::addFlat(const NodeContents& contents) {
  auto& flat = m_graph.flat;
  for (const auto& part : contents.parts()) {
    if (part.state && part.state->isMechanical()) flat.states.push_back(part.state);
    if (part.mapping && part.mapping->isMechanical()) flat.mappings.push_back(part.mapping);
    if (part.force)
      m_placedForces.push_back({part.force, part.contact, part.force->states(), m_placedForces.size(), 0});
    if (part.mass) flat.masses.push_back(part.mass);
    if (part.constraint) flat.constraints.push_back(part.constraint);
    if (part.lagrangian) flat.lagrangianConstraints.push_back(part.lagrangian);
    if (part.correction) flat.corrections.push_back(part.correction);
  }
}

void PlanBuilder::markMapped() {
  auto& flat = m_graph.flat;
  for (auto* mapping : flat.mappings)
    for (auto* state : mapping->outputs()) flat.mappedStates.push_back(state);
  m_driven.assign(flat.mappedStates.begin(), flat.mappedStates.end());
  std::ranges::sort(m_driven);
  flat.massOnMapped = std::ranges::any_of(flat.masses, [&](const core::BaseMass* mass) {
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
  auto& flat = m_graph.flat;
  for (const auto& [force, contact, of, place, group] : forces) {
    flat.forceFields.push_back(force);
    (contact ? flat.contacts : flat.bodyForces).push_back(force);
    auto& states = contact ? m_graph.contactStates : m_graph.bodyStates;
    states.insert(states.end(), of.begin(), of.end());
    states.push_back(nullptr);
  }
}

/// Mappings such that each comes after all that drive one of its inputs; scene order where that leaves a choice.
void PlanBuilder::orderMappings() {
  auto& mappings = m_graph.flat.mappings;
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

void PlanBuilder::noteStates() {
  auto& all = m_graph.bodyStates;
  const auto note = [&](const std::vector<BaseState*>& states) {
    all.insert(all.end(), states.begin(), states.end());
    all.push_back(nullptr);
  };
  for (const auto* constraint : m_graph.flat.constraints) note(constraint->states());
  for (const auto* mapping : m_graph.flat.mappings) {
    note(mapping->inputs());
    note(mapping->outputs());
  }
}

void PlanBuilder::findOutside() {
  std::vector<const BaseState*> known(m_graph.reached.begin(), m_graph.reached.end());
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
  for (const auto& entry : m_graph.entries) {
    if (entry.stopped) continue;
    for (const auto* force : entry.forceFields) look(force->states());
    for (const auto* force : entry.interactions) look(force->states());
    for (const auto* constraint : entry.constraints) look(constraint->states());
    if (entry.mapping) look(entry.mapping->inputs());
  }
}

void MechanicalGraph::flatten(Node& start, const type::TagSet& tags) {
  const auto empty = [](auto&... lists) { (lists.clear(), ...); };
  empty(entries, unmapped, reached, outside, bodyStates, contactStates, m_outputs, m_forces, m_constraints,
        m_bodyForces, m_contacts);
  empty(flat.states, flat.mappedStates, flat.mappings, flat.forceFields, flat.bodyForces, flat.contacts, flat.masses,
        flat.constraints, flat.lagrangianConstraints, flat.corrections);
  PlanBuilder(*this, tags).build(start);
}

namespace {

bool sameEntry(const MechanicalGraph::Entry& a, const MechanicalGraph::Entry& b) {
  return a.contents == b.contents && a.node == b.node && a.mapping == b.mapping && a.state == b.state &&
         a.mass == b.mass && a.mapped == b.mapped && a.stopped == b.stopped && a.massHidden == b.massHidden &&
         std::ranges::equal(a.outputs, b.outputs) && std::ranges::equal(a.constraints, b.constraints);
}

}  // namespace

bool MechanicalGraph::sameBodies(const MechanicalGraph& other) const {
  auto next = other.entries.begin();
  const auto skip = [&] { next = std::find_if(next, other.entries.end(), [](const auto& e) { return e.mechanical; }); };
  for (const auto& entry : entries) {
    if (!entry.mechanical) continue;
    skip();
    if (next == other.entries.end() || !sameEntry(entry, *next++)) return false;
  }
  skip();
  return next == other.entries.end() && m_bodyForces == other.m_bodyForces && bodyStates == other.bodyStates &&
         outside == other.outside && flat.states == other.flat.states && flat.mappings == other.flat.mappings &&
         flat.bodyForces == other.flat.bodyForces && flat.masses == other.flat.masses &&
         flat.constraints == other.flat.constraints && flat.lagrangianConstraints == other.flat.lagrangianConstraints &&
         flat.corrections == other.flat.corrections;
}

bool MechanicalGraph::sameContacts(const MechanicalGraph& other) const {
  const auto versions = [](const MechanicalGraph& graph, auto next) {
    while (next != graph.entries.end() && next->contacts == 0) ++next;
    return next;
  };
  auto mine = versions(*this, entries.begin()), theirs = versions(other, other.entries.begin());
  for (; mine != entries.end() && theirs != other.entries.end();
       mine = versions(*this, mine + 1), theirs = versions(other, theirs + 1))
    if (mine->contacts != theirs->contacts) return false;
  return mine == entries.end() && theirs == other.entries.end() && m_contacts == other.m_contacts &&
         flat.contacts == other.flat.contacts && contactStates == other.contactStates;
}

}  // namespace sofa::simulation
