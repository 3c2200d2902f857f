#include "Sofa/GL/Picking/IncisionOperation.h"

#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::gl {

using type::Vec3;

bool IncisionOperation::start(simulation::Node& root, const PickedPoint& picked, const geometry::Ray& ray) {
  const auto state = picked.state.lock();
  const auto* wanted = state ? simulation::meshOfState(*state) : nullptr;
  std::vector<core::BaseMeshTopology*> meshes;
  root.collectDown(meshes);
  const auto mesh = std::ranges::find(meshes, wanted);
  if (mesh == meshes.end()) {
    if (state) state->error("The mouse cuts meshes, but the points of this body are those of none.");
    return false;
  }
  if (const std::string why = m_incision.start(**mesh); !why.empty()) {
    state->error("The mouse cannot cut here: {}", why);
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
