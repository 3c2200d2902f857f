// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::visual {

/// Soft round spots at the points of the state of its node or above, such as smoke or a fluid's particles: their
/// opacity falls as a cosine from the middle to the border.
class PointSplatModel : public core::Component {
 public:
  core::Data<bool> d_enable{this, "enable", true, "if false, not drawn"};
  core::Data<float> d_radius{this, "radius", 1.f, "radius of the spots (m)"};
  core::Data<int> d_textureSize{this, "textureSize", 32, "steps of the opacity across a spot"};
  core::Data<float> d_alpha{this, "alpha", 1.f, "opacity in the middle of a spot"};
  core::Data<type::Color> d_color{this, "color", {1, 1, 1, 1}, "colour of the spots"};
  core::Data<std::vector<std::uint8_t>> d_pointData{
      this, "pointData", {}, "brightness of each point's colour, 0 to 255; those not given are 255"};

  void init() override { reinit(); }
  void reinit() override;
  void computeBoundingBox() override;
  /// Null if there is no state.
  const core::State<type::Vec3Types>* state() const { return context()->up<core::State<type::Vec3Types>>(); }

 protected:
  void parseExtra(core::ComponentDescription& description) override;
};

}  // namespace sofa::component::visual
