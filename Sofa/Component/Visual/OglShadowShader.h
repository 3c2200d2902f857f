// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/OglShader.h"

namespace sofa::component::visual {

/// Lets the lights of the scene's LightManager cast shadows. Light is computed per pixel with or without
/// it; a texture `colorTexture` for it replaces those of models, if USE_TEXTURE is defined.
class OglShadowShader : public OglShader {
 public:
  void init() override;
  bool hasPrograms() const override { return false; }
};

}  // namespace sofa::component::visual
