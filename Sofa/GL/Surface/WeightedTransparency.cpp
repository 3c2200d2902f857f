// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Surface/WeightedTransparency.h"

#include "Sofa/GL/Device/FullScreen.h"

namespace sofa::gl {
namespace {

/// The mean over the samples of a pixel: colour times what it hides, and how much that is.
constexpr std::string_view weightedTransparencyFragmentGlsl = R"(
#if SAMPLES > 0
uniform sampler2DMS colors, weights;
#else
uniform sampler2D colors, weights;
#endif
out vec4 result;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  result = vec4(0.0);
  const int samples = SAMPLES > 0 ? SAMPLES : 1;
  for (int i = 0; i < samples; ++i) {
    vec4 sum = texelFetch(colors, at, i);
    float hidden = 1.0 - sum.a;
    result += vec4(sum.rgb / max(texelFetch(weights, at, i).r, 1e-6) * hidden, hidden);
  }
  result /= float(samples);
}
)";

}  // namespace

void WeightedTransparency::resize(const Framebuffer& canvas) {
  if (m_framebuffer && m_width == canvas.width() && m_height == canvas.height() && m_samples == canvas.samples() &&
      m_depth == canvas.depthBuffer())
    return;
  if (m_samples != canvas.samples()) m_program.reset();
  m_width = canvas.width(), m_height = canvas.height(), m_samples = canvas.samples();
  m_depth = canvas.depthBuffer();
  GLuint textures[2] = {0, 0}, framebuffer = 0;
  glGenTextures(2, textures);
  m_colors.reset(textures[0]), m_weights.reset(textures[1]);
  glGenFramebuffers(1, &framebuffer);
  m_framebuffer.reset(framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
  const GLenum target = m_samples > 0 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D;
  const auto attach = [&](GLuint texture, GLenum format, GLenum place) {
    glBindTexture(target, texture);
    if (m_samples > 0) {
      glTexImage2DMultisample(target, m_samples, format, m_width, m_height, GL_TRUE);
    } else {
      glTexImage2D(target, 0, static_cast<GLint>(format), m_width, m_height, 0, GL_RGBA, GL_FLOAT, nullptr);
      glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0);
    }
    glBindTexture(target, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, place, target, texture, 0);
  };
  attach(m_colors, GL_RGBA16F, GL_COLOR_ATTACHMENT0);
  attach(m_weights, GL_R16F, GL_COLOR_ATTACHMENT1);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, m_depth);
  const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
  glDrawBuffers(2, buffers);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw GlError(fmt::format("No framebuffer of {} x {} pixels with {} samples for transparency.", m_width, m_height,
                              m_samples));
}

void WeightedTransparency::begin(const Framebuffer& canvas) {
  resize(canvas);
  glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
  const float nothing[] = {0, 0, 0, 1}, zero[] = {0, 0, 0, 0};
  glClearBufferfv(GL_COLOR, 0, nothing);
  glClearBufferfv(GL_COLOR, 1, zero);
}

void WeightedTransparency::end(const Framebuffer& canvas, RenderStatistics& statistics) {
  if (!m_program)
    m_program = std::make_unique<Program>(
        "transparency", fullScreenGlsl,
        fmt::format("#define SAMPLES {}\n", m_samples) + std::string(weightedTransparencyFragmentGlsl));
  canvas.bind();
  const GLenum target = m_samples > 0 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D;
  m_program->use();
  m_program->set("colors", 0);
  m_program->set("weights", 1);
  const auto bind = [&](GLuint colors, GLuint weights) {
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(target, weights);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(target, colors);
  };
  bind(m_colors, m_weights);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  m_noVertices.bind();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  ++statistics.drawCalls;
  glDisable(GL_BLEND);
  glEnable(GL_DEPTH_TEST);
  bind(0, 0);
}

}  // namespace sofa::gl
