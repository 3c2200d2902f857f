// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picture/PostProcessing.h"

namespace sofa::gl {
namespace {

/// Pictures after which a program that is no longer asked for is forgotten: two views may take turns.
constexpr unsigned patience = 200;

constexpr const char* srgbVertexGlsl = "void main() { gl_TexCoord[0] = gl_MultiTexCoord0; gl_Position = gl_Vertex; }\n";
constexpr const char* srgbFragmentGlsl = R"(
uniform sampler2D colorTexture;
void main() {
  vec4 light = texture2D(colorTexture, gl_TexCoord[0].st);
  vec3 dark = 12.92 * light.rgb, bright = 1.055 * pow(light.rgb, vec3(1.0 / 2.4)) - 0.055;
  gl_FragColor = vec4(mix(dark, bright, step(0.0031308, light.rgb)), light.a);
}
)";

}  // namespace

const PostProcess& srgbEncoding() {
  static const PostProcess process = [] {
    auto source = std::make_shared<ShaderSource>();
    source->owner = "OglRenderingSRGB";
    source->stages.front() = {"sRGB.vert", srgbVertexGlsl};
    source->stages.back() = {"sRGB.frag", srgbFragmentGlsl};
    PostProcess made;
    made.shader.source = source;
    return made;
  }();
  return process;
}

void PostProcessing::resize(int width, int height) {
  if (m_framebuffer && m_width == width && m_height == height) return;
  m_width = width, m_height = height;
  makeRenderTexture(m_colors, width, height, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR);
  makeRenderTexture(m_depths, width, height, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT);
  makeFramebuffer(m_framebuffer);
  attachTexture(GL_COLOR_ATTACHMENT0, m_colors);
  attachTexture(GL_DEPTH_ATTACHMENT, m_depths);
  expectComplete(width, height, "pictures that are processed");
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
