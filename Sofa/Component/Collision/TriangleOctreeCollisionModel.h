// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/TriangleCollisionModel.h"

namespace sofa::component::collision {

/// A closed surface of triangles into which rays are shot: the model of RayTraceNarrowPhase. For other phases it is a
/// TriangleCollisionModel.
class TriangleOctreeCollisionModel final : public TriangleCollisionModel {
 public:
  void init() override;
  void reset() override;
  void updateBoxes(int depth, const core::StepMotion& motion) override;
  void archive(core::Archive& archive) override;

  struct Hit {
    double distance = 0;  ///< along the ray (m)
    type::Index triangle = 0;
  };
  /// The nearest triangle in front of the origin, `direction` being a unit vector.
  std::optional<Hit> trace(const type::Vec3& origin, const type::Vec3& direction) const;
  /// Of each point: mean of the normals that its triangles had at the detection before. In SOFA v26.06 triangle 0 takes
  /// no part, neither here nor in the box.
  std::span<const type::Vec3> pointNormals() const { return m_pointNormals; }
  const type::BoundingBox& tracedBox() const { return m_box; }
  /// Of each triangle at this detection.
  const type::Vec3& normalOf(type::Index triangle) const { return m_normals[triangle]; }

 private:
  std::vector<type::Vec3> m_normals, m_pointNormals;
  type::BoundingBox m_box;
  mutable std::vector<geometry::BoxHierarchy::Range> m_open;
};

}  // namespace sofa::component::collision
