// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/Participation.h"

#include <algorithm>

#include "Sofa/Core/ObjectModel/Dormancy.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"

namespace sofa::simulation {
namespace {

/// The usual case, in which nothing else has to be looked at.
bool doesEverythingTakePart(Node& root) {
  const auto isDormant = [](const auto& object) { return core::isDormant(*object); };
  const auto isLeftOut = [&](const auto& child) { return !child->isActive() || isDormant(child); };
  const auto& order = root.order();  // empty if the root is left out itself
  return !order.empty() && std::ranges::none_of(order, [&](const Node* node) {
    return node->d_sleeping.value() || std::ranges::any_of(node->children(), isLeftOut) ||
           std::ranges::any_of(node->components(), isDormant);
  });
}

/// Visual models are only looked at: their mappings may read from what rests.
bool isMechanical(const NodeContents::Part& part) {
  if (part.mapping) return part.mapping->isMechanical();
  return part.force || part.constraint || part.lagrangian || part.correction;
}

std::string whyAway(const core::Base& partner) {
  for (const auto* node = partner.linkContext(); node; node = node->parent()) {
    if (!node->isActive()) return fmt::format("{} is switched off (activated)", node->path());
    if (node->d_sleeping.value()) return fmt::format("{} is asleep (sleeping)", node->path());
  }
  return "what drives it is switched off or asleep";
}

struct Told {};

void tellOnce(const core::Component& component, const core::Base& partner) {
  if (!component.isValid() || !core::isOfScene(component)) return;
  auto& told = component.attachment(typeid(Told));
  if (told) return;
  told = std::make_shared<Told>();
  component.warning("It is linked to {}, which takes no part since {}: it does not act until that does.",
                    partner.path(), whyAway(partner));
}

}  // namespace

bool Participation::takesPart(const core::Component& component) const {
  return m_everything || (component.context() && takesPart(*component.context()) && !m_out.contains(&component));
}

bool Participation::takesPartWithState(const core::Component& component) const {
  if (m_everything) return true;
  if (!takesPart(component)) return false;
  const auto* state = core::mechanicalState(*component.context());
  return !state || takesPart(*state);
}

void Participation::findPresent(Node& root) {
  std::unordered_set<const Node*> asleep;
  for (const Node* node : root.order())
    if (node->d_sleeping.value() || asleep.contains(node->parent()))
      asleep.insert(node);
    else
      m_present.insert(node);
}

/// A state, or, of a correction, a solver that takes no part.
const core::Base* Participation::partnerAway(const core::Component& component) const {
  for (const auto* link : component.links())
    for (std::size_t i = 0; i < link->size(); ++i) {
      const auto* target = link->target(i);
      if (const auto* state = dynamic_cast<const core::BaseState*>(target)) {
        if (state->isMechanical() && !takesPart(*state)) return target;
      } else if (dynamic_cast<const core::OdeSolver*>(target) || dynamic_cast<const core::LinearSolver*>(target)) {
        if (!takesPart(static_cast<const core::Component&>(*target))) return target;
      }
    }
  return nullptr;
}

/// Whether something more is left out: what is linked to it may have been looked at before.
bool Participation::leaveOut(Node& node) {
  bool changed = false;
  for (const auto& part : contents(node).parts()) {
    if (m_out.contains(part.component)) continue;
    const bool dormant = core::isDormant(*part.component);
    const auto* partner = !dormant && isMechanical(part) ? partnerAway(*part.component) : nullptr;
    if (!dormant && !partner) continue;
    changed = true;
    m_out.insert(part.component);
    if (partner) tellOnce(*part.component, *partner);
    if (!part.mapping) continue;
    for (const auto* driven : part.mapping->outputs())
      if (driven) m_out.insert(driven);
  }
  return changed;
}

void Participation::update(Node& root) {
  m_present.clear();
  m_out.clear();
  m_everything = doesEverythingTakePart(root);
  if (m_everything) return;
  findPresent(root);
  for (bool changed = true; changed;) {
    changed = false;
    for (Node* node : root.order())
      if (m_present.contains(node)) changed = leaveOut(*node) || changed;
  }
}

}  // namespace sofa::simulation
