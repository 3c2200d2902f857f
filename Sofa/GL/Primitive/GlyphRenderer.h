// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/GL/Primitive/PrimitiveProgram.h"

namespace sofa::gl {

/// Draws the solid shapes of a draw list, one instanced call for each shape. Spheres and ellipsoids are exact whatever
/// their size on the screen: a rectangle around each, with a ray cast for each of its pixels. The other shapes are
/// meshes, coarser when there are thousands of them. With Wireframe on they are the lines of coarse meshes, 1 pixel
/// wide.
class GlyphRenderer {
 public:
  GlyphRenderer();
  void upload(const core::DrawList& list, RenderStatistics& statistics);
  void draw(const DrawContext& context, const PassScope& scope, RenderStatistics& statistics);

 private:
  /// Instances of one shape, opaque ones first.
  struct Instances {
    Buffer buffer;
    std::size_t opaque = 0, transparent = 0;
  };
  struct Mesh {
    Buffer vertices, indices;
    std::size_t triangles = 0;
  };

  void uploadMeshes(RenderStatistics& statistics);
  void uploadInstances(const std::vector<core::DrawList::Glyph>& glyphs, Instances& instances,
                       RenderStatistics& statistics);
  static void setInstances(VertexArray& array, const Instances& instances, std::size_t first);
  void drawInstances(core::DrawList::Shape shape, std::size_t first, std::size_t count, const DrawContext& context,
                     const PassScope& scope, RenderStatistics& statistics);
  void drawOutlines(core::DrawList::Shape shape, std::size_t first, std::size_t count, const DrawContext& context,
                    const PassScope& scope, RenderStatistics& statistics);

  std::array<Instances, 4> m_instances, m_outlined;
  std::array<Mesh, 4> m_fine, m_coarse;  ///< none for spheres; cubes are always fine
  std::array<Buffer, 4> m_lines;         ///< of outlines: both ends, for each of six corners
  std::array<std::size_t, 4> m_lineCorners{};
  VertexArray m_array, m_lineArray;
  PrimitiveProgram m_sphereProgram, m_meshProgram, m_lineProgram;
  std::vector<core::DrawList::Glyph> m_sorted;
};

}  // namespace sofa::gl
