// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>

#include "Sofa/GL/Device/GlObjects.h"

namespace sofa::gl {

/// Reads a picture for the current context. Empty, with the reason, if that fails or it is larger than textures may be.
Image readTextureImage(const std::string& file, std::string& reason);

/// Image files on the graphics card, each read once.
class TextureCache {
 public:
  /// Wrap: GL_REPEAT or GL_CLAMP_TO_EDGE.
  explicit TextureCache(GLint wrap = GL_REPEAT) : m_wrap(wrap) {}
  /// Filtered linearly. Null if the file is no picture that can be read: told once, in the name of `owner` (a
  /// path in the scene).
  const Texture* find(const std::string& file, bool srgb, const std::string& owner);
  /// Forgets pictures that have not been asked for in the last `frames` frames; to be called once per frame.
  void endFrame(unsigned frames);

 private:
  struct Entry {
    Texture texture;
    bool good = false;
    unsigned unused = 0;
  };
  GLint m_wrap;
  std::map<std::pair<std::string, bool>, Entry> m_entries;
};

}  // namespace sofa::gl
