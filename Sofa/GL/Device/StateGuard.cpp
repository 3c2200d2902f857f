// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/StateGuard.h"

namespace sofa::gl {
namespace {

void enable(GLenum capability, bool on) { on ? glEnable(capability) : glDisable(capability); }

}  // namespace

StateGuard::StateGuard() {
  for (std::size_t i = 0; i < capabilities.size(); ++i) m_enabled[i] = glIsEnabled(capabilities[i]);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &m_drawFramebuffer);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &m_readFramebuffer);
  glGetIntegerv(GL_CURRENT_PROGRAM, &m_program);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &m_vertexArray);
  glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &m_arrayBuffer);
  glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &m_packBuffer);
  glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &m_unpackBuffer);
  glGetIntegerv(GL_ACTIVE_TEXTURE, &m_activeTexture);
  for (int i = 0; i < textureUnits; ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &m_textures[i]);
    glGetIntegerv(GL_TEXTURE_BINDING_2D_ARRAY, &m_arrayTextures[i]);
    glGetIntegerv(GL_SAMPLER_BINDING, &m_samplers[i]);
    glBindSampler(static_cast<GLuint>(i), 0);
  }
  glGetIntegerv(GL_DEPTH_FUNC, &m_depthFunction);
  glGetIntegerv(GL_CULL_FACE_MODE, &m_cullMode);
  glGetIntegerv(GL_VIEWPORT, m_viewport.data());
  glGetIntegerv(GL_BLEND_SRC_RGB, &m_blendFactors[0]);
  glGetIntegerv(GL_BLEND_DST_RGB, &m_blendFactors[1]);
  glGetIntegerv(GL_BLEND_SRC_ALPHA, &m_blendFactors[2]);
  glGetIntegerv(GL_BLEND_DST_ALPHA, &m_blendFactors[3]);
  glGetIntegerv(GL_BLEND_EQUATION_RGB, &m_blendEquations[0]);
  glGetIntegerv(GL_BLEND_EQUATION_ALPHA, &m_blendEquations[1]);
  glGetIntegerv(GL_POLYGON_MODE, m_polygonMode.data());
  glGetFloatv(GL_COLOR_CLEAR_VALUE, m_clearColor.data());
  glGetBooleanv(GL_COLOR_WRITEMASK, m_colorMask.data());
  glGetBooleanv(GL_DEPTH_WRITEMASK, &m_depthMask);

  for (const GLenum capability : capabilities) glDisable(capability);
  for (const GLenum capability : {GL_DEPTH_TEST, GL_PROGRAM_POINT_SIZE, GL_MULTISAMPLE}) glEnable(capability);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glActiveTexture(GL_TEXTURE0);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glBlendEquation(GL_FUNC_ADD);
}

StateGuard::~StateGuard() {
  for (std::size_t i = 0; i < capabilities.size(); ++i) enable(capabilities[i], m_enabled[i]);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(m_drawFramebuffer));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(m_readFramebuffer));
  glUseProgram(static_cast<GLuint>(m_program));
  glBindVertexArray(static_cast<GLuint>(m_vertexArray));
  glBindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(m_arrayBuffer));
  glBindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(m_packBuffer));
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<GLuint>(m_unpackBuffer));
  for (int i = 0; i < textureUnits; ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(m_textures[i]));
    glBindTexture(GL_TEXTURE_2D_ARRAY, static_cast<GLuint>(m_arrayTextures[i]));
    glBindSampler(static_cast<GLuint>(i), static_cast<GLuint>(m_samplers[i]));
  }
  glActiveTexture(static_cast<GLenum>(m_activeTexture));
  glDepthFunc(static_cast<GLenum>(m_depthFunction));
  glCullFace(static_cast<GLenum>(m_cullMode));
  glViewport(m_viewport[0], m_viewport[1], m_viewport[2], m_viewport[3]);
  glBlendFuncSeparate(static_cast<GLenum>(m_blendFactors[0]), static_cast<GLenum>(m_blendFactors[1]),
                      static_cast<GLenum>(m_blendFactors[2]), static_cast<GLenum>(m_blendFactors[3]));
  glBlendEquationSeparate(static_cast<GLenum>(m_blendEquations[0]), static_cast<GLenum>(m_blendEquations[1]));
  glPolygonMode(GL_FRONT_AND_BACK, static_cast<GLenum>(m_polygonMode[0]));
  glClearColor(m_clearColor[0], m_clearColor[1], m_clearColor[2], m_clearColor[3]);
  glColorMask(m_colorMask[0], m_colorMask[1], m_colorMask[2], m_colorMask[3]);
  glDepthMask(m_depthMask);
}

}  // namespace sofa::gl
