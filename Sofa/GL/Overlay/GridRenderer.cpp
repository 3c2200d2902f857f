// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Overlay/GridRenderer.h"

namespace sofa::gl {
namespace {

using type::Vec3;

constexpr double leastCell = 20;  ///< pixels

constexpr std::string_view gridRendererVertexGlsl = R"(
out vec2 place;
void main() {
  place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(place, 0.0, 1.0);
}
)";
/// Everything is in the camera's axes. Coordinates in the plane are given at the camera, without whole strong cells.
constexpr std::string_view gridRendererFragmentGlsl = R"(
uniform mat4 projection;
uniform vec3 normal, across, along;
uniform float height;        // of the camera over the plane
uniform vec2 phase, offset;  // of the camera in the plane: less whole cells, and as it is
uniform float spacing, width, fineness, farthest;
uniform vec3 gridColor, acrossColor, alongColor;
in vec2 place;
out vec4 fragment;

// How much of the pixel lines at whole multiples of `cell` cover.
vec2 lines(vec2 p, vec2 perPixel, float cell) {
  vec2 distance = abs(fract(p / cell + 0.5) - 0.5) * cell / perPixel;  // in pixels
  vec2 fade = 1.0 - smoothstep(0.1, 0.4, perPixel / cell);
  return clamp(0.5 + 0.5 * width - distance, 0.0, 1.0) * fade;
}

vec4 overlaid(vec4 below, vec3 color, float cover) {
  float alpha = 0.9 * cover + below.a * (1.0 - 0.9 * cover);
  return alpha > 0.0 ? vec4(mix(below.rgb, color, 0.9 * cover / alpha), alpha) : below;
}

void main() {
  bool parallel = projection[3][3] > 0.5;
  vec2 ahead = (place + vec2(projection[2][0], projection[2][1]) - vec2(projection[3][0], projection[3][1])) /
               vec2(projection[0][0], projection[1][1]);
  vec3 origin = parallel ? vec3(ahead, 0.0) : vec3(0.0);
  vec3 direction = parallel ? vec3(0.0, 0.0, -1.0) : vec3(ahead, -1.0);
  float slope = dot(normal, direction);
  float t = -(height + dot(normal, origin)) / slope;
  vec3 seen = origin + t * direction;
  vec2 there = vec2(dot(across, seen), dot(along, seen));
  vec2 perPixel = max(fwidth(there), vec2(1e-30));
  vec4 clipped = projection * vec4(seen, 1.0);
  float depth = clipped.z / clipped.w;
  if (slope == 0.0 || !(abs(depth) <= 1.0) || (!parallel && t <= 0.0)) discard;
  vec2 fine = lines(phase + there, perPixel, spacing), strong = lines(phase + there, perPixel, 10.0 * spacing);
  float cover = (1.0 - smoothstep(0.5, 0.95, -seen.z / farthest)) * max(fineness * max(fine.x, fine.y), max(strong.x, strong.y));
  fragment = vec4(gridColor, 0.7 * cover);
  vec2 middle = (1.0 - smoothstep(0.7, 1.0, -seen.z / farthest)) * clamp(1.0 + 0.5 * width - abs(offset + there) / perPixel, 0.0, 1.0);
  // The axis across is where the coordinate along is zero.
  fragment = overlaid(fragment, acrossColor, middle.y);
  fragment = overlaid(fragment, alongColor, middle.x);
  if (fragment.a < 0.004) discard;
  gl_FragDepth = 0.5 + 0.5 * depth;
}
)";

/// The colour of a direction: red, green or blue along x, y or z.
Vec3 axisColor(const Vec3& direction, const Vec3& otherwise) {
  for (int i = 0; i < 3; ++i)
    if (std::abs(direction[i]) > 0.999) return 0.15 * Vec3::Ones() + 0.75 * Vec3(Vec3::Unit(i));
  return otherwise;
}

/// Distance of the far plane along the line of sight.
float farthest(const Mat4f& p) { return -(p(3, 3) - p(2, 3)) / (p(2, 2) - p(3, 2)); }

}  // namespace

double GridRenderer::spacing(double pixelSize) { return std::pow(10.0, std::ceil(std::log10(leastCell * pixelSize))); }

void GridRenderer::draw(const geometry::Camera& camera, const DrawContext& context, const Vec3& gravity,
                        RenderStatistics& statistics) {
  const double pixel = camera.pixelSize(camera.lookAt) * context.pixelRatio;
  if (!(pixel > 0) || !std::isfinite(pixel)) return;
  const Vec3 up = gravity.norm() > 0 ? Vec3(-gravity.normalized()) : Vec3(Vec3::UnitY());
  int least = 0;
  up.cwiseAbs().minCoeff(&least);
  const Vec3 helper = Vec3::Unit(least), along = up.cross(helper).normalized(), across = along.cross(up);
  const double cell = spacing(pixel), strong = 10 * cell;
  const auto inCamera = [&](const Vec3& v) { return type::inverseRotate(camera.orientation, v); };
  const double u = camera.position.dot(across), v = camera.position.dot(along);
  const auto rest = [&](double x) { return static_cast<float>(x - strong * std::floor(x / strong)); };
  const Vec3 grey = Vec3::Constant(0.5);

  if (m_program.empty()) m_program = Program("grid", gridRendererVertexGlsl, gridRendererFragmentGlsl);
  m_program.use();
  m_program.set("projection", context.projection);
  m_program.set("normal", inCamera(up));
  m_program.set("across", inCamera(across));
  m_program.set("along", inCamera(along));
  m_program.set("height", static_cast<float>(camera.position.dot(up)));
  m_program.set("phase", rest(u), rest(v));
  m_program.set("offset", static_cast<float>(u), static_cast<float>(v));
  m_program.set("spacing", static_cast<float>(cell));
  m_program.set("farthest", farthest(context.projection));
  m_program.set("width", context.pixelRatio);
  // Small cells come and go gently while zooming.
  m_program.set("fineness",
                static_cast<float>(std::clamp(0.3 + 0.5 * std::log10(cell / (leastCell * pixel)), 0.3, 0.8)));
  m_program.set("gridColor", grey);
  m_program.set("acrossColor", axisColor(across, grey));
  m_program.set("alongColor", axisColor(along, grey));
  m_array.bind();
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  glDepthMask(GL_FALSE);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glBindVertexArray(0);
  ++statistics.drawCalls;
  ++statistics.triangles;
}

}  // namespace sofa::gl
