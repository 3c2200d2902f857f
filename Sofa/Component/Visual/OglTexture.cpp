// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/OglTexture.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::component::visual {

void OglTexture::init() {
  ShaderElement::init();
  reinit();
}

void OglTexture::reinit() {
  ++m_version;
  m_files.clear();
  const std::array cube{&d_cubemapFilenamePosX, &d_cubemapFilenameNegX, &d_cubemapFilenamePosY,
                        &d_cubemapFilenameNegY, &d_cubemapFilenamePosZ, &d_cubemapFilenameNegZ};
  const bool isCube = std::any_of(cube.begin(), cube.end(), [](const auto* d) { return !d->value().empty(); });
  if (!d_filename.value().empty()) {
    m_files.push_back(find(d_filename.value()));
  } else if (isCube) {
    for (const auto* side : cube) {
      if (side->value().empty()) error("{} is missing: a cube map has six sides. This one is grey.", side->name());
      m_files.push_back(side->value().empty() ? std::string() : find(side->value()));
    }
  } else {
    checkNumbers();
  }
}

std::string OglTexture::find(const std::string& name) const {
  const auto file = helper::ResourcePath::data().find(name, folder());
  if (file) return file->string();
  error("Texture \"{}\" not found in {}. A grey one takes its place.", name,
        helper::ResourcePath::data().describe(folder()));
  return {};
}

unsigned OglTexture::channels() const {
  const unsigned bits = d_proceduralTextureNbBits.value();
  if (bits >= 1 && bits <= 4) return bits;
  return bits == 8 || bits == 16 || bits == 24 || bits == 32 ? bits / 8 : 0;
}

void OglTexture::checkNumbers() const {
  const auto given = d_proceduralTextureData.value().size();
  const std::size_t pixels =
      static_cast<std::size_t>(d_proceduralTextureWidth.value()) * d_proceduralTextureHeight.value();
  if (given == 0 && pixels == 0)
    error(
        "There is no picture: filename, the six cubemapFilename..., or proceduralTextureWidth, ...Height and ...Data "
        "are needed. A grey one takes its place.");
  else if (channels() == 0)
    error("proceduralTextureNbBits is {}; it must be 8, 16, 24 or 32. A grey picture takes its place.",
          d_proceduralTextureNbBits.value());
  else if (given != pixels * channels())
    error("proceduralTextureData has {} numbers; {} x {} pixels of {} have {}. A grey picture takes its place.", given,
          d_proceduralTextureWidth.value(), d_proceduralTextureHeight.value(), channels(), pixels * channels());
}

namespace {
const auto registered =
    core::Register("OglTexture", "Sofa.GL.Component.Shader", "a picture for an OglShader").add<OglTexture>();
}  // namespace

}  // namespace sofa::component::visual
