// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Surface/ShadowMaps.h"

#include <bit>
#include <numbers>

namespace sofa::gl {
namespace {

constexpr int smallestAutomaticSize = 256, largestAutomaticSize = 1024, largestSize = 4096;
/// Half angle of the map of a light that shines in all directions from within the scene (degrees).
constexpr double widestHalfAngle = 75;

constexpr std::string_view wholeVertex = R"(
out vec2 at;
void main() {
  at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(2.0 * at - 1.0, 0.0, 1.0);
}
)";

/// Binomial weights over seven texels; the first pass reads a layer of the maps, the second the result of the first.
constexpr std::string_view blurFragment = R"(
in vec2 at;
uniform sampler2DArray maps;
uniform sampler2D rows;
uniform int layer;
uniform vec2 step;
out vec2 moments;
vec2 read(vec2 p) { return layer >= 0 ? texture(maps, vec3(p, layer)).rg : texture(rows, p).rg; }
void main() {
  moments = 20.0 / 64.0 * read(at);
  moments += 15.0 / 64.0 * (read(at + step) + read(at - step));
  moments += 6.0 / 64.0 * (read(at + 2.0 * step) + read(at - 2.0 * step));
  moments += 1.0 / 64.0 * (read(at + 3.0 * step) + read(at - 3.0 * step));
}
)";

constexpr std::string_view viewFragment = R"(
in vec2 at;
uniform sampler2DArray maps;
uniform int layer;
out vec4 color;
void main() { color = vec4(vec3(texture(maps, vec3(at, layer)).r), 1.0); }
)";

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

/// A camera in the light's place; the clipping distances enclose the box unless the light says others.
struct LightView {
  geometry::Camera camera;
  geometry::Camera::Clipping clipping;
};

std::optional<LightView> viewFrom(const Light& light, const type::BoundingBox& box) {
  if (box.empty()) return std::nullopt;
  const type::Vec3 centre = 0.5 * (box.min + box.max);
  const double radius = 0.5 * (box.max - box.min).norm();
  if (!(radius > 0) || !std::isfinite(radius)) return std::nullopt;
  LightView view;
  geometry::Camera& camera = view.camera;
  camera.width = camera.height = 1;
  type::Vec3 axis = light.direction;
  if (light.kind == Light::Kind::directional) {
    axis = -light.toLight;
    camera.orthographic = true;
    camera.position = centre - 2 * radius * axis;
    camera.lookAt = centre;
    camera.fieldOfView = 2 * degrees(std::atan(0.5));  // the sphere about the box, seen from two radii
    view.clipping = {radius, 3 * radius, true};
  } else {
    camera.position = light.position;
    const double away = (centre - light.position).norm();
    double half = std::min(light.cutoff, widestHalfAngle);
    if (light.kind == Light::Kind::positional || light.cutoff >= 90) {
      half = away > radius ? std::min(widestHalfAngle, degrees(std::asin(radius / away))) : widestHalfAngle;
      if (light.kind == Light::Kind::positional && away > 0) axis = (centre - light.position) / away;
    }
    camera.fieldOfView = 2 * half;
    const double middle = (centre - light.position).dot(axis);
    view.clipping = {light.zNear > 0 ? light.zNear : std::max(middle - radius, 0.02 * radius),
                     light.zFar > 0 ? light.zFar : middle + radius, true};
    if (!(view.clipping.zFar > view.clipping.zNear)) return std::nullopt;  // it shines away from the scene
  }
  if (!axis.allFinite() || axis.norm() == 0) return std::nullopt;
  const type::Vec3 up = std::abs(axis.y()) < 0.9 * axis.norm() ? type::Vec3::UnitY() : type::Vec3::UnitX();
  camera.orientation = camera.orientationAlong(axis, up);
  return view;
}

int sizeOf(const Light& light, int viewSize) {
  if (light.shadowTextureSize > 0) return std::min(static_cast<int>(light.shadowTextureSize), largestSize);
  return std::clamp(static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(1, viewSize)))),
                    smallestAutomaticSize, largestAutomaticSize);
}

}  // namespace

void ShadowMaps::update(const LightSet& lights, const type::BoundingBox& box, int viewSize,
                        std::span<const Caster> casters, SurfacePrograms& programs, RenderStatistics& statistics) {
  const std::size_t count = std::min(lights.lights.size(), m_maps.size());
  int size = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (lights.lights[i].shadows) size = std::max(size, sizeOf(lights.lights[i], viewSize));
  m_any = size > 0;
  if (!m_any || isUpToDate(lights, box, size, casters)) return;
  allocate(size, static_cast<int>(count));
  m_any = false;
  for (std::size_t i = 0; i < count; ++i) {
    const Light& light = lights.lights[i];
    Map& map = m_maps[i];
    const auto view = light.shadows ? viewFrom(light, box) : std::nullopt;
    map.used = view.has_value();
    if (!map.used) continue;
    m_any = true;
    map.soft = light.softShadows;
    const Mat4f viewProjection =
        (view->camera.projectionMatrix(view->clipping) * view->camera.viewMatrix()).cast<float>();
    Mat4f toTexture = Mat4f::Identity();
    toTexture.diagonal() << 0.5f, 0.5f, 0.5f, 1.f;
    toTexture.topRightCorner<3, 1>().setConstant(0.5f);
    map.matrix = toTexture * viewProjection;
    const double range = view->clipping.zFar - view->clipping.zNear;
    const type::Vec3 axis = view->camera.viewDirection() / range;
    map.depth << axis.cast<float>(),
        static_cast<float>(-axis.dot(view->camera.position) - view->clipping.zNear / range);
    const double widest = view->camera.orthographic ? view->camera.distance() : view->clipping.zFar;
    const double tangent = std::tan(view->camera.fieldOfView / 360 * std::numbers::pi);
    map.texel = static_cast<float>(2 * tangent * widest / (size * range));
    drawCasters(map, viewProjection, static_cast<int>(i), casters, programs, statistics);
    if (map.soft) blur(static_cast<int>(i), statistics);
  }
}

bool ShadowMaps::isUpToDate(const LightSet& lights, const type::BoundingBox& box, int size,
                            std::span<const Caster> casters) {
  m_wanted.assign(
      {static_cast<double>(size), box.min.x(), box.min.y(), box.min.z(), box.max.x(), box.max.y(), box.max.z()});
  for (const Light& l : lights.lights)
    m_wanted.insert(m_wanted.end(),
                    {static_cast<double>(l.kind), l.position.x(), l.position.y(), l.position.z(), l.toLight.x(),
                     l.toLight.y(), l.toLight.z(), l.direction.x(), l.direction.y(), l.direction.z(), l.cutoff, l.zNear,
                     l.zFar, l.shadows ? 1. : 0., l.softShadows ? 1. : 0.});
  for (const Caster& c : casters) {
    m_wanted.push_back(static_cast<double>(reinterpret_cast<std::uintptr_t>(c.surface)));
    m_wanted.push_back(static_cast<double>(c.surface->version()));
    for (const auto& p : c.clipPlanes)
      m_wanted.insert(m_wanted.end(), {p.normal.x(), p.normal.y(), p.normal.z(), p.offset});
  }
  if (m_wanted == m_drawn) {
    m_any = std::any_of(m_maps.begin(), m_maps.end(), [](const Map& m) { return m.used; });
    return true;
  }
  m_drawn = m_wanted;
  for (auto& map : m_maps) map.used = false;
  return false;
}

void ShadowMaps::allocate(int size, int layers) {
  if (size == m_size && layers == m_layers) return;
  m_size = size, m_layers = layers;
  GLuint textures[3] = {0, 0, 0}, framebuffer = 0;
  glGenTextures(3, textures);
  m_moments.reset(textures[0]), m_depth.reset(textures[1]), m_half.reset(textures[2]);
  glGenFramebuffers(1, &framebuffer);
  m_framebuffer.reset(framebuffer);
  glActiveTexture(GL_TEXTURE0);
  const auto filter = [](GLenum target) {
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(target, 0);
  };
  glBindTexture(GL_TEXTURE_2D_ARRAY, m_moments);
  glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RG32F, size, size, layers, 0, GL_RG, GL_FLOAT, nullptr);
  filter(GL_TEXTURE_2D_ARRAY);
  glBindTexture(GL_TEXTURE_2D, m_half);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32F, size, size, 0, GL_RG, GL_FLOAT, nullptr);
  filter(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, m_depth);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, nullptr);
  filter(GL_TEXTURE_2D);
}

void ShadowMaps::drawCasters(const Map& map, const Mat4f& viewProjection, int layer, std::span<const Caster> casters,
                             SurfacePrograms& programs, RenderStatistics& statistics) {
  glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
  glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, m_moments, 0, layer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, m_depth, 0);
  glViewport(0, 0, m_size, m_size);
  glClearColor(1, 1, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  Program& program = programs.shadowDepth();
  program.use();
  program.set("viewProjection", viewProjection);
  program.setVec4Array("depthPlane", std::span<const float>(map.depth.data(), 4));
  for (const Caster& caster : casters) {
    const ClipScope clip(program, caster.clipPlanes);
    for (std::size_t p = 0; p < caster.surface->partCount(); ++p) caster.surface->drawTriangles(p, statistics);
  }
}

void ShadowMaps::blur(int layer, RenderStatistics& statistics) {
  if (!m_blur) m_blur = std::make_unique<Program>("blur of shadows", wholeVertex, blurFragment);
  m_blur->use();
  m_blur->set("maps", 0);
  m_blur->set("rows", 1);
  m_noVertices.bind();
  glDisable(GL_DEPTH_TEST);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
  const auto pass = [&](GLuint maps, GLuint rows, int from, float dx, float dy) {
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, rows);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D_ARRAY, maps);
    m_blur->set("layer", from);
    m_blur->set("step", dx / static_cast<float>(m_size), dy / static_cast<float>(m_size));
    glDrawArrays(GL_TRIANGLES, 0, 3);
    ++statistics.drawCalls;
  };
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, m_half, 0);
  pass(m_moments, 0, layer, 1, 0);
  glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, m_moments, 0, layer);
  pass(0, m_half, -1, 0, 1);
  glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, 0);
  glActiveTexture(GL_TEXTURE0);
  glEnable(GL_DEPTH_TEST);
}

int ShadowMaps::show(int x, int y, int side, RenderStatistics& statistics) {
  if (!m_view) m_view = std::make_unique<Program>("view of shadow maps", wholeVertex, viewFragment);
  m_view->use();
  m_view->set("maps", 0);
  m_noVertices.bind();
  bind(0);
  glDisable(GL_DEPTH_TEST);
  int shown = 0;
  for (int layer = 0; layer < m_layers; ++layer) {
    if (!m_maps[static_cast<std::size_t>(layer)].used) continue;
    m_view->set("layer", layer);
    glViewport(x + shown++ * side, y, side, side);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    ++statistics.drawCalls;
  }
  glEnable(GL_DEPTH_TEST);
  glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
  return shown;
}

void ShadowMaps::bind(int unit) const {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D_ARRAY, m_moments);
  glActiveTexture(GL_TEXTURE0);
}

}  // namespace sofa::gl
