#include "Sofa/Component/Collision/BVHNarrowPhase.h"

#include "Sofa/Core/Contract/IntersectorRegistry.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::collision {

using core::CollisionModel;

void BVHNarrowPhase::findContacts(std::span<const core::ModelPair> pairs, const core::Intersection& intersection) {
  for (auto& contacts : m_contacts) contacts.outputs.clear();
  for (const auto& pair : pairs) {
    helper::checkInterrupt();
    findContacts(pair, intersection);
  }
  m_contacts.eraseIf([](const auto& contacts) { return contacts.outputs.empty(); });
}

void BVHNarrowPhase::findContacts(const core::ModelPair& pair, const core::Intersection& intersection) {
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
  geometry::forEachOverlap(a.boxes(), b.boxes(), margin, m_stack, [&](type::Index i, type::Index j) {
    if (sameNode && ((sameModel && i >= j) || !a.elementsMayTouch(i, b, j))) return;
    m_candidates.push_back({i, j});
  });
  if (!m_candidates.empty()) found.intersector->intersect(intersection, a, b, m_candidates, contacts->outputs);
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
