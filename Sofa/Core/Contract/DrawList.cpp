// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/DrawList.h"

#include <algorithm>
#include <cmath>

namespace sofa::core {
namespace {

using type::Color;
using type::Mat3;
using type::Vec3;

std::uint8_t byte(float x) { return static_cast<std::uint8_t>(std::clamp(x, 0.f, 1.f) * 255.f + 0.5f); }

void setColor(std::uint8_t (&rgba)[4], const Color& c) {
  rgba[0] = byte(c.r);
  rgba[1] = byte(c.g);
  rgba[2] = byte(c.b);
  rgba[3] = byte(c.a);
}

/// Of the axes of a frame: red, green, blue.
constexpr Color axisColors[] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
/// Thickness of a frame's arrows for a length of 1.
constexpr double frameThickness = 0.05;

}  // namespace

void DrawList::clear() {
  for (auto& batch : m_batches) batch.vertices.clear();
  for (auto& glyphs : m_glyphs) glyphs.clear();
  for (auto& glyphs : m_outlinedGlyphs) glyphs.clear();
  m_texts.clear();
  m_labels.clear();
  m_legends.clear();
  m_owners.clear();
  m_isTransformed = false;
}

bool DrawList::empty() const {
  const auto none = [](const auto& glyphs) { return glyphs.empty(); };
  return m_texts.empty() && m_labels.empty() && m_legends.empty() &&
         std::all_of(m_batches.begin(), m_batches.end(), [](const Batch& b) { return b.vertices.empty(); }) &&
         std::all_of(m_glyphs.begin(), m_glyphs.end(), none) &&
         std::all_of(m_outlinedGlyphs.begin(), m_outlinedGlyphs.end(), none);
}

void DrawList::begin(const Component& owner, const type::DisplayFlags& flags) {
  m_owners.push_back(&owner);
  m_flags = flags;
}

void DrawList::setTransform(const type::RigidCoord<3>* toWorld) {
  m_isTransformed = toWorld != nullptr;
  if (!toWorld) return;
  m_rotation = type::toMatrix(toWorld->orientation);
  m_translation = toWorld->center;
}

DrawList::Batch& DrawList::batch(Primitive primitive, float size, bool transparent, Shading shading, Faces faces) {
  const bool wireframe = primitive == Primitive::triangles && shows(type::DisplayFlags::Wireframe);
  for (auto& b : m_batches)
    if (b.primitive == primitive && b.size == size && b.transparent == transparent && b.shading == shading &&
        b.faces == faces && b.wireframe == wireframe)
      return b;
  return m_batches.emplace_back(Batch{primitive, size, shading, faces, transparent, wireframe, {}});
}

DrawList::Vertex DrawList::vertex(const Vec3& given, const Color& color) const {
  const Vec3 p = toWorld(given);
  Vertex v{{static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])},
           {},
           static_cast<std::uint32_t>(m_owners.size())};
  setColor(v.rgba, color);
  return v;
}

void DrawList::point(const Vec3& p, float size, const Color& color) { points({&p, 1}, size, color); }

void DrawList::points(std::span<const Vec3> positions, float size, const Color& color) {
  auto& vertices = batch(Primitive::points, size, color.a < 1).vertices;
  for (const auto& p : positions) vertices.push_back(vertex(p, color));
}

void DrawList::line(const Vec3& a, const Vec3& b, float width, const Color& color) {
  auto& vertices = batch(Primitive::lines, width, color.a < 1).vertices;
  vertices.push_back(vertex(a, color));
  vertices.push_back(vertex(b, color));
}

void DrawList::lines(std::span<const Vec3> ends, float width, const Color& color) {
  auto& vertices = batch(Primitive::lines, width, color.a < 1).vertices;
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
    vertices.push_back(vertex(ends[i], color));
    vertices.push_back(vertex(ends[i + 1], color));
  }
}

void DrawList::polyline(std::span<const Vec3> positions, float width, const Color& color) {
  for (std::size_t i = 0; i + 1 < positions.size(); ++i) line(positions[i], positions[i + 1], width, color);
}

void DrawList::triangle(const Vec3& a, const Vec3& b, const Vec3& c, const Color& color, Shading shading, Faces faces) {
  auto& vertices = batch(Primitive::triangles, 1, color.a < 1, shading, faces).vertices;
  for (const Vec3* p : {&a, &b, &c}) vertices.push_back(vertex(*p, color));
}

void DrawList::triangle(const std::array<Vec3, 3>& corners, const std::array<Color, 3>& colors, Shading shading) {
  const bool transparent = std::any_of(colors.begin(), colors.end(), [](const Color& c) { return c.a < 1; });
  auto& vertices = batch(Primitive::triangles, 1, transparent, shading).vertices;
  for (std::size_t i = 0; i < 3; ++i) vertices.push_back(vertex(corners[i], colors[i]));
}

void DrawList::quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Color& color, Shading shading,
                    Faces faces) {
  if (shows(type::DisplayFlags::Wireframe)) {
    const std::array corners{a, b, c, d};
    const std::array colors{color, color, color, color};
    return outline(corners, colors);
  }
  triangle(a, b, c, color, shading, faces);
  triangle(a, c, d, color, shading, faces);
}

void DrawList::quad(const std::array<Vec3, 4>& corners, const std::array<Color, 4>& colors, Shading shading) {
  if (shows(type::DisplayFlags::Wireframe)) return outline(corners, colors);
  const auto& [a, b, c, d] = corners;
  triangle({a, b, c}, {colors[0], colors[1], colors[2]}, shading);
  triangle({a, c, d}, {colors[0], colors[2], colors[3]}, shading);
}

/// The sides only: the two triangles of a quad would show a diagonal.
void DrawList::outline(std::span<const Vec3> corners, std::span<const Color> colors) {
  const bool transparent = std::any_of(colors.begin(), colors.end(), [](const Color& c) { return c.a < 1; });
  auto& vertices = batch(Primitive::lines, 1, transparent).vertices;
  for (std::size_t i = 0; i < corners.size(); ++i)
    for (const std::size_t end : {i, (i + 1) % corners.size()}) vertices.push_back(vertex(corners[end], colors[end]));
}

void DrawList::box(const type::BoundingBox& box, float width, const Color& color) {
  if (box.empty()) return;
  const auto corner = [&](int i) {
    return Vec3(i & 1 ? box.max[0] : box.min[0], i & 2 ? box.max[1] : box.min[1], i & 4 ? box.max[2] : box.min[2]);
  };
  for (int i = 0; i < 8; ++i)
    for (const int bit : {1, 2, 4})
      if (!(i & bit)) line(corner(i), corner(i | bit), width, color);
}

void DrawList::glyph(Shape shape, const Mat3& given, const Vec3& at, const Color& color) {
  const Mat3 axes = m_isTransformed ? Mat3(m_rotation * given) : given;
  const Vec3 origin = toWorld(at);
  Glyph g{{}, {}, static_cast<std::uint32_t>(m_owners.size())};
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) g.matrix[4 * r + c] = static_cast<float>(axes(r, c));
    g.matrix[4 * r + 3] = static_cast<float>(origin[r]);
  }
  setColor(g.rgba, color);
  const bool wireframe = shows(type::DisplayFlags::Wireframe);
  (wireframe ? m_outlinedGlyphs : m_glyphs)[static_cast<std::size_t>(shape)].push_back(g);
}

void DrawList::sphere(const Vec3& center, double radius, const Color& color) {
  glyph(Shape::sphere, radius * Mat3::Identity(), center, color);
}

void DrawList::ellipsoid(const Vec3& center, const type::Quat& orientation, const Vec3& radii, const Color& color) {
  glyph(Shape::sphere, type::toMatrix(orientation) * radii.asDiagonal(), center, color);
}

void DrawList::cube(const Vec3& center, const type::Quat& orientation, const Vec3& halves, const Color& color) {
  glyph(Shape::cube, type::toMatrix(orientation) * halves.asDiagonal(), center, color);
}

void DrawList::spindle(Shape shape, const Vec3& from, const Vec3& to, double radius, const Color& color) {
  const Vec3 axis = to - from;
  const double length = axis.norm();
  if (!(length > 0)) return;
  // Any two directions across the axis do: the shapes are round.
  int least = 0;
  axis.cwiseAbs().minCoeff(&least);
  const Vec3 side = axis.cross(Vec3::Unit(least)).normalized();
  Mat3 axes;
  axes << radius * side, radius * (axis / length).cross(side), axis;
  glyph(shape, axes, from, color);
}

void DrawList::cylinder(const Vec3& from, const Vec3& to, double radius, const Color& color) {
  spindle(Shape::cylinder, from, to, radius, color);
}

void DrawList::cone(const Vec3& base, const Vec3& tip, double radius, const Color& color) {
  spindle(Shape::cone, base, tip, radius, color);
}

void DrawList::arrow(const Vec3& from, const Vec3& to, double radius, const Color& color) {
  const Vec3 neck = from + 0.8 * (to - from);
  cylinder(from, neck, radius, color);
  cone(neck, to, 2.5 * radius, color);
}

void DrawList::frame(const Vec3& origin, const type::Quat& orientation, double length) {
  for (int i = 0; i < 3; ++i) {
    const Vec3 axis = type::rotate(orientation, Vec3(Vec3::Unit(i)));
    arrow(origin, origin + length * axis, frameThickness * length, axisColors[i]);
  }
}

void DrawList::frame(const Vec3& origin, const type::Quat& orientation, double length, const Color& color) {
  for (int i = 0; i < 3; ++i) {
    const Vec3 axis = type::rotate(orientation, Vec3(Vec3::Unit(i)));
    arrow(origin, origin + length * axis, frameThickness * length, color);
  }
}

void DrawList::text(const Vec3& position, std::string text, double scale, const Color& color) {
  m_texts.push_back({toWorld(position), std::move(text), scale, color, static_cast<std::uint32_t>(m_owners.size())});
}

}  // namespace sofa::core
