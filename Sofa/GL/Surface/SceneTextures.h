// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Capture/SceneShader.h"
#include "Sofa/GL/Device/GlObjects.h"

namespace sofa::gl {

/// Textures that scenes give to their shaders, on the graphics card.
class SceneTextures {
 public:
  /// Binds it to a texture unit; what was bound is left to the caller. A file that cannot be read is grey, told once.
  void bind(const std::shared_ptr<const ShaderTexture>& texture, int unit);
  /// Whether it is a cube map, which samplers of other kinds cannot read.
  static GLenum target(const ShaderTexture& texture) {
    return texture.picture().files.size() == 6 ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
  }
  /// Forgets what has not been bound in the last `frames` frames; to be called once per frame.
  void endFrame(unsigned frames);

 private:
  struct Kind {
    static void destroy(GLuint id) { glDeleteTextures(1, &id); }
  };
  struct Entry {
    std::shared_ptr<const ShaderTexture> source;  // keeps its address from being used again
    Handle<Kind> id;
    unsigned unused = 0;
  };
  static void make(Entry& entry);

  std::unordered_map<const ShaderTexture*, Entry> m_entries;
};

}  // namespace sofa::gl
