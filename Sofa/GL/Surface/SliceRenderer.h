// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

/// Draws volumes of hexahedra as slices that face the viewer, blended from the farthest to the nearest.
class SliceRenderer {
 public:
  /// For the transparent pass.
  void draw(const Frame& frame, const DrawContext& context, RenderStatistics& statistics);

 private:
  struct Corner {
    float position[3];
  };
  using Tetrahedron = std::array<std::uint32_t, 4>;
  /// Fills m_triangles, three corners each, slice by slice.
  void slice(const SlicedVolume& volume, const type::Mat<4, 4, float>& view);
  /// The triangles in which the plane at that depth cuts a tetrahedron.
  void cut(const SlicedVolume& volume, const Tetrahedron& tetrahedron, float depth);
  Corner between(const SlicedVolume& volume, std::uint32_t a, std::uint32_t b, float depth) const;

  std::unique_ptr<Program> m_program;
  std::vector<float> m_depths;                   ///< of the points, along the line of sight; larger is nearer
  std::vector<std::vector<Tetrahedron>> m_cuts;  ///< of each slice
  std::vector<Corner> m_triangles;
  std::vector<ClipPlane> m_planes;
  Buffer m_buffer;
  VertexArray m_array;
};

}  // namespace sofa::gl
