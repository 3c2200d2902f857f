// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Device/GlObjects.h"

namespace sofa::gl {

/// While it lives, OpenGL's state is the one the renderer counts on; then it is what it was, for others that draw in
/// the same context (a tool kit's windows).
class StateGuard {
 public:
  StateGuard();
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

  /// Bound at entry.
  GLuint drawFramebuffer() const { return static_cast<GLuint>(m_drawFramebuffer); }
  const std::array<GLint, 4>& viewport() const { return m_viewport; }

 private:
  static constexpr std::array<GLenum, 9> capabilities{
      GL_DEPTH_TEST,   GL_BLEND,        GL_CULL_FACE,        GL_PROGRAM_POINT_SIZE, GL_MULTISAMPLE,
      GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_FRAMEBUFFER_SRGB, GL_POLYGON_OFFSET_FILL};
  static constexpr int textureUnits = 4;

  std::array<GLboolean, capabilities.size()> m_enabled{};
  GLint m_drawFramebuffer = 0, m_readFramebuffer = 0, m_program = 0, m_vertexArray = 0, m_arrayBuffer = 0;
  GLint m_activeTexture = 0, m_packBuffer = 0, m_unpackBuffer = 0, m_depthFunction = 0, m_cullMode = 0;
  std::array<GLint, textureUnits> m_textures{}, m_arrayTextures{}, m_samplers{};
  std::array<GLint, 4> m_viewport{}, m_blendFactors{};
  std::array<GLint, 2> m_blendEquations{}, m_polygonMode{};
  std::array<GLfloat, 4> m_clearColor{};
  std::array<GLboolean, 4> m_colorMask{};
  GLboolean m_depthMask = GL_TRUE;
};

}  // namespace sofa::gl
