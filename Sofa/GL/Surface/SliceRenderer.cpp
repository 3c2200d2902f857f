// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Surface/SliceRenderer.h"

namespace sofa::gl {
namespace {

constexpr std::string_view sliceVertexGlsl = R"(
layout(location = 0) in vec3 place;
uniform mat4 view;
uniform mat4 projection;
void main() {
  gl_Position = projection * view * vec4(place, 1.0);
  clip(place);
}
)";

constexpr std::string_view sliceFragmentGlsl = R"(
uniform vec4 color;
out vec4 result;
void main() { result = color; }
)";

/// Six tetrahedra about the diagonal from corner 0 to corner 6.
constexpr std::uint8_t tetrahedraOfHexahedron[6][4] = {{0, 6, 1, 2}, {0, 6, 2, 3}, {0, 6, 3, 7},
                                                       {0, 6, 7, 4}, {0, 6, 4, 5}, {0, 6, 5, 1}};

}  // namespace

SliceRenderer::Corner SliceRenderer::between(const SlicedVolume& volume, std::uint32_t a, std::uint32_t b,
                                             float depth) const {
  const float s = (depth - m_depths[a]) / (m_depths[b] - m_depths[a]);
  Corner corner{};
  for (std::size_t c = 0; c < 3; ++c)
    corner.position[c] = (1 - s) * volume.positions[3 * a + c] + s * volume.positions[3 * b + c];
  return corner;
}

void SliceRenderer::cut(const SlicedVolume& volume, const Tetrahedron& tetrahedron, float depth) {
  std::uint32_t behind[4], before[4];
  std::size_t behindCount = 0, beforeCount = 0;
  for (const auto point : tetrahedron)
    (m_depths[point] < depth ? behind[behindCount++] : before[beforeCount++]) = point;
  std::array<Corner, 4> corners;
  std::size_t count = 0;
  const auto add = [&](std::uint32_t a, std::uint32_t b) { corners[count++] = between(volume, a, b, depth); };
  if (behindCount == 1)
    for (std::size_t i = 0; i < 3; ++i) add(behind[0], before[i]);
  else if (behindCount == 3)
    for (std::size_t i = 0; i < 3; ++i) add(before[0], behind[i]);
  else if (behindCount == 2)  // around the quadrilateral
    add(behind[0], before[0]), add(behind[0], before[1]), add(behind[1], before[1]), add(behind[1], before[0]);
  for (std::size_t i = 2; i < count; ++i)
    m_triangles.insert(m_triangles.end(), {corners[0], corners[i - 1], corners[i]});
}

void SliceRenderer::slice(const SlicedVolume& volume, const type::Mat<4, 4, float>& view) {
  const std::size_t points = volume.positions.size() / 3;
  const type::Mat<1, 4, float> row = view.row(2);
  m_depths.clear();
  for (std::size_t i = 0; i < points; ++i) {
    const float* p = &volume.positions[3 * i];
    m_depths.push_back(row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3]);
  }
  float low = std::numeric_limits<float>::max(), high = -low;
  std::vector<Tetrahedron> tetrahedra;
  for (const auto& hexahedron : volume.hexahedra) {
    const auto usable = [&](std::uint32_t point) { return point < points && std::isfinite(m_depths[point]); };
    if (!std::ranges::all_of(hexahedron, usable)) continue;
    for (const auto point : hexahedron) low = std::min(low, m_depths[point]), high = std::max(high, m_depths[point]);
    for (const auto& corners : tetrahedraOfHexahedron)
      tetrahedra.push_back(
          {hexahedron[corners[0]], hexahedron[corners[1]], hexahedron[corners[2]], hexahedron[corners[3]]});
  }
  m_triangles.clear();
  if (!(low < high)) return;
  // Slice k lies in the middle of the k-th of equally thick layers.
  const float thickness = (high - low) / static_cast<float>(volume.slices);
  m_cuts.resize(static_cast<std::size_t>(volume.slices));
  for (auto& cuts : m_cuts) cuts.clear();
  const auto depthOf = [&](int k) { return low + (static_cast<float>(k) + 0.5f) * thickness; };
  for (const Tetrahedron& t : tetrahedra) {
    const auto [least, most] = std::minmax({m_depths[t[0]], m_depths[t[1]], m_depths[t[2]], m_depths[t[3]]});
    const int first = std::max(0, static_cast<int>(std::floor((least - low) / thickness - 0.5f)));
    for (int k = first; k < volume.slices && depthOf(k) <= most; ++k) m_cuts[static_cast<std::size_t>(k)].push_back(t);
  }
  for (int k = 0; k < volume.slices; ++k)
    for (const Tetrahedron& t : m_cuts[static_cast<std::size_t>(k)]) cut(volume, t, depthOf(k));
}

void SliceRenderer::draw(const Frame& frame, const DrawContext& context, RenderStatistics& statistics) {
  if (frame.slicedVolumes.empty()) return;
  if (!m_program)
    m_program = std::make_unique<Program>("slices", std::string(clipPlanesGlsl) + std::string(sliceVertexGlsl),
                                          sliceFragmentGlsl);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  m_program->use();
  m_program->set("view", context.view);
  m_program->set("projection", context.projection);
  for (const SlicedVolume& volume : frame.slicedVolumes) {
    slice(volume, context.view);
    if (m_triangles.empty()) continue;
    m_buffer.upload(m_triangles, statistics);
    m_array.attribute(0, m_buffer, 3, GL_FLOAT, false, sizeof(Corner), 0, 0);
    m_planes.assign(context.clipPlanes.begin(), context.clipPlanes.end());
    for (std::size_t i = 0; i < frame.clipPlanes.size() && i < 32; ++i)
      if (volume.clipPlanes >> i & 1u) m_planes.push_back(frame.clipPlanes[i]);
    const ClipScope clip(*m_program, m_planes);
    m_program->set("color", volume.color);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(m_triangles.size()));
    ++statistics.drawCalls;
    statistics.triangles += m_triangles.size() / 3;
  }
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

}  // namespace sofa::gl
