// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Surface/SceneTextures.h"

#include <cstring>

#include "Sofa/GL/Device/TextureCache.h"
#include "Sofa/Helper/Message.h"

namespace sofa::gl {
namespace {

Image grey() {
  Image image;
  image.width = image.height = 1;
  image.rgba = {128, 128, 128, 255};
  return image;
}

Image readOrGrey(const std::string& file, const std::string& owner) {
  if (file.empty()) return grey();
  std::string reason;
  Image image = readTextureImage(file, reason);
  if (!image.empty()) return image;
  helper::send({helper::Severity::Error,
                "Renderer",
                owner,
                fmt::format("The picture \"{}\" cannot be shown: {}. A grey one takes its place.", file, reason),
                {}});
  return grey();
}

void turnUpsideDown(Image& image) {
  const auto row = 4 * static_cast<std::ptrdiff_t>(image.width);
  for (int y = 0; y < image.height / 2; ++y)
    std::swap_ranges(image.rgba.begin() + y * row, image.rgba.begin() + (y + 1) * row,
                     image.rgba.begin() + (image.height - 1 - y) * row);
}

void fill(GLenum target, const Image& image, bool srgb) {
  glTexImage2D(target, 0, srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               image.rgba.data());
}

}  // namespace

void SceneTextures::bind(const std::shared_ptr<const ShaderTexture>& named, int unit) {
  const auto& texture = named->shared ? named->shared : named;
  Entry& entry = m_entries[texture.get()];
  entry.unused = 0;
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  if (!entry.source) {
    entry.source = texture;
    make(entry);
  }
  glBindTexture(target(*texture), entry.id);
  glActiveTexture(GL_TEXTURE0);
}

void SceneTextures::make(Entry& entry) {
  const ShaderTexture& t = *entry.source;
  const GLenum kind = target(t);
  GLuint id = 0;
  glGenTextures(1, &id);
  entry.id.reset(id);
  glBindTexture(kind, id);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  if (kind == GL_TEXTURE_CUBE_MAP) {
    // Sides are seen from inside with rows from the top down; all must have one size.
    std::vector<Image> sides;
    for (const auto& file : t.files) sides.push_back(readOrGrey(file, t.owner));
    const bool equal = std::all_of(sides.begin(), sides.end(),
                                   [&](const Image& s) { return s.width == sides[0].width && s.height == s.width; });
    if (!equal)
      helper::send({helper::Severity::Error,
                    "Renderer",
                    t.owner,
                    "The sides of a cube map must be squares of one size. It is grey instead.",
                    {}});
    for (std::size_t i = 0; i < sides.size(); ++i)
      fill(GL_TEXTURE_CUBE_MAP_POSITIVE_X + static_cast<GLenum>(i), equal ? sides[i] : grey(), t.srgb);
  } else if (!t.files.empty()) {
    Image image = readOrGrey(t.files.front(), t.owner);
    turnUpsideDown(image);
    fill(GL_TEXTURE_2D, image, t.srgb);
  } else {
    fill(GL_TEXTURE_2D, t.numbers.empty() ? grey() : t.numbers, t.srgb);
  }
  const GLint wrap = t.repeat ? GL_REPEAT : GL_CLAMP_TO_EDGE;
  for (const GLenum direction : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
    glTexParameteri(kind, direction, wrap);
  glTexParameteri(kind, GL_TEXTURE_MAG_FILTER, t.linear ? GL_LINEAR : GL_NEAREST);
  const GLint smooth = t.mipmaps ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR;
  const GLint coarse = t.mipmaps ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST;
  glTexParameteri(kind, GL_TEXTURE_MIN_FILTER, t.linear ? smooth : coarse);
  glTexParameterf(kind, GL_TEXTURE_MIN_LOD, t.minLod);
  glTexParameterf(kind, GL_TEXTURE_MAX_LOD, t.maxLod);
  if (t.mipmaps) glGenerateMipmap(kind);
}

void SceneTextures::endFrame(unsigned frames) {
  for (auto it = m_entries.begin(); it != m_entries.end();)
    it = ++it->second.unused > frames ? m_entries.erase(it) : std::next(it);
}

}  // namespace sofa::gl
