// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"

#include <algorithm>
#include <utility>

#include "Sofa/Simulation/Mechanics/Participation.h"

namespace sofa::simulation {
namespace {

/// What is derived from the components of a node and, in its plans, of all below.
class NodeMechanics : public core::NodeAnnex {
 public:
  explicit NodeMechanics(Node& node) : m_node(node) {}
  static NodeMechanics& of(Node& node) { return node.annex<NodeMechanics>(); }

  const NodeContents& contents() {
    if (const auto version = m_node.graphVersion(); m_contentsVersion != version) {
      m_contents.update(m_node.components());
      m_contentsVersion = version;
    }
    return m_contents;
  }

  MechanicalPlan& plan(const type::TagSet& tags) {
    const auto known = std::ranges::find(m_plans, tags, [](const auto& plan) { return plan->tags(); });
    if (known != m_plans.end()) return **known;
    return *m_plans.emplace_back(std::make_unique<MechanicalPlan>(m_node, tags));
  }

  void planAnew() {
    for (const auto& plan : m_plans) plan->planAnew();
  }

  const Participation& participation() {
    if (const auto version = m_node.graphVersion(); m_participationVersion != version) {
      m_participationVersion = version;
      m_participation.update(m_node);
    }
    return m_participation;
  }

  std::size_t activation = 0;  ///< hash of what detectActivation() saw last

 private:
  Node& m_node;
  NodeContents m_contents;
  std::size_t m_contentsVersion = ~std::size_t{0};
  std::vector<std::unique_ptr<MechanicalPlan>> m_plans;
  Participation m_participation;  ///< of the root of a scene
  std::size_t m_participationVersion = ~std::size_t{0};
};

}  // namespace

const NodeContents& contents(Node& node) { return NodeMechanics::of(node).contents(); }

MechanicalPlan& mechanicalPlan(Node& node, const type::TagSet& tags) { return NodeMechanics::of(node).plan(tags); }

const Participation& participation(const Node& node) { return NodeMechanics::of(*node.root()).participation(); }

void planMechanicsAnew(Node& node) {
  core::forEachNode(*node.root(), [](Node& each) { NodeMechanics::of(each).planAnew(); });
}

void planAnew(Node& node) {
  planMechanicsAnew(node);
  node.graphChanged();
}

bool detectActivation(Node& root) {
  std::size_t stamp = 1469598103934665603ull;
  const auto mix = [&](std::size_t value) { stamp = (stamp ^ value) * 1099511628211ull; };
  const auto traversal = core::Node::newTraversal();
  const auto mixBelow = [&](Node& node, const auto& self) -> void {
    if (std::exchange(node.mark(), {traversal, 0}).traversal == traversal) return;  // by another parent
    mix((node.isActive() ? 2u : 1u) | (node.d_sleeping.value() ? 8u : 4u));
    for (const auto& part : contents(node).parts()) {
      mix(static_cast<std::size_t>(part.component->d_tags.counter()));
      if (part.mapping) mix(part.mapping->d_mapForces.value() ? 32u : 16u);
    }
    for (const auto& child : node.children()) self(*child, self);
  };
  mixBelow(root, mixBelow);
  auto& activation = NodeMechanics::of(root).activation;
  const bool changed = stamp != activation && activation != 0;
  if (changed) root.graphChanged();
  activation = stamp;
  return changed;
}

}  // namespace sofa::simulation
