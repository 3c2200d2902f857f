#include "Sofa/Component/Collision/BruteForceBroadPhase.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using core::CollisionModel;

namespace {
constexpr double unbounded = std::numeric_limits<double>::infinity();

/// The axis along which the middles of boxes are spread most.
int sweepAxis(std::span<CollisionModel* const> models) {
  type::Vec3 sum = type::Vec3::Zero(), squares = type::Vec3::Zero();
  for (const auto* model : models) {
    const auto& box = model->boxes().rootBox();
    const type::Vec3 middle = 0.5 * (box.min + box.max);
    if (!middle.allFinite()) continue;
    sum += middle;
    squares += middle.cwiseProduct(middle);
  }
  int axis = 0;
  (squares - sum.cwiseProduct(sum) / static_cast<double>(std::max<std::size_t>(models.size(), 1))).maxCoeff(&axis);
  return axis;
}
}  // namespace

bool BruteForceBroadPhase::meet(const CollisionModel& a, const CollisionModel& b,
                                const core::Intersection& intersection) const {
  return (a.d_simulated.value() || b.d_simulated.value()) &&
         geometry::overlap(a.boxes().rootBox(), b.boxes().rootBox(),
                           intersection.boxMargin(b.d_contactDistance.value(), a.d_contactDistance.value())) &&
         a.mayTouch(b) && b.mayTouch(a);
}

/// Fills m_found. Boxes whose extents are apart by more than the largest margin do not meet; of those without finite
/// extents nothing is known.
void BruteForceBroadPhase::sweep(const core::Intersection& intersection) {
  const int axis = sweepAxis(m_inside);
  double skin = 0;
  for (const auto* model : m_inside) skin = std::max(skin, model->d_contactDistance.value());
  const double margin = intersection.boxMargin(skin, skin);
  m_swept.clear();
  for (std::size_t i = 0; i < m_inside.size(); ++i) {
    const auto& box = m_inside[i]->boxes().rootBox();
    double begin = box.min[axis], end = box.max[axis] + margin;
    if (!std::isfinite(begin) || !std::isfinite(end) || begin > end) begin = -unbounded, end = unbounded;
    m_swept.push_back({begin, end, static_cast<type::Index>(i)});
  }
  std::ranges::sort(m_swept, {}, [](const Swept& s) { return std::pair(s.begin, s.place); });
  m_open.clear();
  m_found.clear();
  for (std::size_t k = 0; k < m_swept.size(); ++k) {
    std::erase_if(m_open, [&](std::size_t o) { return m_swept[o].end < m_swept[k].begin; });
    for (const std::size_t o : m_open) {
      const auto [earlier, later] = std::minmax(m_swept[o].place, m_swept[k].place);
      if (meet(*m_inside[later], *m_inside[earlier], intersection)) m_found.push_back({later, earlier});
    }
    m_open.push_back(k);
  }
  std::ranges::sort(m_found);
}

void BruteForceBroadPhase::findPairs(std::span<CollisionModel* const> models, const core::Intersection& intersection,
                                     std::vector<core::ModelPair>& pairs) {
  const auto& corners = d_box.value();
  const type::BoundingBox limits{corners[0], corners[1]};
  const bool limited = limits.min.x() < limits.max.x();
  m_inside.clear();
  for (auto* model : models) {
    if (model->boxes().empty()) continue;
    const double margin = intersection.boxMargin(0, model->d_contactDistance.value());
    if (!limited || geometry::overlap(limits, model->boxes().rootBox(), margin)) m_inside.push_back(model);
  }
  sweep(intersection);
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
