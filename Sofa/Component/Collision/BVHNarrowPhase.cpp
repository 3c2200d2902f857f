#include "Sofa/Component/Collision/BVHNarrowPhase.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::collision {

using core::CollisionModel;

void BVHNarrowPhase::findContacts(std::span<const core::ModelPair> pairs, const core::Intersection& intersection) {
  for (auto& entry : m_contacts) entry.value.clear();
  for (const auto& pair : pairs) {
    helper::checkInterrupt();
    findContacts(pair, intersection);
  }
  m_contacts.eraseIf([](const auto& entry) { return entry.value.empty(); });
}

void BVHNarrowPhase::findContacts(const core::ModelPair& pair, const core::Intersection& intersection) {
  core::ModelPair key = pair;
  if (!key.first->d_simulated.value() && !key.second->d_simulated.value()) return;
  const auto* intersector = intersection.intersector(*key.first, *key.second);
  if (!intersector) {
    std::swap(key.first, key.second);
    intersector = intersection.intersector(*key.first, *key.second);
  }
  if (!intersector) {
    reportUnsupported(pair, intersection);
    return;
  }
  CollisionModel& a = *key.first;
  CollisionModel& b = *key.second;
  auto* outputs = m_contacts.find(key);
  if (!outputs) outputs = &m_contacts.insert(key, {});

  const bool sameModel = &a == &b, sameNode = a.context() == b.context();
  const double margin = intersection.boxMargin(a.d_contactDistance.value(), b.d_contactDistance.value());
  m_candidates.clear();
  geometry::forEachOverlap(a.boxes(), b.boxes(), margin, m_stack, [&](type::Index i, type::Index j) {
    if (sameNode && ((sameModel && i >= j) || !a.elementsMayTouch(i, b, j))) return;
    m_candidates.push_back({i, j});
  });
  if (!m_candidates.empty()) intersector->intersect(a, b, m_candidates, *outputs);
}

void BVHNarrowPhase::reportUnsupported(const core::ModelPair& pair, const core::Intersection& intersection) {
  const auto kind = [](const CollisionModel& m) {
    return m.className() + (m.templateName().empty() ? "" : "<" + m.templateName() + ">");
  };
  const std::string kinds = kind(*pair.first) + "-" + kind(*pair.second);
  if (!m_reported.insert(kinds).second) return;
  warning("Element Intersector {} NOT FOUND within {}: such models pass through each other, e.g. {} and {}.", kinds,
          intersection.className(), pair.first->path(), pair.second->path());
}

namespace {
const auto registered = core::Register("BVHNarrowPhase", "Sofa.Component.Collision.Detection.Algorithm",
                                       "descends hierarchies of boxes to the elements that touch")
                            .add<BVHNarrowPhase>();
}  // namespace

}  // namespace sofa::component::collision
