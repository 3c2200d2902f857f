// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Surface/SplatRenderer.h"

#include <numbers>

namespace sofa::gl {
namespace {

/// Coordinates beyond this overflow in the products with matrices; NaN fails the comparison, too.
constexpr float largestCoordinate = 1e15f;

constexpr std::string_view splatRendererVertexGlsl = R"(
layout(location = 0) in vec3 centre;
layout(location = 1) in float brightness;
uniform mat4 view;
uniform mat4 projection;
uniform float radius;
out vec2 at;
out float shade;
void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  at = corner;
  shade = brightness;
  vec4 eye = view * vec4(centre, 1.0);
  eye.xy += radius * (2.0 * corner - 1.0);
  gl_Position = projection * eye;
  clip(centre);
}
)";

constexpr std::string_view splatRendererFragmentGlsl = R"(
in vec2 at;
in float shade;
uniform sampler2D falloff;
uniform vec4 color;
out vec4 result;
void main() { result = vec4(shade * color.rgb, color.a * texture(falloff, at).r); }
)";

}  // namespace

const Texture& SplatRenderer::falloff(int size) {
  const auto [it, isNew] = m_falloffs.try_emplace(size);
  if (!isNew) return it->second;
  std::vector<float> values;
  const auto centred = [&](int i) { return (2.f * static_cast<float>(i) + 1) / static_cast<float>(size) - 1; };
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      const float r = std::hypot(centred(x), centred(y));
      values.push_back(r < 1 ? std::cos(0.5f * std::numbers::pi_v<float> * r) : 0);
    }
  it->second.allocate(GL_R16F, size, size, GL_RED, GL_FLOAT, values.data());
  it->second.setSampling(GL_LINEAR, GL_CLAMP_TO_EDGE);
  return it->second;
}

void SplatRenderer::draw(const Frame& frame, const DrawContext& context, RenderStatistics& statistics) {
  if (frame.splats.empty()) return;
  if (!m_program)
    m_program = std::make_unique<Program>("spots", std::string(clipPlanesGlsl) + std::string(splatRendererVertexGlsl),
                                          splatRendererFragmentGlsl);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  m_program->use();
  m_program->set("view", context.view);
  m_program->set("projection", context.projection);
  m_program->set("falloff", 0);
  for (const Splats& splats : frame.splats) {
    m_spots.clear();
    const type::Mat<1, 4, float> depth = context.view.row(2);
    for (std::size_t i = 0; i + 2 < splats.positions.size(); i += 3) {
      const float *p = &splats.positions[i], x = p[0], y = p[1], z = p[2];
      if (!(std::abs(x) < largestCoordinate && std::abs(y) < largestCoordinate && std::abs(z) < largestCoordinate))
        continue;
      const std::size_t point = i / 3;
      const float brightness =
          point < splats.brightness.size() ? static_cast<float>(splats.brightness[point]) / 255.f : 1.f;
      m_spots.push_back({{x, y, z}, brightness, depth[0] * x + depth[1] * y + depth[2] * z});
    }
    if (m_spots.empty()) continue;
    std::stable_sort(m_spots.begin(), m_spots.end(), [](const Spot& a, const Spot& b) { return a.depth < b.depth; });
    m_buffer.upload(m_spots, statistics);
    constexpr auto stride = static_cast<GLsizei>(sizeof(Spot));
    m_array.attribute(0, m_buffer, 3, GL_FLOAT, false, stride, 0, 1);
    m_array.attribute(1, m_buffer, 1, GL_FLOAT, false, stride, offsetof(Spot, brightness), 1);
    m_planes.assign(context.clipPlanes.begin(), context.clipPlanes.end());
    for (std::size_t i = 0; i < frame.clipPlanes.size() && i < 32; ++i)
      if (splats.clipPlanes >> i & 1u) m_planes.push_back(frame.clipPlanes[i]);
    const ClipScope clip(*m_program, m_planes);
    m_program->set("radius", splats.radius);
    type::Color color = splats.color;
    color.a = splats.color.a;
    m_program->set("color", color);
    falloff(splats.steps).bind(0);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(m_spots.size()));
    ++statistics.drawCalls;
    statistics.triangles += 2 * m_spots.size();
  }
  glBindTexture(GL_TEXTURE_2D, 0);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

}  // namespace sofa::gl
