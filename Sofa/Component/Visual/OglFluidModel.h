// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/VisualComponent.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::visual {

/// The particles of a fluid, drawn as spheres.
class OglFluidModel : public VisualComponent {
 public:
  static constexpr std::string_view ofSmoothing =
      "no effect: particles are drawn as spheres of spriteRadius, and not smoothed to a surface";

  core::Data<std::vector<type::Vec3>> d_position{this, "position", {}, "the particles, usually linked to a state (m)"};
  core::Data<unsigned> d_debugFBO{this, "debugFBO", 9u, ofSmoothing};
  core::Data<float> d_spriteRadius{this, "spriteRadius", 1.f, "radius of the spheres (m)"};
  core::Data<float> d_spriteThickness{this, "spriteThickness", 0.01f, ofSmoothing};
  core::Data<unsigned> d_spriteBlurRadius{this, "spriteBlurRadius", 10u, ofSmoothing};
  core::Data<float> d_spriteBlurScale{this, "spriteBlurScale", 0.1f, ofSmoothing};
  core::Data<float> d_spriteBlurDepthFalloff{this, "spriteBlurDepthFalloff", 1.f, ofSmoothing};
  core::Data<type::Color> d_spriteDiffuseColor{this, "spriteDiffuseColor", {0, 0, 1, 1}, "colour of the spheres"};

  static std::string staticTemplateName() { return type::Vec3Types::name(); }
  void computeBoundingBox() override;

 protected:
  void drawVisual(core::DrawList& list) const override;
};

}  // namespace sofa::component::visual
