#pragma once
#include "Sofa/Core/DrawList.h"
#include "Sofa/GL/PrimitiveProgram.h"

namespace sofa::gl {

/// Draws the solid shapes of a draw list, one instanced call for each shape. Spheres and ellipsoids are exact whatever
/// their size on the screen: a rectangle around each, with a ray cast for each of its pixels. The other shapes are
/// meshes, coarser when there are thousands of them.
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
  void drawInstances(core::DrawList::Shape shape, std::size_t first, std::size_t count, const DrawContext& context,
                     const PassScope& scope, RenderStatistics& statistics);

  std::array<Instances, 4> m_instances;
  std::array<Mesh, 4> m_fine, m_coarse;  ///< none for spheres; cubes are always fine
  VertexArray m_array;
  PrimitiveProgram m_sphereProgram, m_meshProgram;
  std::vector<core::DrawList::Glyph> m_sorted;
};

}  // namespace sofa::gl
