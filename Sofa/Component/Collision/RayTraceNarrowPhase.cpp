// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/RayTraceNarrowPhase.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Interrupt.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

void RayTraceNarrowPhase::reportOther(const core::CollisionModel& model) {
  if (m_reported.insert(model.path()).second)
    warning("{} is a {}: rays are shot between models of kind TriangleOctreeCollisionModel only, others pass through.",
            model.path(), model.className());
}

void RayTraceNarrowPhase::check(std::span<core::CollisionModel* const> models, const core::Intersection&) {
  if (models.size() < 2) return;
  for (const auto* model : models)
    if (!dynamic_cast<const TriangleOctreeCollisionModel*>(model)) reportOther(*model);
}

void RayTraceNarrowPhase::findContacts(std::span<const core::ModelPair> pairs, const core::Intersection&) {
  for (auto& contacts : m_contacts) contacts.outputs.clear();
  for (const auto& [first, second] : pairs) {
    helper::checkInterrupt();
    if (first == second || (!first->d_simulated.value() && !second->d_simulated.value())) continue;
    auto *a = dynamic_cast<TriangleOctreeCollisionModel*>(first),
         *b = dynamic_cast<TriangleOctreeCollisionModel*>(second);
    if (a && b) {
      findContacts(*a, *b);
      findContacts(*b, *a);
    } else {
      reportOther(a ? *second : *first);
    }
  }
  m_contacts.eraseIf([](const auto& contacts) { return contacts.outputs.empty(); });
}

namespace {

bool holds(const type::BoundingBox& box, const Vec3& p) {
  return (p.array() >= box.min.array()).all() && (p.array() <= box.max.array()).all();
}

}  // namespace

void RayTraceNarrowPhase::findContacts(TriangleOctreeCollisionModel& a, TriangleOctreeCollisionModel& b) {
  const core::ModelPair key{&a, &b};
  auto* contacts = m_contacts.find(key);
  if (!contacts) contacts = &m_contacts.insert({key, {}});
  constexpr std::array corners{geometry::TriangleFeature::a, geometry::TriangleFeature::b,
                               geometry::TriangleFeature::c};
  const auto x = a.points();
  for (Index i = 0; i < a.size(); ++i) {
    const auto& triangle = a.triangles()[i];
    const Vec3& normal = a.normalOf(i);
    for (int k = 0, owned = 0; k < 3; ++k) {
      if (!a.owns(i, corners[static_cast<std::size_t>(k)])) continue;
      const std::int64_t id = 3 * std::int64_t{i} + owned++;
      const Vec3 &p = x[triangle[k]], outwards = a.pointNormals()[triangle[k]], inwards = -outwards;
      if (!holds(b.tracedBox(), p)) continue;
      const auto leaves = b.trace(p, inwards);
      if (!leaves || normal.dot(b.normalOf(leaves->triangle)) > 0) continue;
      const auto own = a.trace(p, inwards);
      if (!own || own->distance < leaves->distance || normal.dot(a.normalOf(own->triangle)) > 0) continue;
      contacts->outputs.push_back(
          {p, p + leaves->distance * inwards, outwards, -leaves->distance, id, i, leaves->triangle});
    }
  }
}

namespace {
const auto registered = core::Register("RayTraceNarrowPhase", "Sofa.Component.Collision.Detection.Algorithm",
                                       "shoots rays into closed surfaces that go into each other")
                            .add<RayTraceNarrowPhase>();
}  // namespace

}  // namespace sofa::component::collision
