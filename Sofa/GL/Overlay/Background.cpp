// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Overlay/Background.h"

#include <cmath>

namespace sofa::gl {
namespace {

/// One triangle that covers the view, at the far plane.
constexpr std::string_view backgroundVertex = R"(
out vec2 at;
void main() {
  at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(2.0 * at - 1.0, 1.0, 1.0);
}
)";

constexpr std::string_view pictureShader = R"(
in vec2 at;
uniform sampler2D picture;
uniform vec4 background;
out vec4 result;
void main() {
  vec4 color = texture(picture, at);
  result = vec4(mix(background.rgb, color.rgb, color.a), 1.0);
}
)";

constexpr std::string_view gradientVertex = R"(
out float height;
void main() {
  vec2 at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  height = at.y;
  gl_Position = vec4(2.0 * at - 1.0, 1.0, 1.0);
}
)";
constexpr std::string_view gradientShader = R"(
in float height;
uniform vec3 top, bottom;
out vec4 result;
void main() { result = vec4(mix(bottom, top, height), 1.0); }
)";

/// Squares round the middle of the floor, in units of the scene's radius: the inner one, which has a shadow, or the
/// ring about it. Corners are counted row by row in a grid of four by four.
constexpr std::string_view floorVertex = R"(
uniform mat4 viewProjection;
uniform vec3 middle, across, along;  // in world coordinates, times the radius
uniform float inner, outer;
out vec2 p;
const int cells[9] = int[9](5, 0, 1, 2, 4, 6, 8, 9, 10);  // by their lower left corners, the inner one first
void main() {
  int corner = gl_VertexID % 6, cell = cells[gl_VertexID / 6];
  cell += corner == 1 || corner == 3 || corner == 4 ? 1 : 0;  // to the right
  cell += corner == 2 || corner == 4 || corner == 5 ? 4 : 0;  // up
  float steps[4] = float[4](-outer, -inner, inner, outer);
  p = vec2(steps[cell % 4], steps[cell / 4]);
  gl_Position = viewProjection * vec4(middle + p.x * across + p.y * along, 1.0);
  gl_Position.z = 0.999999 * gl_Position.w;  // behind all but the gradient, and cut by the borders of the view only
}
)";
constexpr std::string_view floorShader = R"(
in vec2 p;
uniform vec3 top, bottom;
uniform float viewHeight, cell, outer;
uniform vec2 phase;  // of the middle of the floor in the grid
out vec4 result;
#ifdef SHADOW
uniform sampler2D shadow;
uniform float inner;
#endif
void main() {
  vec3 color = mix(bottom, top, gl_FragCoord.y / viewHeight);
  vec2 perPixel = fwidth(p);
  float fade = max(1.0 - dot(p, p) / (outer * outer), 0.0);
  fade *= fade;
  vec2 away = abs(fract((p + phase) / cell + 0.5) - 0.5) * cell;
  vec2 seen = clamp(1.2 - away / perPixel, 0.0, 1.0) * clamp(1.4 - 4.0 / cell * perPixel, 0.0, 1.0);
  float grid = 0.4 * max(seen.x, seen.y);
  color += fade * (0.10 * (1.0 - color) - grid * color);
#ifdef SHADOW
  color *= 1.0 - 0.62 * texture(shadow, 0.5 + 0.5 / inner * p).r;
#endif
  result = vec4(color, 1.0);
}
)";

constexpr double floorReach = 4;  // of the floor, in radii of the scene

/// 1, 2 or 5 times a power of ten.
double roundLength(double length) {
  const double power = std::pow(10.0, std::floor(std::log10(length)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= length) return factor * power;
  return 10 * power;
}

}  // namespace

bool showsFloor(const Frame& frame, const View& view, const geometry::Camera& camera) {
  if (!view.floor || view.grid || !frame.look.floor || !(frame.look.gradient || view.background)) return false;
  const auto& floor = *frame.look.floor;
  return floor.radius > 0 && floor.up.dot(camera.position - floor.centre) > 1e-3 * floor.radius;
}

void Background::clear(const DrawContext& context) {
  const type::Color& back = context.background;
  glClearColor(back.r, back.g, back.b, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void Background::draw(const Frame& frame, const View& view, const DrawContext& context, const FloorShadow* shadow,
                      RenderStatistics& statistics) {
  m_pictures.endFrame(1);
  const bool hasPicture = !view.background && !frame.backgroundImage.empty();
  const Texture* picture = hasPicture ? m_pictures.find(frame.backgroundImage, false, "BackgroundSetting") : nullptr;
  Look look = frame.look;
  if (view.background) look.gradient = Look::Gradient{*view.background, *view.background};
  if (!showsFloor(frame, view, view.camera)) look.floor.reset();
  if (!picture && !look.floor && (!look.gradient || view.background)) return;
  glDepthMask(GL_FALSE);
  m_noVertices.bind();
  if (picture)
    drawPicture(*picture, context.background, statistics);
  else
    drawGradient(look, context, shadow, statistics);
  glDepthMask(GL_TRUE);
}

void Background::drawPicture(const Texture& picture, const type::Color& back, RenderStatistics& statistics) {
  if (!m_program) m_program = std::make_unique<Program>("background", backgroundVertex, pictureShader);
  m_program->use();
  m_program->set("picture", 0);
  m_program->set("background", back);
  picture.bind(0);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  ++statistics.drawCalls;
}

void Background::drawGradient(const Look& look, const DrawContext& context, const FloorShadow* shadow,
                              RenderStatistics& statistics) {
  const auto begin = [&](Program& program) {
    program.use();
    program.set("top", look.gradient->top.r, look.gradient->top.g, look.gradient->top.b);
    program.set("bottom", look.gradient->bottom.r, look.gradient->bottom.g, look.gradient->bottom.b);
  };
  const auto draw = [&](int first, int count) {
    glDrawArrays(GL_TRIANGLES, first, count);
    ++statistics.drawCalls;
  };
  if (look.floor) {
    // Marked in the depths, so that no pixel is drawn twice.
    glDepthMask(GL_TRUE);
    for (const bool inner : {true, false}) {
      Program& program = inner && shadow ? m_shadedFloor : m_floor;
      if (program.empty())
        program = Program("floor", floorVertex,
                          (&program == &m_shadedFloor ? "#define SHADOW\n" : "") + std::string(floorShader));
      begin(program);
      setFloor(program, *look.floor, context);
      if (inner && shadow) shadow->bind(0);
      inner ? draw(0, 6) : draw(6, 48);
    }
    glDepthMask(GL_FALSE);
  }
  if (m_gradient.empty()) m_gradient = Program("gradient", gradientVertex, gradientShader);
  begin(m_gradient);
  draw(0, 3);
}

void Background::setFloor(Program& program, const Look::Floor& floor, const DrawContext& context) {
  const auto [across, along] = floorAxes(floor.up);
  const double unit = 1 / floor.radius, cell = roundLength(0.25 * floor.radius);
  const auto rest = [&](double x) { return static_cast<float>(unit * (x - cell * std::floor(x / cell))); };
  program.set("viewProjection", context.viewProjection());
  program.set("viewHeight", static_cast<float>(context.height));
  program.set("middle", floor.centre);
  program.set("across", type::Vec3(floor.radius * across));
  program.set("along", type::Vec3(floor.radius * along));
  program.set("inner", static_cast<float>(FloorShadow::reach));
  program.set("outer", static_cast<float>(floorReach));
  program.set("cell", static_cast<float>(unit * cell));
  program.set("phase", rest(floor.centre.dot(across)), rest(floor.centre.dot(along)));
  program.set("shadow", 0);
}

}  // namespace sofa::gl
