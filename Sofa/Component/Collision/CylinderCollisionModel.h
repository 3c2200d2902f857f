// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/RigidShapeCollisionModel.h"

namespace sofa::component::collision {

/// Cylinders centred in the frames of a rigid state. No intersection method comes with pairs for them: they
/// are for those of plugins.
class CylinderCollisionModel final : public RigidShapeCollisionModel {
 public:
  core::Data<std::vector<double>> d_radii{this, "radii", {}, "radius of each cylinder (m)"};
  core::Data<std::vector<double>> d_heights{this, "heights", {}, "length of each cylinder (m)"};
  core::Data<double> d_defaultRadius{this, "defaultRadius", 0.5, "radius of cylinders without an entry in radii (m)"};
  core::Data<double> d_defaultHeight{this, "defaultHeight", 2.0, "length of cylinders without an entry in heights (m)"};
  core::Data<type::Vec3> d_defaultLocalAxis{
      this, "defaultLocalAxis", {0, 1, 0}, "axis of the cylinders in their frames, of any length"};

  void elementBoxes(std::span<type::BoundingBox> boxes) const override;
  void draw(core::DrawList& list) const override;

  double radius(type::Index i) const { return sizeOr(d_radii, i, d_defaultRadius); }
  double height(type::Index i) const { return sizeOr(d_heights, i, d_defaultHeight); }
  /// In space, of length one.
  type::Vec3 axis(type::Index i) const;
  /// The middles of both faces.
  std::array<type::Vec3, 2> ends(type::Index i) const;

 protected:
  std::string sizeProblem() const override;
};

}  // namespace sofa::component::collision
