// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/RenderTexture.h"

namespace sofa::gl {

void makeRenderTexture(TextureHandle& texture, int width, int height, GLint internalFormat, GLenum format, GLenum type,
                       GLint filter) {
  GLuint id = 0;
  glGenTextures(1, &id);
  texture.reset(id);
  glBindTexture(GL_TEXTURE_2D, id);
  glTexImage2D(GL_TEXTURE_2D, 0, internalFormat, width, height, 0, format, type, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void makeFramebuffer(FramebufferHandle& framebuffer) {
  GLuint id = 0;
  glGenFramebuffers(1, &id);
  framebuffer.reset(id);
  glBindFramebuffer(GL_FRAMEBUFFER, id);
}

void attachTexture(GLenum place, GLuint texture) {
  glFramebufferTexture2D(GL_FRAMEBUFFER, place, GL_TEXTURE_2D, texture, 0);
}

void expectComplete(int width, int height, std::string_view purpose) {
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw GlError(fmt::format("No framebuffer of {} x {} pixels for {}.", width, height, purpose));
}

void bindTexture(int unit, GLuint texture) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, texture);
}

}  // namespace sofa::gl
