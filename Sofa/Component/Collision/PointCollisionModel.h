// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/MeshCollisionModel.h"

namespace sofa::component::collision {

/// The points of a state. A mesh is needed only for normals and to know which points are neighbours.
class PointCollisionModel : public MeshCollisionModel {
 public:
  core::Data<bool> d_computeNormals{this, "computeNormals", false,
                                    "compute the normals of the surface at the points, as of the last detection"};
  core::Data<bool> d_displayFreePosition{
      this, "displayFreePosition", false, "draw the free positions of the points too", {.group = "Visualization"}};

  std::type_index kind() const override { return typeid(PointCollisionModel); }
  std::size_t size() const override { return state() ? state()->size() : 0; }
  void updateElements() override;
  void boxesAt(std::span<const type::Vec3> x, std::span<type::BoundingBox> boxes) const override;
  type::BoundingBox boxOfAll() override;
  /// Points of one model never touch each other; of models in one node the other decides.
  bool elementsMayTouch(type::Index i, const CollisionModel& other, type::Index j) const override;
  std::unique_ptr<core::ContactPoints> createContactPoints() override;
  void draw(core::DrawList& list) const override;

  /// Unit normals, or zero where there is no surface; empty unless computeNormals.
  std::span<const type::Vec3> normals() const { return m_normals; }

 protected:
  bool needsMesh() const override { return false; }

 private:
  std::vector<type::Vec3> m_normals;
};

}  // namespace sofa::component::collision
