// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/DirectSAPNarrowPhase.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using type::Vec3;

void DirectSAPNarrowPhase::findContacts(std::span<const core::ModelPair> pairs,
                                        const core::Intersection& intersection) {
  m_found = 0;
  PairwiseNarrowPhase::findContacts(pairs, intersection);
  d_nbPairs.set(static_cast<int>(m_found));
}

void DirectSAPNarrowPhase::gather(const core::CollisionModel& a, const core::CollisionModel& b) {
  m_boxes.clear();
  for (const auto* model : {&a, &b}) {
    const auto leaves = model->boxes().leaves();
    const auto elements = model->boxes().elements();
    for (std::size_t k = 0; k < leaves.size(); ++k) m_boxes.push_back({leaves[k], elements[k], model == &a});
    if (&a == &b) break;
  }
}

/// The one of the greatest variance of the middles of boxes, the first of equal ones.
int DirectSAPNarrowPhase::widestAxis() const {
  Vec3 sum = Vec3::Zero(), squares = Vec3::Zero();
  for (const Swept& s : m_boxes) {
    const Vec3 middle = 0.5 * (s.box.min + s.box.max);
    sum += middle;
    squares += middle.cwiseProduct(middle);
  }
  const Vec3 variance = squares - sum.cwiseProduct(sum) / static_cast<double>(std::max<std::size_t>(m_boxes.size(), 1));
  int axis = 0;
  variance.maxCoeff(&axis);
  return axis;
}

void DirectSAPNarrowPhase::findCandidates(const core::CollisionModel& a, const core::CollisionModel& b, double margin,
                                          Candidates& candidates) {
  gather(a, b);
  const int axis = widestAxis();
  const bool isOneModel = &a == &b;
  std::ranges::sort(m_boxes, {}, [&](const Swept& s) { return std::tuple(s.box.min[axis], !s.isOfFirst, s.element); });
  for (auto& open : m_open) open.clear();
  for (const Swept& next : m_boxes) {
    auto& others = m_open[isOneModel || !next.isOfFirst ? 0 : 1];
    std::erase_if(others, [&](const Swept* open) { return open->box.max[axis] + margin < next.box.min[axis]; });
    for (const Swept* open : others) {
      if (!geometry::overlap(open->box, next.box, margin)) continue;
      const auto [i, j] = std::minmax(open->element, next.element);
      if (isOneModel)
        candidates.push_back({i, j});
      else if (next.isOfFirst)
        candidates.push_back({next.element, open->element});
      else
        candidates.push_back({open->element, next.element});
    }
    m_open[next.isOfFirst ? 0 : 1].push_back(&next);
  }
  std::ranges::sort(candidates);
  m_found += candidates.size();
}

namespace {
const auto registered =
    core::Register("DirectSAPNarrowPhase", "Sofa.Component.Collision.Detection.Algorithm",
                   "sorts boxes of elements along an axis and compares those that overlap there")
        .ignores("showOnlyInvestigatedBoxes", "boxes are drawn with showBoundingCollisionModels, all of them")
        .add<DirectSAPNarrowPhase>();
}  // namespace

}  // namespace sofa::component::collision
