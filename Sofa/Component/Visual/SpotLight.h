// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/PositionalLight.h"

namespace sofa::component::visual {

/// Light from a point, within a cone.
class SpotLight : public PositionalLight {
 public:
  core::Data<type::Vec3> d_direction{this, "direction", type::Vec3(0, 0, -1),
                                     "axis of the cone, or with lookat the point (m) it shines at"};
  core::Data<float> d_cutoff{this, "cutoff", 30.f, "half angle of the cone (degrees)"};
  core::Data<float> d_exponent{this, "exponent", 1.f, "power of the cosine to the axis by which the light fades"};
  core::Data<bool> d_lookat{this, "lookat", false, "if true, direction is a point"};

  /// With drawSource: the cone too, as lines of a tenth of the scene's diagonal.
  void draw(core::DrawList& list) const override;
};

}  // namespace sofa::component::visual
