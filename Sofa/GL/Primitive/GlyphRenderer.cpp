// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Primitive/GlyphRenderer.h"

#include <numbers>

#include "Sofa/GL/Primitive/GlyphShaders.h"

namespace sofa::gl {

using core::DrawList;
using Glyph = DrawList::Glyph;
using GlyphShape = DrawList::Shape;

namespace {

constexpr GlyphShape shapes[] = {GlyphShape::sphere, GlyphShape::cylinder, GlyphShape::cone, GlyphShape::cube};
/// Sides of round meshes, and how many instances are drawn finely.
constexpr int fineSides = 24, coarseSides = 10;
constexpr std::size_t mostFine = 1000;

constexpr std::size_t index(GlyphShape shape) { return static_cast<std::size_t>(shape); }

/// Triangles whose corners have normals; equal corners are one vertex.
class MeshWriter {
 public:
  using Vec3f = type::Vec<3, float>;
  void corner(const Vec3f& p, const Vec3f& normal) {
    const std::array<float, 6> vertex{p.x(), p.y(), p.z(), normal.x(), normal.y(), normal.z()};
    const auto known = std::find(vertices.begin(), vertices.end(), vertex);
    indices.push_back(static_cast<std::uint16_t>(known - vertices.begin()));
    if (known == vertices.end()) vertices.push_back(vertex);
  }
  void triangle(const Vec3f& a, const Vec3f& b, const Vec3f& c, const Vec3f& normal) {
    for (const auto& p : {a, b, c}) corner(p, normal);
  }

  std::vector<std::array<float, 6>> vertices;
  std::vector<std::uint16_t> indices;
};

/// From z = 0 to z = 1 with radius 1 at the bottom and `top` at the top.
MeshWriter roundMesh(int sides, float top) {
  using Vec3f = type::Vec<3, float>;
  MeshWriter mesh;
  const auto around = [&](int half) {
    const float angle = std::numbers::pi_v<float> * static_cast<float>(half % (2 * sides)) / static_cast<float>(sides);
    return Vec3f(std::cos(angle), std::sin(angle), 0);
  };
  const Vec3f up(0, 0, 1), slope(0, 0, 1 - top);
  for (int i = 0; i < sides; ++i) {
    const Vec3f a = around(2 * i), b = around(2 * i + 2), middle = around(2 * i + 1);
    mesh.corner(a, a + slope), mesh.corner(b, b + slope),
        mesh.corner(top * b + up, top > 0 ? b : Vec3f(middle + slope));
    if (top > 0) {
      mesh.corner(a, a), mesh.corner(top * b + up, b), mesh.corner(top * a + up, a);
      mesh.triangle(up, top * a + up, top * b + up, up);
    }
    mesh.triangle(Vec3f::Zero(), b, a, -up);
  }
  return mesh;
}

MeshWriter cubeMesh() {
  using Vec3f = type::Vec<3, float>;
  MeshWriter mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-1.f, 1.f}) {
      const Vec3f n = side * Vec3f::Unit(axis), u = side * Vec3f::Unit((axis + 1) % 3), v = Vec3f::Unit((axis + 2) % 3);
      mesh.triangle(n - u - v, n + u - v, n + u + v, n);
      mesh.triangle(n - u - v, n + u + v, n - u + v, n);
    }
  return mesh;
}

using Line = std::array<type::Vec<3, float>, 2>;

/// Rings about the z axis and lines that join them.
std::vector<Line> outlineOf(GlyphShape shape) {
  using Vec3f = type::Vec<3, float>;
  std::vector<Line> lines;
  if (shape == GlyphShape::cube) {
    for (int axis = 0; axis < 3; ++axis)
      for (int corner = 0; corner < 4; ++corner) {
        const Vec3f p = (corner & 1 ? 1.f : -1.f) * Vec3f::Unit((axis + 1) % 3) +
                        (corner & 2 ? 1.f : -1.f) * Vec3f::Unit((axis + 2) % 3);
        lines.push_back({p - Vec3f::Unit(axis), p + Vec3f::Unit(axis)});
      }
    return lines;
  }
  constexpr int sides = 16, half = 8;
  constexpr float pi = std::numbers::pi_v<float>;
  const auto at = [&](int level, int side) -> Vec3f {
    const float angle = 2 * pi * static_cast<float>(side % sides) / sides;
    const Vec3f around(std::cos(angle), std::sin(angle), 0);
    if (shape == GlyphShape::cylinder) return around + static_cast<float>(level) * Vec3f::UnitZ();
    if (shape == GlyphShape::cone) return level == 0 ? around : Vec3f(Vec3f::UnitZ());
    const float latitude = pi * static_cast<float>(level) / half;
    return std::sin(latitude) * around - std::cos(latitude) * Vec3f::UnitZ();
  };
  const bool round = shape == GlyphShape::sphere;
  const int top = round ? half : 1;
  for (int level = 0; level <= top; ++level)
    for (int side = 0; side < sides; ++side) {
      const bool pole = (round && (level == 0 || level == top)) || (shape == GlyphShape::cone && level == top);
      if (!pole) lines.push_back({at(level, side), at(level, side + 1)});
      if (level < top && side % 2 == 0) lines.push_back({at(level, side), at(level + 1, side)});
    }
  return lines;
}

bool isTransparent(const Glyph& g) { return g.rgba[3] < 255; }

}  // namespace

GlyphRenderer::GlyphRenderer()
    : m_sphereProgram("spheres", sphereVertexGlsl, sphereFragmentGlsl),
      m_meshProgram("glyphs", glyphMeshVertexGlsl, glyphMeshFragmentGlsl),
      m_lineProgram("outlines of glyphs", glyphLineVertexGlsl, glyphLineFragmentGlsl) {}

void GlyphRenderer::uploadMeshes(RenderStatistics& statistics) {
  const auto fill = [&](Mesh& mesh, const MeshWriter& from) {
    mesh.vertices.upload(from.vertices, statistics);
    mesh.indices.upload(from.indices, statistics);
    mesh.triangles = from.indices.size() / 3;
  };
  fill(m_fine[index(GlyphShape::cylinder)], roundMesh(fineSides, 1));
  fill(m_fine[index(GlyphShape::cone)], roundMesh(fineSides, 0));
  fill(m_fine[index(GlyphShape::cube)], cubeMesh());
  fill(m_coarse[index(GlyphShape::cylinder)], roundMesh(coarseSides, 1));
  fill(m_coarse[index(GlyphShape::cone)], roundMesh(coarseSides, 0));
  fill(m_coarse[index(GlyphShape::cube)], cubeMesh());
}

void GlyphRenderer::upload(const DrawList& list, RenderStatistics& statistics) {
  for (const GlyphShape shape : shapes) {
    const auto& solid = list.glyphs(shape);
    if (!solid.empty() && shape != GlyphShape::sphere && m_fine[index(shape)].triangles == 0) uploadMeshes(statistics);
    uploadInstances(solid, m_instances[index(shape)], statistics);
    const auto& outlined = list.glyphs(shape, true);
    if (!outlined.empty() && m_lineCorners[index(shape)] == 0) {
      std::vector<Line> corners;
      for (const Line& line : outlineOf(shape)) corners.insert(corners.end(), 6, line);
      m_lines[index(shape)].upload(corners, statistics);
      m_lineCorners[index(shape)] = corners.size();
    }
    uploadInstances(outlined, m_outlined[index(shape)], statistics);
  }
}

void GlyphRenderer::uploadInstances(const std::vector<Glyph>& glyphs, Instances& instances,
                                    RenderStatistics& statistics) {
  instances.transparent = static_cast<std::size_t>(std::count_if(glyphs.begin(), glyphs.end(), isTransparent));
  instances.opaque = glyphs.size() - instances.transparent;
  if (glyphs.empty()) return;
  if (instances.opaque == 0 || instances.transparent == 0) return instances.buffer.upload(glyphs, statistics);
  m_sorted.assign(glyphs.begin(), glyphs.end());
  std::partition(m_sorted.begin(), m_sorted.end(), [](const Glyph& g) { return !isTransparent(g); });
  instances.buffer.upload(m_sorted, statistics);
}

void GlyphRenderer::draw(const DrawContext& context, const PassScope& scope, RenderStatistics& statistics) {
  const bool opaque = scope.pass() != PrimitivePass::transparent, transparent = scope.pass() != PrimitivePass::opaque;
  for (const GlyphShape shape : shapes)
    for (const bool outlined : {false, true}) {
      const auto& instances = (outlined ? m_outlined : m_instances)[index(shape)];
      const std::size_t first = opaque ? 0 : instances.opaque;
      const std::size_t count = (opaque ? instances.opaque : 0) + (transparent ? instances.transparent : 0);
      if (count == 0) continue;
      if (outlined)
        drawOutlines(shape, first, count, context, scope, statistics);
      else
        drawInstances(shape, first, count, context, scope, statistics);
    }
}

/// Attributes 0 to 4: an instance at a time.
void GlyphRenderer::setInstances(VertexArray& array, const Instances& instances, std::size_t first) {
  constexpr auto stride = static_cast<GLsizei>(sizeof(Glyph));
  const std::size_t start = first * sizeof(Glyph);
  for (GLuint row = 0; row < 3; ++row)
    array.attribute(row, instances.buffer, 4, GL_FLOAT, false, stride, start + 4 * row * sizeof(float), 1);
  array.attribute(3, instances.buffer, 4, GL_UNSIGNED_BYTE, true, stride, start + offsetof(Glyph, rgba), 1);
  array.integerAttribute(4, instances.buffer, 1, GL_UNSIGNED_INT, stride, start + offsetof(Glyph, owner), 1);
}

void GlyphRenderer::drawOutlines(GlyphShape shape, std::size_t first, std::size_t count, const DrawContext& context,
                                 const PassScope& scope, RenderStatistics& statistics) {
  Program& program = m_lineProgram.use(context, scope);
  const ClipScope clip(program, context.clipPlanes);
  program.set("size", std::max(1.f, context.pixelRatio));
  setInstances(m_lineArray, m_outlined[index(shape)], first);
  for (const GLuint end : {0u, 1u})
    m_lineArray.attribute(5 + end, m_lines[index(shape)], 3, GL_FLOAT, false, sizeof(Line), end * sizeof(Line) / 2);
  const std::size_t corners = m_lineCorners[index(shape)];
  glDrawArraysInstanced(GL_TRIANGLES, 0, static_cast<GLsizei>(corners), static_cast<GLsizei>(count));
  ++statistics.drawCalls;
  statistics.triangles += corners / 3 * count;
}

void GlyphRenderer::drawInstances(GlyphShape shape, std::size_t first, std::size_t count, const DrawContext& context,
                                  const PassScope& scope, RenderStatistics& statistics) {
  const bool round = shape == GlyphShape::sphere;
  Program& program = (round ? m_sphereProgram : m_meshProgram).use(context, scope);
  const ClipScope clip(program, context.clipPlanes);
  if (round) program.set("inverseView", Mat4f(context.view.inverse()));
  setInstances(m_array, m_instances[index(shape)], first);
  std::size_t triangles = 2;
  if (round) {
    m_array.noAttribute(5);
    m_array.noAttribute(6);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
  } else {
    const Mesh& mesh = (count > mostFine ? m_coarse : m_fine)[index(shape)];
    m_array.attribute(5, mesh.vertices, 3, GL_FLOAT, false, 6 * sizeof(float), 0);
    m_array.attribute(6, mesh.vertices, 3, GL_FLOAT, false, 6 * sizeof(float), 3 * sizeof(float));
    m_array.indices(mesh.indices);
    glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(3 * mesh.triangles), GL_UNSIGNED_SHORT, nullptr,
                            static_cast<GLsizei>(count));
    triangles = mesh.triangles;
  }
  ++statistics.drawCalls;
  statistics.triangles += triangles * count;
}

}  // namespace sofa::gl
