// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/Visual.h"

#include <algorithm>

namespace sofa::helper::visual {

using core::DrawList;

void DrawTool::setPolygonMode(int mode, bool wireframe) {
  m_state.wireframe = wireframe;
  m_state.faces = mode == 1 ? DrawList::Faces::front : mode == 2 ? DrawList::Faces::back : DrawList::Faces::both;
}

void DrawTool::restoreLastState() {
  if (m_saved.empty()) return;
  m_state = m_saved.back();
  m_saved.pop_back();
}

/// Shapes for which there are points and a colour.
std::size_t DrawTool::shown(std::size_t points, std::size_t perShape, std::size_t colors) {
  return std::min(points / perShape, colors);
}

void DrawTool::drawPoints(const Points& points, float size, const std::vector<RGBAColor>& colors) {
  for (std::size_t i = 0; i < shown(points.size(), 1, colors.size()); ++i) m_list.point(points[i], size, colors[i]);
}

void DrawTool::drawLines(const Points& ends, float width, const RGBAColor& color) {
  m_list.lines(std::span(ends).first(ends.size() / 2 * 2), width, color);
}

void DrawTool::drawLines(const Points& ends, float width, const std::vector<RGBAColor>& colors) {
  for (std::size_t i = 0; i < shown(ends.size(), 2, colors.size()); ++i)
    m_list.line(ends[2 * i], ends[2 * i + 1], width, colors[i]);
}

void DrawTool::drawLineLoop(const Points& points, float width, const RGBAColor& color) {
  if (points.empty()) return;
  m_list.polyline(points, width, color);
  m_list.line(points.back(), points.front(), width, color);
}

void DrawTool::triangle(const Vec3& a, const Vec3& b, const Vec3& c, const RGBAColor& color) {
  if (!m_state.wireframe) return m_list.triangle(a, b, c, color, shading(), m_state.faces);
  const std::array<Vec3, 6> edges{a, b, b, c, c, a};
  m_list.lines(edges, 1, color);
}

void DrawTool::drawTriangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal, const RGBAColor& color) {
  // The renderer takes the normal from the corners: their order follows the given one.
  if ((b - a).cross(c - a).dot(normal) < 0)
    triangle(a, c, b, color);
  else
    triangle(a, b, c, color);
}

void DrawTool::drawTriangles(const Points& corners, const RGBAColor& color) {
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) triangle(corners[i], corners[i + 1], corners[i + 2], color);
}

void DrawTool::drawTriangles(const Points& corners, const std::vector<RGBAColor>& colors) {
  for (std::size_t i = 0; i + 2 < std::min(corners.size(), colors.size()); i += 3)
    m_list.triangle({corners[i], corners[i + 1], corners[i + 2]}, {colors[i], colors[i + 1], colors[i + 2]}, shading());
}

void DrawTool::drawQuads(const Points& corners, const RGBAColor& color) {
  for (std::size_t i = 0; i + 3 < corners.size(); i += 4) {
    const auto [a, b, c, d] = std::tie(corners[i], corners[i + 1], corners[i + 2], corners[i + 3]);
    if (m_state.wireframe)
      m_list.lines(std::array<Vec3, 8>{a, b, b, c, c, d, d, a}, 1, color);
    else
      m_list.quad(a, b, c, d, color, shading(), m_state.faces);
  }
}

void DrawTool::drawTetrahedra(const Points& corners, const RGBAColor& color) {
  for (std::size_t i = 0; i + 3 < corners.size(); i += 4) {
    const auto [a, b, c, d] = std::tie(corners[i], corners[i + 1], corners[i + 2], corners[i + 3]);
    triangle(a, c, b, color);
    triangle(a, b, d, color);
    triangle(b, c, d, color);
    triangle(c, a, d, color);
  }
}

void DrawTool::drawSpheres(const Points& centers, float radius, const RGBAColor& color) {
  for (const auto& center : centers) m_list.sphere(center, radius, color);
}

void DrawTool::drawSpheres(const Points& centers, const std::vector<float>& radii, const RGBAColor& color) {
  for (std::size_t i = 0; i < std::min(centers.size(), radii.size()); ++i) m_list.sphere(centers[i], radii[i], color);
}

void DrawTool::drawCross(const Vec3& center, float length, const RGBAColor& color) {
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 half = Vec3::Unit(axis) * (0.5 * length);
    m_list.line(center - half, center + half, 1, color);
  }
}

void DrawTool::drawBoundingBox(const Vec3& min, const Vec3& max, float width) {
  m_list.box({min, max}, width, type::Color{1, 1, 1, 1});
}

}  // namespace sofa::helper::visual
