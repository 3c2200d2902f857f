// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/TriangleCollisionModel.h"

#include "Sofa/Component/Collision/BarycentricContactPoints.h"
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

void TriangleCollisionModel::updateElements() {
  if (!elementsAreStale()) return;
  m_triangles.clear();
  m_quads.clear();
  m_owned.clear();
  if (mesh()) copyElements();
  notePointsOf(m_triangles);
}

void TriangleCollisionModel::copyElements() {
  const auto x = points();
  const auto exists = [&](const auto& element) {
    return std::ranges::all_of(element, [&](Index p) { return p < x.size(); });
  };
  for (const auto& t : mesh()->triangles())
    if (exists(t)) m_triangles.push_back(t);
  for (const auto& q : mesh()->quads()) {
    if (!exists(q)) continue;
    m_quads.push_back(q);
    m_triangles.push_back({q[1], q[2], q[0]});
    m_triangles.push_back({q[3], q[0], q[2]});
  }
}

Vec3 TriangleCollisionModel::normal(Index i) const {
  const auto x = points();
  const auto& t = m_triangles[i];
  return (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).normalized();
}

bool TriangleCollisionModel::elementsMayTouch(Index i, const CollisionModel& other, Index j) const {
  if (&other != context()->up<PointCollisionModel>()) return true;
  return std::ranges::find(m_triangles[i], j) == m_triangles[i].end();
}

std::uint16_t TriangleCollisionModel::bits(Index i) const {
  if (!mesh()) return 1 << bit(geometry::TriangleFeature::inside);
  if (m_owned.size() != m_triangles.size()) findOwners();
  return m_owned[i];
}

/// The owner of a corner or side is the first triangle in its list.
void TriangleCollisionModel::findOwners() const {
  using enum geometry::TriangleFeature;
  constexpr std::array corners{a, b, c}, sides{ab, bc, ca};
  const auto& adjacency = mesh()->adjacency();
  const auto& triangles = mesh()->triangles();
  const auto isFirst = [](std::span<const Index> around, std::size_t i) { return !around.empty() && around[0] == i; };
  m_owned.assign(m_triangles.size(), 1 << bit(inside));
  std::size_t kept = 0;  // updateElements() leaves out what names points that are not there
  for (std::size_t i = 0; i < triangles.size() && kept < m_triangles.size(); ++i) {
    const auto& t = triangles[i];
    if (t != m_triangles[kept]) continue;
    auto& owned = m_owned[kept++];
    for (int k = 0; k < 3; ++k) {
      if (isFirst(adjacency.trianglesAroundVertex()[t[k]], i)) owned |= 1 << bit(corners[k]);
      const auto around = adjacency.trianglesAroundEdge()[adjacency.edgeIndex(t[k], t[(k + 1) % 3])];
      if (!isFirst(around, i)) continue;
      owned |= 1 << bit(sides[k]);
      if (around.size() == 1) owned |= 1 << (borderBit + bit(sides[k]));
    }
  }
}

namespace {

/// Coordinates (f, g) in a quad: those of the frame of its sides at the first corner.
BarycentricContactMapping::Point inQuad(const Vec3& point, const type::Quad& q, std::span<const Vec3> x) {
  const Vec3 side0 = x[q[1]] - x[q[0]], side1 = x[q[3]] - x[q[0]];
  type::Mat3 frame;
  frame << side0, side1, side0.cross(side1);
  const Vec3 at = frame.inverse() * (point - x[q[0]]);
  const double f = at[0], g = at[1];
  return {{q[0], q[1], q[2], q[3]}, {(1 - f) * (1 - g), f * (1 - g), f * g, (1 - f) * g}};
}

}  // namespace

std::unique_ptr<core::ContactPoints> TriangleCollisionModel::createContactPoints() {
  return std::make_unique<BarycentricContactPoints>(*this, [this](const Vec3& point, Index element) {
    const auto x = points();
    const std::size_t ownTriangles = m_triangles.size() - 2 * m_quads.size();
    if (element >= ownTriangles) return inQuad(point, m_quads[(element - ownTriangles) / 2], x);
    const Index a = m_triangles[element][0], b = m_triangles[element][1], c = m_triangles[element][2];
    const auto at = geometry::closestOnTriangle(point, x[a], x[b], x[c]);
    return BarycentricContactMapping::Point{{a, b, c, a}, {1 - at.v - at.w, at.v, at.w, 0}};
  });
}

void TriangleCollisionModel::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!list.shows(type::DisplayFlags::CollisionModels)) return;
  const auto x = points();
  const bool normals = d_computeNormals.value() && list.shows(type::DisplayFlags::Normals);
  for (std::size_t i = 0; i < m_triangles.size(); ++i) {
    const Index a = m_triangles[i][0], b = m_triangles[i][1], c = m_triangles[i][2];
    if (std::max({a, b, c}) >= x.size()) continue;
    list.triangle(x[a], x[b], x[c], drawnColor(), core::DrawList::Shading::lit);
    const Vec3 center = (x[a] + x[b] + x[c]) / 3;
    if (normals) list.line(center, center + 0.1 * normal(static_cast<Index>(i)), 1, {1, 1, 1, 1});
  }
}

namespace {
const auto registered = core::Register("TriangleCollisionModel", "Sofa.Component.Collision.Geometry",
                                       "the triangles and quads of a mesh, as obstacles")
                            .ignores("useCurvature", "the curvature of a surface plays no part in contacts")
                            .wasCalled("Triangle", "SOFA v24.12")
                            .wasCalled("TriangleMesh", "SOFA v24.12")
                            .wasCalled("TriangleModel", "SOFA v24.12")
                            .wasCalled("TriangleSet", "SOFA v24.12")
                            .wasCalled("TriangleMeshModel", "")
                            .wasCalled("TriangleSetModel", "")
                            .wasCalled("TTriangleModel", "")
                            .wasCalled("CudaTriangleModel", "", "It takes states of every kind.")
                            .add<TriangleCollisionModel>();
}  // namespace

}  // namespace sofa::component::collision
