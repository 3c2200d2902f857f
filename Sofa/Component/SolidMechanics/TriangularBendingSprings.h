// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/SurfaceSpringForceField.h"

namespace sofa::component::solidmechanics {

/// Resists the bending of triangles: a spring between the points opposite to each edge that two triangles share.
class TriangularBendingSprings : public SurfaceSpringForceField {
 public:
  core::Data<bool> d_showSprings{this, "showSprings", true, "draw the springs", {.group = "Visualization"}};

  void draw(core::DrawList& list) const override {
    if (d_showSprings.value()) SurfaceSpringForceField::draw(list);
  }

 protected:
  core::ElementKind elements() const override { return core::ElementKind::triangle; }
  void join(const core::BaseMeshTopology& mesh, std::size_t edge, const std::array<type::Index, 2>& around,
            Joint& joint) const override;
  const char* problemOf(const core::BaseMeshTopology& mesh) const override {
    return mesh.triangles().empty() ? "has no triangles" : nullptr;
  }
};

}  // namespace sofa::component::solidmechanics
