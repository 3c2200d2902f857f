// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/SampleResolver.h"

#include <fmt/format.h>

#include "Sofa/GL/Device/FullScreen.h"

namespace sofa::gl {
namespace {

constexpr std::string_view sampleResolverFragmentGlsl = R"(
uniform sampler2DMS colors;
out vec4 mean;
void main() {
  mean = vec4(0.0);
  for (int i = 0; i < SAMPLES; ++i) mean += texelFetch(colors, ivec2(gl_FragCoord.xy), i);
  mean /= float(SAMPLES);
}
)";

}  // namespace

void SampleResolver::resolve(const Framebuffer& canvas, GLuint target) {
  if (m_samples != canvas.samples()) {
    m_program =
        Program("samples", fullScreenGlsl,
                fmt::format("#define SAMPLES {}\n", canvas.samples()) + std::string(sampleResolverFragmentGlsl));
    m_samples = canvas.samples();
  }
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glViewport(0, 0, canvas.width(), canvas.height());
  m_program.use();
  m_program.set("colors", 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, canvas.colorTexture());
  glDisable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  m_noVertices.bind();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDepthMask(GL_TRUE);
  glEnable(GL_DEPTH_TEST);
  glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, 0);
}

}  // namespace sofa::gl
