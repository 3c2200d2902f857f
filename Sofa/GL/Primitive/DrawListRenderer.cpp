// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Primitive/DrawListRenderer.h"

#include "Sofa/GL/Primitive/PrimitiveShaders.h"

namespace sofa::gl {

using core::DrawList;
using Vertex = DrawList::Vertex;

namespace {

/// Lines are never narrower: they would have holes (device pixels).
constexpr float leastWidth = 1;

constexpr auto stride = static_cast<GLsizei>(sizeof(Vertex));

/// Attributes 0 to 2: a vertex at a time.
void setVertices(VertexArray& array, const Buffer& buffer) {
  array.attribute(0, buffer, 3, GL_FLOAT, false, stride, offsetof(Vertex, position));
  array.attribute(1, buffer, 4, GL_UNSIGNED_BYTE, true, stride, offsetof(Vertex, rgba));
  array.integerAttribute(2, buffer, 1, GL_UNSIGNED_INT, stride, offsetof(Vertex, owner));
}

/// Attributes 0 to 4: a line at a time, from and to two of every `period` vertices.
void setLines(VertexArray& array, const Buffer& buffer, int period, std::size_t from, std::size_t to) {
  const GLsizei step = period * stride;
  const std::size_t a = from * sizeof(Vertex), b = to * sizeof(Vertex);
  array.attribute(0, buffer, 3, GL_FLOAT, false, step, a + offsetof(Vertex, position), 1);
  array.attribute(1, buffer, 4, GL_UNSIGNED_BYTE, true, step, a + offsetof(Vertex, rgba), 1);
  array.integerAttribute(2, buffer, 1, GL_UNSIGNED_INT, step, a + offsetof(Vertex, owner), 1);
  array.attribute(3, buffer, 3, GL_FLOAT, false, step, b + offsetof(Vertex, position), 1);
  array.attribute(4, buffer, 4, GL_UNSIGNED_BYTE, true, step, b + offsetof(Vertex, rgba), 1);
}

}  // namespace

DrawListRenderer::DrawListRenderer()
    : m_pointProgram("points", pointVertexGlsl, pointFragmentGlsl),
      m_lineProgram("lines", lineVertexGlsl, lineFragmentGlsl),
      m_triangleProgram("triangles", triangleVertexGlsl, triangleFragmentGlsl) {}

void DrawListRenderer::upload(const DrawList& list, RenderStatistics& statistics) {
  const auto& batches = list.batches();
  if (m_batches.size() < batches.size()) m_batches.resize(batches.size());
  for (std::size_t i = 0; i < m_batches.size(); ++i) {
    Batch& batch = m_batches[i];
    batch.vertices = i < batches.size() ? batches[i].vertices.size() : 0;
    if (batch.vertices == 0) continue;
    const auto& from = batches[i];
    batch.kind = {from.primitive, from.size, from.shading, from.faces, from.transparent, from.wireframe, {}};
    batch.buffer.upload(from.vertices, statistics);
  }
  m_glyphs.upload(list, statistics);
}

void DrawListRenderer::draw(Pass pass, const DrawContext& context, RenderStatistics& statistics) {
  const PassScope scope(pass);
  for (auto& batch : m_batches) {
    if (batch.vertices == 0) continue;
    if (pass != Pass::ids && batch.kind.transparent != (pass == Pass::transparent)) continue;
    if (batch.kind.primitive == DrawList::Primitive::points)
      drawPoints(batch, context, scope, statistics);
    else if (batch.kind.primitive == DrawList::Primitive::lines || batch.kind.wireframe)
      drawLines(batch, context, scope, statistics);
    else
      drawTriangles(batch, context, scope, statistics);
  }
  m_glyphs.draw(context, scope, statistics);
}

void DrawListRenderer::drawPoints(Batch& batch, const DrawContext& context, const PassScope& scope,
                                  RenderStatistics& statistics) {
  Program& program = m_pointProgram.use(context, scope);
  const ClipScope clip(program, context.clipPlanes);
  program.set("size", std::max(leastWidth, batch.kind.size * context.pixelRatio));
  setVertices(batch.array, batch.buffer);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(batch.vertices));
  ++statistics.drawCalls;
}

void DrawListRenderer::drawLines(Batch& batch, const DrawContext& context, const PassScope& scope,
                                 RenderStatistics& statistics) {
  Program& program = m_lineProgram.use(context, scope);
  const ClipScope clip(program, context.clipPlanes);
  program.set("size", std::max(leastWidth, batch.kind.size * context.pixelRatio));
  const bool outlines = batch.kind.primitive == DrawList::Primitive::triangles;
  const int period = outlines ? 3 : 2;
  const auto lines = static_cast<GLsizei>(batch.vertices) / period;
  for (int side = 0; side < (outlines ? 3 : 1); ++side) {
    setLines(batch.array, batch.buffer, period, static_cast<std::size_t>(side),
             static_cast<std::size_t>((side + 1) % period));
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, lines);
    ++statistics.drawCalls;
    statistics.triangles += 2 * static_cast<std::size_t>(lines);
  }
}

void DrawListRenderer::drawTriangles(Batch& batch, const DrawContext& context, const PassScope& scope,
                                     RenderStatistics& statistics) {
  Program& program = m_triangleProgram.use(context, scope);
  const ClipScope clip(program, context.clipPlanes);
  program.set("shaded", static_cast<int>(batch.kind.shading == DrawList::Shading::lit));
  if (batch.kind.faces != DrawList::Faces::both) {
    glEnable(GL_CULL_FACE);
    glCullFace(batch.kind.faces == DrawList::Faces::front ? GL_BACK : GL_FRONT);
  }
  setVertices(batch.array, batch.buffer);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(batch.vertices));
  glDisable(GL_CULL_FACE);
  ++statistics.drawCalls;
  statistics.triangles += batch.vertices / 3;
}

}  // namespace sofa::gl
