// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/LightManager.h"

namespace sofa::component::visual {

/// What all lights have in common: colour and shadow.
class Light : public core::Component {
 public:
  core::Data<bool> d_enable{this, "enable", true, "if false, the light is off"};
  core::Data<type::Color> d_color{this, "color", {}, "colour of its ambient, diffuse and specular light"};
  core::Data<unsigned> d_shadowTextureSize{
      this, "shadowTextureSize", 0u, "size of the shadow map (pixels); 0: chosen by the viewer", {.readOnly = true}};
  core::Data<bool> d_drawSource{this, "drawSource", false, "draw the light's place", {.group = "Visualization"}};
  core::Data<float> d_zNear{this, "zNear", 0.f, "near distance of the shadow map (m); default: from the scene's box"};
  core::Data<float> d_zFar{this, "zFar", 0.f, "far distance of the shadow map (m); default: from the scene's box"};
  core::Data<bool> d_shadowsEnabled{this, "shadowsEnabled", true, "if false, this light casts no shadow"};
  core::Data<bool> d_softShadows{this, "softShadows", false, "if true, its shadows have soft edges"};
  core::Data<float> d_shadowFactor{this, "shadowFactor", 1.f, "darkness of the shadow"};
  core::Data<float> d_VSMLightBleeding{this, "VSMLightBleeding", 0.05f, "soft shadows: reduction of light bleeding"};
  core::Data<float> d_VSMMinVariance{this, "VSMMinVariance", 0.001f, "soft shadows: smallest variance"};
  core::Data<unsigned short> d_textureUnit{
      this, "textureUnit", static_cast<unsigned short>(1),
      "kept for scenes that set it: the viewer chooses the texture unit of the shadow map"};
  core::Data<std::vector<float>> d_modelViewMatrix{
      this,
      "modelViewMatrix",
      std::vector<float>(16, 0.f),
      "kept for scenes that link to it, always 0: the viewer keeps the matrices of shadow maps to itself",
      {.readOnly = true}};
  core::Data<std::vector<float>> d_projectionMatrix{
      this,
      "projectionMatrix",
      std::vector<float>(16, 0.f),
      "kept for scenes that link to it, always 0: the viewer keeps the matrices of shadow maps to itself",
      {.readOnly = true}};

  /// Joins the first LightManager seen from its node upwards.
  void init() override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;
};

}  // namespace sofa::component::visual
