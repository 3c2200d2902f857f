// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Surface/SurfaceShaders.h"

namespace sofa::gl {

/// A surface on the graphics card: sent again only where it changed.
///
/// Vertices that are not finite (a diverged simulation) take the faces and edges they belong to out of the picture.
class GpuSurface {
 public:
  /// Takes over what differs from the last call.
  void update(const Surface& surface, RenderStatistics& statistics);

  bool hasNormals() const { return m_hasNormals; }
  bool hasColors() const { return m_hasColors; }
  bool hasTexcoords() const { return m_hasTexcoords; }
  bool hasTranslucentColors() const { return m_hasTranslucentColors; }  ///< some vertex has an alpha below 1
  std::uint64_t version() const { return m_version; }                   ///< changes when something was sent
  std::size_t partCount() const { return m_ranges.size(); }
  bool hasTriangles(std::size_t part) const { return m_ranges[part].triangles > 0; }
  bool hasEdges(std::size_t part) const { return m_ranges[part].edges > 0; }

  /// Where another program than ours takes positions, normals, texture coordinates and colours from; -1: it does not.
  void setAttributes(VertexArray& array, const std::array<GLint, 4>& locations) const;
  std::size_t vertexCount() const { return m_vertexCount; }

  /// With attributes of our programs, or with those of `array`. Mode: GL_TRIANGLES or GL_PATCHES.
  void drawTriangles(std::size_t part, RenderStatistics& statistics, VertexArray* array = nullptr,
                     GLenum mode = GL_TRIANGLES);
  /// The sides of the faces, each once; those between the halves of a quad are none.
  void drawOutlines(std::size_t part, RenderStatistics& statistics);
  void drawEdges(std::size_t part, RenderStatistics& statistics, VertexArray* array = nullptr);
  void drawVertices(RenderStatistics& statistics, VertexArray* array = nullptr);

  /// Of the box of the vertices.
  const type::Vec3& center();

  unsigned unusedFrames = 0;

 private:
  /// What is drawn of a part: elements, not indices.
  struct Range {
    std::size_t firstTriangle = 0, triangles = 0, firstEdge = 0, edges = 0;
  };
  struct Lines {
    std::size_t first = 0, count = 0;
  };
  void updateVertices(const SurfaceVertices& vertices, RenderStatistics& statistics);
  void updateIndices(const SurfaceVertices& vertices, RenderStatistics& statistics);
  void updateOutlines(RenderStatistics& statistics);
  void drawLines(VertexArray& array, const Lines& lines, RenderStatistics& statistics);
  bool namesOnlyVertices(const std::vector<std::uint32_t>& indices) const;
  void setAttribute(SurfaceAttribute attribute, const Buffer& buffer, GLint components, GLenum type, bool present);

  // Kept alive, since equal addresses mean equal content only as long as both are there.
  std::shared_ptr<const SurfaceMesh> m_mesh;
  std::shared_ptr<const SurfaceVertices> m_vertices;
  VertexArray m_triangleArray, m_outlineArray, m_edgeArray;
  Buffer m_positions, m_normals, m_texcoords, m_colors, m_triangles, m_outlines, m_edges;
  std::vector<Range> m_ranges;
  std::vector<Lines> m_outlineRanges;  ///< made when outlines are drawn
  std::optional<type::Vec3> m_center;  ///< the same
  std::size_t m_vertexCount = 0;
  bool m_hasNormals = false, m_hasColors = false, m_hasTexcoords = false, m_hasTranslucentColors = false;
  bool m_allFinite = true;
  std::uint64_t m_version = 0;
};

}  // namespace sofa::gl
