#include "Sofa/GL/Background.h"

namespace sofa::gl {
namespace {

/// One triangle that covers the view.
constexpr std::string_view vertexShader = R"(
out vec2 at;
void main() {
  at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(2.0 * at - 1.0, 0.0, 1.0);
}
)";

constexpr std::string_view fragmentShader = R"(
in vec2 at;
uniform sampler2D picture;
uniform vec4 background;
out vec4 result;
void main() {
  vec4 color = texture(picture, at);
  result = vec4(mix(background.rgb, color.rgb, color.a), 1.0);
}
)";

}  // namespace

void Background::draw(const Frame& frame, const std::optional<type::Color>& color, RenderStatistics& statistics) {
  const type::Color& back = color ? *color : frame.background;
  glClearColor(back.r, back.g, back.b, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  if (color || frame.backgroundImage.empty()) return;
  m_pictures.endFrame(1);
  const Texture* picture = m_pictures.find(frame.backgroundImage, false, "BackgroundSetting");
  if (!picture) return;
  if (!m_program) m_program = std::make_unique<Program>("background", vertexShader, fragmentShader);
  m_program->use();
  m_program->set("picture", 0);
  m_program->set("background", back);
  picture->bind(0);
  m_noVertices.bind();
  glDisable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDepthMask(GL_TRUE);
  glEnable(GL_DEPTH_TEST);
  ++statistics.drawCalls;
}

}  // namespace sofa::gl
