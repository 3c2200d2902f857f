// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/PairwiseNarrowPhase.h"

#include "Sofa/Component/Collision/UselessPairs.h"
#include "Sofa/Core/Contract/IntersectorRegistry.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::collision {

using core::CollisionModel;

/// Kinds of models are few, models may be many: of each two kinds without an intersector the first two models count
/// that may touch.
void PairwiseNarrowPhase::check(std::span<CollisionModel* const> models, const core::Intersection& intersection) {
  std::map<std::type_index, std::vector<CollisionModel*>> byKind;
  std::vector<CollisionModel*> touching;
  for (auto* model : models) {
    // Others never hold anything. That models are not initialised yet must not matter.
    if (model->size() == 0 && !core::mechanicalState(*model->context())) continue;
    byKind[model->kind()].push_back(model);
    touching.push_back(model);
  }
  const auto report = [&](const auto& some, const auto& others) {
    for (auto* a : some)
      for (auto* b : others) {
        if (!a->d_simulated.value() && !b->d_simulated.value()) continue;
        if (a->mayTouch(*b) && b->mayTouch(*a)) return reportUnsupported({a, b}, intersection);
      }
  };
  for (auto kind = byKind.begin(); kind != byKind.end(); ++kind)
    for (auto other = kind; other != byKind.end(); ++other) {
      const auto found =
          core::IntersectorRegistry::instance().find(intersection, *kind->second.front(), *other->second.front());
      if (!found.isKnown) report(kind->second, other->second);
    }
  reportUselessPairs(*this, touching, intersection);
}

void PairwiseNarrowPhase::findContacts(std::span<const core::ModelPair> pairs, const core::Intersection& intersection) {
  for (auto& contacts : m_contacts) contacts.outputs.clear();
  for (const auto& pair : pairs) {
    helper::checkInterrupt();
    findContacts(pair, intersection);
  }
  m_contacts.eraseIf([](const auto& contacts) { return contacts.outputs.empty(); });
}

void PairwiseNarrowPhase::findContacts(const core::ModelPair& pair, const core::Intersection& intersection) {
  if (!pair.first->d_simulated.value() && !pair.second->d_simulated.value()) return;
  const auto found = core::IntersectorRegistry::instance().find(intersection, *pair.first, *pair.second);
  if (!found.isKnown) return reportUnsupported(pair, intersection);
  if (!found.intersector) return;
  const core::ModelPair key = found.isSwapped ? core::ModelPair{pair.second, pair.first} : pair;
  CollisionModel& a = *key.first;
  CollisionModel& b = *key.second;
  auto* contacts = m_contacts.find(key);
  if (!contacts) contacts = &m_contacts.insert({key, {}});

  const bool sameModel = &a == &b, sameNode = a.context() == b.context();
  const double margin = intersection.boxMargin(a.d_contactDistance.value(), b.d_contactDistance.value());
  m_candidates.clear();
  findCandidates(a, b, margin, m_candidates);
  if (sameNode)
    std::erase_if(m_candidates, [&](const auto& elements) {
      const auto [i, j] = elements;
      return (sameModel && i >= j) || !a.elementsMayTouch(i, b, j);
    });
  if (!m_candidates.empty()) found.intersector->intersect(intersection, a, b, m_candidates, contacts->outputs);
}

void PairwiseNarrowPhase::reportUnsupported(const core::ModelPair& pair, const core::Intersection& intersection) {
  const auto kind = [](const CollisionModel& m) {
    return m.className() + (m.templateName().empty() ? "" : "<" + m.templateName() + ">");
  };
  const std::string kinds = kind(*pair.first) + "-" + kind(*pair.second);
  if (!m_reported.insert(kinds).second) return;
  const auto methods = core::IntersectorRegistry::instance().methodsFor(*pair.first, *pair.second);
  warning("Element Intersector {} NOT FOUND within {}: such models pass through each other, e.g. {} and {}.{}", kinds,
          intersection.className(), pair.first->path(), pair.second->path(),
          methods.empty() ? "" : fmt::format(" Their contacts are found by {}.", fmt::join(methods, ", ")));
}

}  // namespace sofa::component::collision
