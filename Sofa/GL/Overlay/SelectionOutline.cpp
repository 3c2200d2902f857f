// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Overlay/SelectionOutline.h"

#include "Sofa/GL/Device/FullScreen.h"

namespace sofa::gl {
namespace {

constexpr float width = 2;  // pixels

/// Pixels beside those of the owner, fading over the last one.
constexpr std::string_view outlineGlsl = R"(
uniform usampler2D owners;
uniform vec4 color;
uniform float width;
out vec4 result;
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), last = textureSize(owners, 0) - 1;
  if (texelFetch(owners, p, 0).r != 0u) discard;
  int reach = int(ceil(width));
  float nearest = 1e9;
  for (int y = -reach; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x)
      if (texelFetch(owners, clamp(p + ivec2(x, y), ivec2(0), last), 0).r != 0u)
        nearest = min(nearest, length(vec2(x, y)));
  float cover = clamp(width + 0.5 - nearest, 0.0, 1.0);
  if (cover <= 0.0) discard;
  result = vec4(color.rgb, color.a * cover);
}
)";

}  // namespace

void SelectionOutline::resize(int width, int height) {
  if (m_framebuffer && m_width == width && m_height == height) return;
  m_width = width, m_height = height;
  makeRenderTexture(m_owners, width, height, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT);
  makeFramebuffer(m_framebuffer);
  attachTexture(GL_COLOR_ATTACHMENT0, m_owners);
  expectComplete(width, height, "the outline of a selection");
}

void SelectionOutline::draw(std::uint32_t owner, const Framebuffer& canvas, const DrawContext& context,
                            const std::function<void(const DrawContext&)>& drawIds, RenderStatistics& statistics) {
  resize(context.width, context.height);
  glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
  const GLuint nobody[4] = {0, 0, 0, 0};
  glClearBufferuiv(GL_COLOR, 0, nobody);
  DrawContext alone = context;
  alone.only = owner;
  drawIds(alone);

  canvas.bind();
  if (m_program.empty()) m_program = Program("outline of the selection", fullScreenGlsl, outlineGlsl);
  m_program.use();
  m_program.set("owners", 0);
  m_program.set("color", selectionColor);
  m_program.set("width", width * context.pixelRatio);
  bindTexture(0, m_owners);
  glDisable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  m_noVertices.bind();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
  glEnable(GL_DEPTH_TEST);
  bindTexture(0, 0);
  ++statistics.drawCalls;
}

}  // namespace sofa::gl
