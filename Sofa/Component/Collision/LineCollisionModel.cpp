// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/LineCollisionModel.h"

#include "Sofa/Component/Collision/BarycentricContactPoints.h"
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/ClosestPoints.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

void LineCollisionModel::updateElements() {
  if (!elementsAreStale()) return;
  m_lines.clear();
  if (mesh())
    std::ranges::copy_if(mesh()->edges(), std::back_inserter(m_lines),
                         [n = points().size()](const auto& e) { return std::max(e[0], e[1]) < n; });
  notePointsOf(m_lines);
}

bool LineCollisionModel::touchesAnEdgeAt(Index point, const type::Edge& line) const {
  const auto& around = mesh()->adjacency().edgesAroundVertex();
  const auto& edges = mesh()->edges();
  for (const Index end : line)
    for (const Index e : around[end])
      if (edges[e][0] == point || edges[e][1] == point) return true;
  return line[0] == point || line[1] == point;
}

bool LineCollisionModel::elementsMayTouch(Index i, const CollisionModel& other, Index j) const {
  if (&other == this) {
    return !touchesAnEdgeAt(m_lines[j][0], m_lines[i]) && !touchesAnEdgeAt(m_lines[j][1], m_lines[i]);
  }
  if (&other == context()->up<PointCollisionModel>()) return !touchesAnEdgeAt(j, m_lines[i]);
  if (other.kind() == kind() || other.kind() == typeid(PointCollisionModel)) return true;
  return other.elementsMayTouch(j, *this, i);
}

std::unique_ptr<core::ContactPoints> LineCollisionModel::createContactPoints() {
  return std::make_unique<BarycentricContactPoints>(*this, [this](const Vec3& point, Index element) {
    const Index a = m_lines[element][0], b = m_lines[element][1];
    const double s = geometry::projectOnLine(point, points()[a], points()[b]);
    return BarycentricContactMapping::Point{{a, b, a, a}, {1 - s, s, 0, 0}};
  });
}

void LineCollisionModel::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!list.shows(type::DisplayFlags::CollisionModels)) return;
  const auto drawAt = [&](std::span<const Vec3> x, const type::Color& color) {
    for (const auto& e : m_lines)
      if (std::max(e[0], e[1]) < x.size()) list.line(x[e[0]], x[e[1]], 1, color);
  };
  drawAt(points(), drawnColor());
  if (d_displayFreePosition.value() && vec3State() && vec3State()->has(core::vec::freePosition))
    drawAt(points(core::vec::freePosition), {0, 1, 0.2f, 1});
}

namespace {
const auto registered =
    core::Register("LineCollisionModel", "Sofa.Component.Collision.Geometry", "the edges of a mesh, as obstacles")
        .wasCalled("Line", "SOFA v24.12")
        .wasCalled("LineModel", "SOFA v24.12")
        .wasCalled("LineSet", "SOFA v24.12")
        .wasCalled("LineMesh", "")
        .wasCalled("LineMeshModel", "")
        .wasCalled("LineSetModel", "")
        .wasCalled("TLineModel", "")
        .wasCalled("CudaLineModel", "", "It takes states of every kind.")
        .add<LineCollisionModel>();
}  // namespace

}  // namespace sofa::component::collision
