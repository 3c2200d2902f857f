// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/BruteForceBroadPhase.h"

#include <algorithm>
#include <bit>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using core::CollisionModel;

bool BruteForceBroadPhase::meet(const CollisionModel& a, const CollisionModel& b,
                                const core::Intersection& intersection) const {
  return (a.d_simulated.value() || b.d_simulated.value()) &&
         geometry::overlap(a.outerBox(), b.outerBox(),
                           intersection.boxMargin(b.d_contactDistance.value(), a.d_contactDistance.value())) &&
         a.mayTouch(b) && b.mayTouch(a);
}

/// Fills m_found. Boxes that are apart by more than the largest margin do not meet; those without finite extents are
/// compared with all.
void BruteForceBroadPhase::findMeeting(const core::Intersection& intersection) {
  double skin = 0;
  m_boxes.clear();
  m_bounded.clear();
  m_unbounded.clear();
  for (std::size_t i = 0; i < m_inside.size(); ++i) {
    skin = std::max(skin, m_inside[i]->d_contactDistance.value());
    const auto& box = m_inside[i]->outerBox();
    const bool isBounded = box.min.allFinite() && box.max.allFinite() && (box.min.array() <= box.max.array()).all();
    (isBounded ? m_bounded : m_unbounded).push_back(static_cast<type::Index>(i));
    if (isBounded) m_boxes.push_back(box);
  }
  m_found.clear();
  const auto compare = [&](type::Index later, type::Index earlier) {
    if (meet(*m_inside[later], *m_inside[earlier], intersection)) m_found.push_back({later, earlier});
  };
  fitHierarchy();
  geometry::forEachOverlap(m_hierarchy, m_hierarchy, intersection.boxMargin(skin, skin), m_stack,
                           [&](type::Index i, type::Index j) {
                             if (j < i) compare(m_bounded[i], m_bounded[j]);
                           });
  for (const type::Index i : m_unbounded) {
    for (const type::Index j : m_bounded) compare(std::max(i, j), std::min(i, j));
    for (const type::Index j : m_unbounded)
      if (j < i) compare(i, j);
  }
  std::ranges::sort(m_found);
}

/// Where models move about, a shape that was chosen long ago makes the search slow, never wrong.
void BruteForceBroadPhase::fitHierarchy() {
  constexpr int oldest = 50;
  if (m_hierarchy.size() == m_boxes.size() && ++m_age < oldest) return m_hierarchy.refit(m_boxes);
  m_age = 0;
  m_hierarchy.build(m_boxes, static_cast<int>(std::bit_width(m_boxes.size())));
}

void BruteForceBroadPhase::findPairs(std::span<CollisionModel* const> models, const core::Intersection& intersection,
                                     std::vector<core::ModelPair>& pairs) {
  const auto& corners = d_box.value();
  const type::BoundingBox limits{corners[0], corners[1]};
  const bool limited = limits.min.x() < limits.max.x();
  m_inside.clear();
  for (auto* model : models) {
    if (!model->hasBoxes()) continue;
    const double margin = intersection.boxMargin(0, model->d_contactDistance.value());
    if (!limited || geometry::overlap(limits, model->outerBox(), margin)) m_inside.push_back(model);
  }
  findMeeting(intersection);
  auto found = m_found.begin();
  for (std::size_t i = 0; i < m_inside.size(); ++i) {
    auto* model = m_inside[i];
    if (model->d_simulated.value() && model->mayTouch(*model)) pairs.push_back({model, model});
    for (; found != m_found.end() && found->first == i; ++found) pairs.push_back({model, m_inside[found->second]});
  }
}

namespace {
const auto registered = core::Register("BruteForceBroadPhase", "Sofa.Component.Collision.Detection.Algorithm",
                                       "compares the boxes of all pairs of models")
                            .wasCalled("IncrSAP")  // which brings a DirectSAPNarrowPhase along
                            .add<BruteForceBroadPhase>();
}  // namespace

}  // namespace sofa::component::collision
