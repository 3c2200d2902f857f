// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/ShaderElement.h"

namespace sofa::component::visual {

/// A picture for the shader of its node or above, in its node and below: of a file, of six files (the sides of a cube),
/// or of numbers in the scene.
class OglTexture : public SwitchedShaderElement {
 public:
  core::Data<std::string> d_filename{
      this, "filename", "", "image file of the texture", {.aliases = {"textureFilename"}}};
  core::Data<unsigned short> d_textureUnit{this, "textureUnit", static_cast<unsigned short>(1),
                                           "texture unit; samplers without a texture of their name read that of 0"};
  core::Data<bool> d_enabled{this, "enabled", true, "if false, the shader does not get it"};
  core::Data<bool> d_repeat{this, "repeat", false, "if true, the picture repeats beyond its borders"};
  core::Data<bool> d_linearInterpolation{this, "linearInterpolation", true, "if true, colours change smoothly"};
  core::Data<bool> d_generateMipmaps{this, "generateMipmaps", true,
                                     "if true, there are smaller pictures for what is far away"};
  core::Data<bool> d_srgbColorspace{this, "srgbColorspace", false, "if true, the picture holds sRGB colours"};
  core::Data<float> d_minLod{this, "minLod", -1000.f, "smallest level of detail"};
  core::Data<float> d_maxLod{this, "maxLod", 1000.f, "largest level of detail"};
  core::Data<unsigned> d_proceduralTextureWidth{this, "proceduralTextureWidth", 0u, "width of the picture of numbers"};
  core::Data<unsigned> d_proceduralTextureHeight{this, "proceduralTextureHeight", 0u, "its height"};
  core::Data<unsigned> d_proceduralTextureNbBits{
      this, "proceduralTextureNbBits", 1u,
      "bits of one of its pixels: 8 grey, 16 grey and alpha, 24 red, green, blue, 32 with alpha; or that many bytes"};
  core::Data<std::vector<unsigned>> d_proceduralTextureData{
      this, "proceduralTextureData", {}, "its numbers from 0 to 255, rows from the bottom up"};
  core::Data<std::string> d_cubemapFilenamePosX{this, "cubemapFilenamePosX", "", "image file of the side towards +x"};
  core::Data<std::string> d_cubemapFilenamePosY{this, "cubemapFilenamePosY", "", "image file of the side towards +y"};
  core::Data<std::string> d_cubemapFilenamePosZ{this, "cubemapFilenamePosZ", "", "image file of the side towards +z"};
  core::Data<std::string> d_cubemapFilenameNegX{this, "cubemapFilenameNegX", "", "image file of the side towards -x"};
  core::Data<std::string> d_cubemapFilenameNegY{this, "cubemapFilenameNegY", "", "image file of the side towards -y"};
  core::Data<std::string> d_cubemapFilenameNegZ{this, "cubemapFilenameNegZ", "", "image file of the side towards -z"};

  void init() override;
  /// Looks for the files again.
  void reinit() override;
  bool isOn() const override { return d_enable.value() && d_enabled.value(); }
  /// Full paths: one, or six in the order +x -x +y -y +z -z; an empty one is not there. None: a picture of numbers.
  const std::vector<std::string>& files() const { return m_files; }
  bool isOfNumbers() const { return m_files.empty(); }
  /// Of the picture of numbers: 1 to 4; 0 if proceduralTextureNbBits makes no sense.
  unsigned channels() const;
  /// Changes when the files have been looked for again.
  unsigned version() const { return m_version; }

 private:
  std::string find(const std::string& name) const;
  void checkNumbers() const;

  std::vector<std::string> m_files;
  unsigned m_version = 0;
};

}  // namespace sofa::component::visual
