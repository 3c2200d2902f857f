// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/MeshCollisionModel.h"

namespace sofa::component::collision {

/// The edges of a mesh.
class LineCollisionModel : public SurfaceCollisionModel {
 public:
  core::Data<bool> d_displayFreePosition{
      this, "displayFreePosition", false, "draw the free positions of the lines too", {.group = "Visualization"}};

  std::type_index kind() const override { return typeid(LineCollisionModel); }
  std::size_t size() const override { return m_lines.size(); }
  void updateElements() override;
  void boxesAt(std::span<const type::Vec3> x, std::span<type::BoundingBox> boxes) const override {
    boxesOf(m_lines, x, boxes);
  }
  /// Lines do not touch lines to which an edge leads, nor points at the other end of an edge.
  bool elementsMayTouch(type::Index i, const CollisionModel& other, type::Index j) const override;
  std::unique_ptr<core::ContactPoints> createContactPoints() override;
  void draw(core::DrawList& list) const override;

  /// Points of each line, as of the last updateElements().
  const std::vector<type::Edge>& lines() const { return m_lines; }

 private:
  bool touchesAnEdgeAt(type::Index point, const type::Edge& line) const;
  std::vector<type::Edge> m_lines;
};

}  // namespace sofa::component::collision
