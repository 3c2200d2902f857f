// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/ContactPointsPool.h"

namespace sofa::core {

namespace {
class Shared final : public ContactPoints {
 public:
  explicit Shared(std::shared_ptr<ContactPoints> points) : m_points(std::move(points)) {}
  State<type::Vec3Types>& state() override { return m_points->state(); }
  void restart(std::size_t) override {}
  type::Index attach(const type::Vec3& point, type::Index element, double& radius) override {
    return m_points->attach(point, element, radius);
  }
  bool owns(const Component& component) const override { return m_points->owns(component); }

 private:
  std::shared_ptr<ContactPoints> m_points;
};
}  // namespace

std::unique_ptr<ContactPoints> ContactPointsPool::pointsOf(CollisionModel& model) {
  auto& known = m_points[&model];
  std::shared_ptr<ContactPoints> points = known.lock();
  if (!points) known = points = model.createContactPoints();
  return points ? std::make_unique<Shared>(std::move(points)) : nullptr;
}

void ContactPointsPool::begin() {
  std::erase_if(m_points, [](const auto& entry) { return entry.second.expired(); });
  for (const auto& [model, points] : m_points) points.lock()->restart(0);
}

void ContactPointsPool::finish() {
  for (const auto& [model, points] : m_points)
    if (const auto used = points.lock()) used->finish();
}

}  // namespace sofa::core
