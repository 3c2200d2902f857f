// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Primitive/GlyphRenderer.h"

namespace sofa::gl {

/// Draws the points, lines, triangles and glyphs of a draw list; texts, labels and legends are
/// OverlayRenderer's. One draw call for each batch and each shape.
class DrawListRenderer {
 public:
  using Pass = PrimitivePass;

  /// Takes what is to be drawn. Buffers are updated in place, and grow when the list does.
  void upload(const core::DrawList& list, RenderStatistics& statistics);
  /// Opaque things first, then, when everything opaque is drawn, transparent ones. Sizes and widths are multiplied by
  /// the context's pixel ratio.
  void draw(Pass pass, const DrawContext& context, RenderStatistics& statistics);
  /// The numbers of owners of everything that has one, into a bound framebuffer of format R32UI.
  void drawIds(const DrawContext& context, RenderStatistics& statistics) { draw(Pass::ids, context, statistics); }

 private:
  struct Batch {
    core::DrawList::Batch kind;  ///< without its vertices
    std::size_t vertices = 0;
    Buffer buffer;
    VertexArray array;
  };

  void drawPoints(Batch& batch, const DrawContext& context, const PassScope& scope, RenderStatistics& statistics);
  void drawLines(Batch& batch, const DrawContext& context, const PassScope& scope, RenderStatistics& statistics);
  void drawTriangles(Batch& batch, const DrawContext& context, const PassScope& scope, RenderStatistics& statistics);

  std::vector<Batch> m_batches;
  GlyphRenderer m_glyphs;
  PrimitiveProgram m_pointProgram, m_lineProgram, m_triangleProgram;

 public:
  DrawListRenderer();
};

}  // namespace sofa::gl
