// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/OglTexture.h"
#include "Sofa/Core/ObjectModel/Link.h"

namespace sofa::component::visual {

/// Gives the shader of its node or above the picture of an OglTexture from elsewhere in the scene, in its node and
/// below, by a name of its own. The picture is one and the same: it is in memory once.
class OglTexturePointer : public SwitchedShaderElement {
 public:
  core::Data<unsigned short> d_textureUnit{this, "textureUnit", static_cast<unsigned short>(1),
                                           "texture unit; samplers without a texture of their name read that of 0"};
  core::Data<bool> d_enabled{this, "enabled", true, "if false, the shader does not get it"};

  core::Link<OglTexture> l_oglTexture{this, "oglTexture", "the texture to be shared"};

  /// An error if there is no texture.
  void init() override;
  bool isOn() const override { return d_enable.value() && d_enabled.value(); }
  /// Null: none.
  const OglTexture* texture() const { return l_oglTexture.get(); }
};

}  // namespace sofa::component::visual
