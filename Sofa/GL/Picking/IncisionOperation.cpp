// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picking/IncisionOperation.h"

#include "Sofa/GL/Picking/PickedMesh.h"

namespace sofa::gl {

using type::Vec3;

bool IncisionOperation::start(simulation::Node& root, const PickedPoint& picked, const geometry::Ray& ray) {
  auto* mesh = pickedMesh(root, picked);
  if (!mesh) return false;
  if (const std::string why = m_incision.start(*mesh); !why.empty()) {
    picked.state.lock()->error("The mouse cannot cut here: {}", why);
    return false;
  }
  m_incision.keepMesh();
  m_end = picked.distance + m_depth;
  if (m_depth <= 0)
    for (const Vec3& p : m_incision.positions(core::vec::position))
      m_end = std::max(m_end, 1.1 * (p - ray.origin).norm());
  m_edge = edgeAlong(ray);
  return true;
}

std::vector<Vec3> IncisionOperation::edgeAlong(const geometry::Ray& ray) const {
  return {ray.origin, ray.origin + m_end * ray.direction};
}

void IncisionOperation::move(const geometry::Ray& ray) {
  if (m_edge.empty() || !m_incision.isStarted()) return;
  auto edge = edgeAlong(ray);
  geometry::SweptBlade blade;
  blade.sweep(m_edge, edge);
  if (blade.empty()) return;
  m_incision.cut(blade, {});
  m_edge = std::move(edge);
}

std::optional<MouseOperation::Line> IncisionOperation::line() const {
  if (m_edge.empty()) return {};
  return Line{m_edge.back(), m_edge.front()};
}

}  // namespace sofa::gl
