// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/TextureCache.h"

#include "Sofa/Helper/Message.h"

namespace sofa::gl {

Image readTextureImage(const std::string& file, std::string& reason) {
  Image image = readImage(file, reason);
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (std::max(image.width, image.height) <= largest) return image;
  reason = fmt::format("it has {} x {} pixels, this graphics card takes {} in each direction", image.width,
                       image.height, largest);
  return {};
}

const Texture* TextureCache::find(const std::string& file, bool srgb, const std::string& owner) {
  const auto [it, isNew] = m_entries.try_emplace({file, srgb});
  Entry& entry = it->second;
  entry.unused = 0;
  if (isNew) {
    std::string reason;
    Image image = readTextureImage(file, reason);
    if (image.empty()) {
      helper::send({helper::Severity::Error,
                    "Renderer",
                    owner,
                    fmt::format("The picture \"{}\" cannot be shown: {}. It is left out.", file, reason),
                    {}});
    } else {
      entry.texture.setImage(image, srgb);
      entry.texture.setSampling(GL_LINEAR, m_wrap);
      entry.good = true;
    }
  }
  return entry.good ? &entry.texture : nullptr;
}

void TextureCache::endFrame(unsigned frames) {
  // What could not be read is remembered, so that it is told once.
  for (auto it = m_entries.begin(); it != m_entries.end();)
    it = ++it->second.unused > frames && it->second.good ? m_entries.erase(it) : std::next(it);
}

}  // namespace sofa::gl
