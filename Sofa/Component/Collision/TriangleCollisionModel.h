// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/MeshCollisionModel.h"
#include "Sofa/Geometry/ClosestPoints.h"

namespace sofa::component::collision {

/// The triangles of a mesh, then its quads as two triangles each.
class TriangleCollisionModel : public SurfaceCollisionModel {
 public:
  core::Data<bool> d_computeNormals{this, "computeNormals", true,
                                    "compute the normals, which drawing and "
                                    "MinProximityIntersection's useSurfaceNormals read"};

  std::type_index kind() const override { return typeid(TriangleCollisionModel); }
  std::size_t size() const override { return m_triangles.size(); }
  void updateElements() override;
  void boxesAt(std::span<const type::Vec3> x, std::span<type::BoundingBox> boxes) const override {
    boxesOf(m_triangles, x, boxes);
  }
  /// Triangles do not touch their own corners.
  bool elementsMayTouch(type::Index i, const CollisionModel& other, type::Index j) const override;
  std::unique_ptr<core::ContactPoints> createContactPoints() override;
  void draw(core::DrawList& list) const override;

  /// Points of each triangle, as of the last updateElements().
  const std::vector<type::Triangle>& triangles() const { return m_triangles; }
  /// Unit normal of triangle i (0 if it has no area), at the positions as they are.
  type::Vec3 normal(type::Index i) const;
  /// Whether a corner or side of triangle i belongs to it: each has one owner among the triangles that share it, so
  /// that a contact there is found once. The halves of quads own none. A triangle owns its inside.
  bool owns(type::Index i, geometry::TriangleFeature feature) const { return bits(i) >> bit(feature) & 1; }
  /// Whether triangle i is the only one with this side; false for a half of a quad.
  bool ownsBorder(type::Index i, geometry::TriangleFeature side) const {
    return bits(i) >> (borderBit + bit(side)) & 1;
  }

 private:
  static constexpr int borderBit = 8;
  static int bit(geometry::TriangleFeature feature) { return static_cast<int>(feature); }
  void copyElements();
  std::uint16_t bits(type::Index i) const;
  void findOwners() const;

  std::vector<type::Triangle> m_triangles;
  std::vector<type::Quad> m_quads;  ///< two triangles each, at the end of m_triangles
  // By triangle, a bit per feature that it owns, and a second one where this is of the border; found when first asked
  // for.
  mutable std::vector<std::uint16_t> m_owned;
};

}  // namespace sofa::component::collision
