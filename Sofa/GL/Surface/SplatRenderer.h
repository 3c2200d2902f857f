// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

/// Draws soft round spots that face the viewer: each component's from the farthest to the nearest.
class SplatRenderer {
 public:
  /// For the transparent pass.
  void draw(const Frame& frame, const DrawContext& context, RenderStatistics& statistics);

 private:
  struct Spot {
    float position[3];
    float brightness;
    float depth;  ///< along the line of sight
  };
  /// Opacity from the middle to the border in that many steps.
  const Texture& falloff(int size);

  std::unique_ptr<Program> m_program;
  std::map<int, Texture> m_falloffs;
  std::vector<Spot> m_spots;
  Buffer m_buffer;
  VertexArray m_array;
  std::vector<ClipPlane> m_planes;
};

}  // namespace sofa::gl
