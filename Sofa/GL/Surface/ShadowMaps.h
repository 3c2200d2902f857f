// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Device/GpuSurface.h"

namespace sofa::gl {

/// Shadow maps of the lights of one light set: moments of the distance from each light, linear along the
/// axis of its map, 0 at its near and 1 at its far distance. Soft shadows have theirs blurred (variance shadow maps:
/// Donnelly and Lauritzen 2006).
class ShadowMaps {
 public:
  struct Map {
    bool used = false, soft = false;
    Mat4f matrix;               ///< world to texture coordinates
    type::Vec<4, float> depth;  ///< plane: distance of a point, 0 to 1
    float texel = 0;            ///< side of a texel where it is largest, in the unit of distances
  };
  struct Caster {
    GpuSurface* surface = nullptr;
    std::span<const ClipPlane> clipPlanes;
  };

  /// Draws the maps of lights that have shadows, unless nothing has changed since the last call. Leaves another
  /// framebuffer and viewport behind; depth test and writes must be on.
  void update(const LightSet& lights, const type::BoundingBox& box, int viewSize, std::span<const Caster> casters,
              SurfacePrograms& programs, RenderStatistics& statistics);
  bool any() const { return m_any; }
  const Map& map(std::size_t light) const { return m_maps[light]; }
  void bind(int unit) const;
  /// Draws the maps side by side, from the given pixel on, as squares of that side; the nearer to the light the darker.
  /// Returns how many. Leaves another viewport behind.
  int show(int x, int y, int side, RenderStatistics& statistics);

 private:
  struct TextureKind {
    static void destroy(GLuint id) { glDeleteTextures(1, &id); }
  };
  struct FramebufferKind {
    static void destroy(GLuint id) { glDeleteFramebuffers(1, &id); }
  };
  void allocate(int size, int layers);
  void drawCasters(const Map& map, const Mat4f& viewProjection, int layer, std::span<const Caster> casters,
                   SurfacePrograms& programs, RenderStatistics& statistics);
  void blur(int layer, RenderStatistics& statistics);
  bool isUpToDate(const LightSet& lights, const type::BoundingBox& box, int size, std::span<const Caster> casters);

  std::array<Map, 8> m_maps;
  bool m_any = false;
  int m_size = 0, m_layers = 0;
  Handle<TextureKind> m_moments, m_depth, m_half;  ///< of all lights, of the one being drawn, blurred in one direction
  Handle<FramebufferKind> m_framebuffer;
  std::unique_ptr<Program> m_blur, m_view;
  VertexArray m_noVertices;
  std::vector<double> m_drawn, m_wanted;  ///< all that the maps depend on, of the last time and of this one
};

}  // namespace sofa::gl
