#include "Sofa/GL/Background.h"

#include "Sofa/GL/FullScreen.h"
#include "Sofa/GL/GridRenderer.h"

namespace sofa::gl {
namespace {

using type::Vec3;

/// One triangle that covers the view.
constexpr std::string_view vertexShader = R"(
out vec2 at;
void main() {
  at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(2.0 * at - 1.0, 0.0, 1.0);
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

constexpr std::string_view gradientShader = R"(
in vec2 at;
uniform vec3 top, bottom;
out vec4 result;
void main() { result = vec4(mix(bottom, top, smoothstep(0.0, 1.0, at.y)), 1.0); }
)";

/// The place on the floor is found along the ray of the pixel, in the camera's axes and relative to the middle of the
/// floor, in units of the scene's radius.
constexpr std::string_view floorShader = R"(
in vec2 at;
uniform vec3 top, bottom;
uniform vec4 ray;              // slope of the rays at the right and upper border, or half the sides of the view
uniform bool parallel;
uniform vec3 normal, across, along;
uniform vec3 eye;              // over the floor: its place along `across` and `along`, and its height
uniform float cell, fineness;  // width of the small cells, and how much is seen of them
uniform vec2 phase;            // of the middle of the floor in the grid
uniform sampler2D shadow;
uniform float shadowReach;     // half the side of the square that `shadow` covers; 0: none
out vec4 result;
float lines(vec2 p, vec2 perPixel, float width) {
  vec2 away = abs(fract(p / width + 0.5) - 0.5) * width / perPixel;
  vec2 seen = clamp(1.0 - away, 0.0, 1.0) * clamp(1.4 - 4.0 * perPixel / width, 0.0, 1.0);
  return max(seen.x, seen.y);
}
void main() {
  vec3 color = mix(bottom, top, smoothstep(0.0, 1.0, at.y));
  vec2 side = (2.0 * at - 1.0) * ray.xy;
  vec3 direction = parallel ? vec3(0.0, 0.0, -1.0) : vec3(side, -1.0);
  vec3 origin = parallel ? vec3(side, 0.0) : vec3(0.0);
  float slope = dot(normal, direction);
  float t = -(eye.z + dot(normal, origin)) / slope;
  vec3 seen = origin + t * direction;
  vec2 p = eye.xy + vec2(dot(across, seen), dot(along, seen));
  vec2 perPixel = max(fwidth(p), vec2(1e-12));
  float away = dot(p, p);
  if (slope < 0.0 && (parallel || t > 0.0) && away < 25.0) {
    float fade = 1.0 - sqrt(away) / 5.0;
    fade *= fade;
    color = mix(color, vec3(1.0), 0.10 * fade);
    float grid = max(0.45 * fineness * lines(p + phase, perPixel, cell), 0.7 * lines(p + phase, perPixel, 10.0 * cell));
    color = mix(color, 0.35 * color, 0.55 * fade * grid);
    if (shadowReach > 0.0 && all(lessThan(abs(p), vec2(shadowReach))))
      color *= 1.0 - 0.62 * texture(shadow, 0.5 + 0.5 * p / shadowReach).r;
  }
  result = vec4(color, 1.0);
}
)";

}  // namespace

bool showsFloor(const Frame& frame, const View& view, const geometry::Camera& camera) {
  if (!view.floor || view.grid || !frame.look.floor || !(frame.look.gradient || view.background)) return false;
  const auto& floor = *frame.look.floor;
  return floor.radius > 0 && floor.up.dot(camera.position - floor.centre) > 1e-3 * floor.radius;
}

void Background::draw(const Frame& frame, const View& view, const DrawContext& context, const FloorShadow* shadow,
                      RenderStatistics& statistics) {
  const type::Color& back = context.background;
  glClearColor(back.r, back.g, back.b, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  m_pictures.endFrame(1);
  const bool hasPicture = !view.background && !frame.backgroundImage.empty();
  const Texture* picture =
      hasPicture ? m_pictures.find(frame.backgroundImage, false, "BackgroundSetting") : nullptr;
  Look look = frame.look;
  if (view.background) look.gradient = Look::Gradient{*view.background, *view.background};
  if (!showsFloor(frame, view, view.camera)) look.floor.reset();
  if (!picture && !look.floor && (!look.gradient || view.background)) return;
  glDisable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  m_noVertices.bind();
  if (picture)
    drawPicture(*picture, back, statistics);
  else
    drawGradient(look, view, context, shadow, statistics);
  glDepthMask(GL_TRUE);
  glEnable(GL_DEPTH_TEST);
}

void Background::drawPicture(const Texture& picture, const type::Color& back, RenderStatistics& statistics) {
  if (!m_program) m_program = std::make_unique<Program>("background", vertexShader, pictureShader);
  m_program->use();
  m_program->set("picture", 0);
  m_program->set("background", back);
  picture.bind(0);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  ++statistics.drawCalls;
}

void Background::drawGradient(const Look& look, const View& view, const DrawContext& context, const FloorShadow* shadow,
                              RenderStatistics& statistics) {
  Program& program = look.floor ? m_floor : m_gradient;
  if (program.empty())
    program = look.floor ? Program("floor", vertexShader, floorShader) : Program("gradient", vertexShader, gradientShader);
  program.use();
  program.set("top", look.gradient->top.r, look.gradient->top.g, look.gradient->top.b);
  program.set("bottom", look.gradient->bottom.r, look.gradient->bottom.g, look.gradient->bottom.b);
  if (look.floor) {
    const auto& floor = *look.floor;
    const geometry::Camera& camera = view.camera;
    const auto [across, along] = floorAxes(floor.up);
    const double unit = 1 / floor.radius;
    const Vec3 from = unit * (camera.position - floor.centre);
    const auto inCamera = [&](const Vec3& v) { return type::inverseRotate(camera.orientation, v); };
    const bool parallel = context.projection(3, 3) != 0;
    const double scale = parallel ? unit : 1;
    program.set("ray", type::Color{static_cast<float>(scale / context.projection(0, 0)),
                                   static_cast<float>(scale / context.projection(1, 1)), 0, 0});
    program.set("parallel", static_cast<int>(parallel));
    program.set("normal", inCamera(floor.up));
    program.set("across", inCamera(across));
    program.set("along", inCamera(along));
    program.set("eye", Vec3(from.dot(across), from.dot(along), from.dot(floor.up)));
    const double pixel = camera.pixelSize(floor.centre) * context.pixelRatio;
    const double cell = GridRenderer::spacing(pixel > 0 && std::isfinite(pixel) ? pixel : 0.01 * floor.radius);
    const auto rest = [&](double x) { return static_cast<float>(unit * (x - 10 * cell * std::floor(0.1 * x / cell))); };
    program.set("cell", static_cast<float>(unit * cell));
    // Small cells come and go gently while zooming.
    program.set("fineness", static_cast<float>(std::clamp(std::log10(cell / (20 * pixel)), 0.2, 1.0)));
    program.set("phase", rest(floor.centre.dot(across)), rest(floor.centre.dot(along)));
    program.set("shadow", 0);
    program.set("shadowReach", shadow ? static_cast<float>(FloorShadow::reach) : 0.f);
    if (shadow) shadow->bind(0);
  }
  glDrawArrays(GL_TRIANGLES, 0, 3);
  ++statistics.drawCalls;
}

}  // namespace sofa::gl
