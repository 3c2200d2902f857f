// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Device/GlObjects.h"

namespace sofa::gl {

struct RawTexture {
  static void destroy(GLuint id) { glDeleteTextures(1, &id); }
};
struct RawFramebuffer {
  static void destroy(GLuint id) { glDeleteFramebuffers(1, &id); }
};
using TextureHandle = Handle<RawTexture>;
using FramebufferHandle = Handle<RawFramebuffer>;

/// A texture without mipmaps to draw into, one sample per pixel; nothing lies beyond its borders. In place of what the
/// handle holds.
void makeRenderTexture(TextureHandle& texture, int width, int height, GLint internalFormat, GLenum format, GLenum type,
                       GLint filter = GL_NEAREST);
/// In place of what the handle holds, and bound.
void makeFramebuffer(FramebufferHandle& framebuffer);
/// To the framebuffer that is bound.
void attachTexture(GLenum place, GLuint texture);
/// Throws GlError if the framebuffer that is bound cannot be drawn into; `purpose` completes "No framebuffer for ...".
void expectComplete(int width, int height, std::string_view purpose);
void bindTexture(int unit, GLuint texture);

}  // namespace sofa::gl
