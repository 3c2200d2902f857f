// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/Light.h"
#include "Sofa/Core/Contract/DrawList.h"

namespace sofa::component::visual {

/// Light from a point, in all directions.
class PositionalLight : public Light {
 public:
  core::Data<bool> d_fixed{this, "fixed", false,
                           "kept for scenes that set it: the light stays in its place in the scene"};
  core::Data<type::Vec3> d_position{this, "position", type::Vec3(-0.7, 0.3, 0), "place of the light (m)"};
  core::Data<float> d_attenuation{this, "attenuation", 0.f, "a in 1 / (1 + a distance)"};

  /// With drawSource: a sphere of a hundredth of the scene's diagonal.
  void draw(core::DrawList& list) const override;

 protected:
  bool drawsSource(const core::DrawList& list) const {
    return d_enable.value() && d_drawSource.value() && list.shows(type::DisplayFlags::VisualModels);
  }
};

}  // namespace sofa::component::visual
