// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/TriangleOctreeCollisionModel.h"

#include <limits>

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/RayHit.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

void TriangleOctreeCollisionModel::init() {
  TriangleCollisionModel::init();
  m_normals.clear();
  if (isValid() && core::reproducesSofa(*this))
    core::tellDefect(*this,
                     "rays start along the normals of the detection before, and triangle 0 takes no part in these",
                     "Use a TriangleCollisionModel with MinProximityIntersection");
}

void TriangleOctreeCollisionModel::reset() {
  TriangleCollisionModel::reset();
  m_normals.clear();
}

/// Once in a detection, unlike updateElements(), which the box of the scene asks for too.
void TriangleOctreeCollisionModel::updateBoxes(int depth, const core::StepMotion& motion) {
  TriangleCollisionModel::updateBoxes(depth, motion);
  const auto x = points();
  const auto& all = triangles();
  const auto normal = [&](const type::Triangle& t) {
    return Vec3((x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).normalized());
  };
  std::vector<Vec3> present;
  present.reserve(all.size());
  for (const auto& t : all) present.push_back(normal(t));
  const bool isSofas = core::reproducesSofa(*this);
  const auto& former = isSofas && m_normals.size() == all.size() ? m_normals : present;
  m_pointNormals.assign(x.size(), Vec3::Zero());
  m_box = {};
  if (!x.empty()) m_box.include(x[0]);
  for (std::size_t i = isSofas ? 1 : 0; i < all.size(); ++i)
    for (const Index p : all[i]) {
      m_pointNormals[p] += former[i];
      m_box.include(x[p]);
    }
  for (auto& n : m_pointNormals) n.normalize();
  m_normals = std::move(present);
}

std::optional<TriangleOctreeCollisionModel::Hit> TriangleOctreeCollisionModel::trace(const Vec3& origin,
                                                                                     const Vec3& direction) const {
  constexpr double rounding = std::numeric_limits<double>::epsilon(), slack = 1e-12;
  const double smallest = rounding * (m_box.max - m_box.min).maxCoeff();
  const auto x = points();
  std::optional<Hit> nearest;
  geometry::forEachOnRay(boxes(), origin, direction, m_open, [&](Index i) {
    const auto& t = triangles()[i];
    const auto hit = geometry::hitTriangle({origin, direction}, x[t[0]], x[t[1]], x[t[2]], slack);
    if (hit && hit->distance >= smallest && (!nearest || hit->distance < nearest->distance))
      nearest = Hit{hit->distance, i};
  });
  return nearest;
}

void TriangleOctreeCollisionModel::archive(core::Archive& archive) {
  TriangleCollisionModel::archive(archive);
  archive.io(m_normals);
}

namespace {
const auto registered = core::Register("TriangleOctreeCollisionModel", "Sofa.Component.Collision.Geometry",
                                       "a closed surface of triangles, for RayTraceNarrowPhase")
                            .ignores("useCurvature", "the curvature of a surface plays no part in contacts")
                            .ignores("drawOctree",
                                     "rays find triangles through the hierarchy of boxes, which "
                                     "showBoundingCollisionModels draws")
                            .wasCalled("TriangleOctree", "SOFA v24.12")
                            .wasCalled("TriangleOctreeModel")
                            .add<TriangleOctreeCollisionModel>();
}  // namespace

}  // namespace sofa::component::collision
