#include "Sofa/GL/PostProcessing.h"

namespace sofa::gl {
namespace {

/// Pictures after which a program that is no longer asked for is forgotten: two views may take turns.
constexpr unsigned patience = 200;

}  // namespace

void PostProcessing::resize(int width, int height) {
  if (m_framebuffer && m_width == width && m_height == height) return;
  m_width = width, m_height = height;
  GLuint textures[2] = {0, 0}, framebuffer = 0;
  glGenTextures(2, textures);
  m_colors.reset(textures[0]), m_depths.reset(textures[1]);
  glGenFramebuffers(1, &framebuffer);
  m_framebuffer.reset(framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
  const auto attach = [&](GLuint texture, GLint format, GLenum kind, GLenum type, GLenum place, GLint filter) {
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, kind, type, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, place, GL_TEXTURE_2D, texture, 0);
  };
  attach(m_colors, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_COLOR_ATTACHMENT0, GL_LINEAR);
  attach(m_depths, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, GL_DEPTH_ATTACHMENT, GL_NEAREST);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw GlError(fmt::format("No framebuffer of {} x {} pixels to process pictures in.", width, height));
}

void PostProcessing::apply(const PostProcess& process, const Framebuffer& canvas, RenderStatistics& statistics) {
  m_shaders.endFrame(patience);
  resize(canvas.width(), canvas.height());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, canvas.id());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, m_framebuffer);
  glBlitFramebuffer(0, 0, m_width, m_height, 0, 0, m_width, m_height, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT,
                    GL_NEAREST);
  canvas.bind();
  glDisable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  m_shaders.drawScreen({process, m_colors, m_depths, m_width, m_height}, statistics);
  glDepthMask(GL_TRUE);
  glEnable(GL_DEPTH_TEST);
}

}  // namespace sofa::gl
