// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/RigidShapeCollisionModel.h"
#include "Sofa/Geometry/ConvexContact.h"

namespace sofa::component::collision {

/// Boxes that turn with the frames of a rigid state, which are their middles.
class OBBCollisionModel final : public RigidShapeCollisionModel {
 public:
  core::Data<std::vector<type::Vec3>> d_extents{
      this, "extents", {}, "half of the sides of each box, along the axes of its frame (m)"};
  core::Data<double> d_defaultExtent{this, "defaultExtent", 1.0,
                                     "half of the sides of boxes without an entry in extents (m)"};

  void updateElements() override;
  std::size_t size() const override { return m_shapes.size(); }
  void elementBoxes(std::span<type::BoundingBox> boxes) const override;
  void draw(core::DrawList& list) const override;

  /// Half of the sides of box i.
  type::Vec3 halves(std::size_t i) const;
  /// As of the last updateElements().
  const geometry::ConvexShape& shape(type::Index i) const { return m_shapes[i]; }

 protected:
  std::string sizeProblem() const override;

 private:
  std::vector<geometry::ConvexShape> m_shapes;
};

}  // namespace sofa::component::collision
