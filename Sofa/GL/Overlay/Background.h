// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Device/TextureCache.h"
#include "Sofa/GL/Overlay/FloorShadow.h"

namespace sofa::gl {

/// What is behind everything: a colour, a gradient, or a picture that fills the view; in the first two a
/// floor may lie: a grid that fades with the distance from the scene, with the soft shadow of what is above it.
class Background {
 public:
  /// Clears the framebuffer that is bound to the one colour, and the depths.
  void clear(const DrawContext& context);
  /// Draws where nothing else is: before or, which takes less time, after what is opaque. `shadow` null: none on the
  /// floor.
  void draw(const Frame& frame, const View& view, const DrawContext& context, const FloorShadow* shadow,
            RenderStatistics& statistics);

 private:
  void drawPicture(const Texture& picture, const type::Color& back, RenderStatistics& statistics);
  void drawGradient(const Look& look, const DrawContext& context, const FloorShadow* shadow,
                    RenderStatistics& statistics);
  void setFloor(Program& program, const Look::Floor& floor, const DrawContext& context);

  TextureCache m_pictures{GL_CLAMP_TO_EDGE};
  std::unique_ptr<Program> m_program;
  Program m_gradient, m_floor, m_shadedFloor;
  VertexArray m_noVertices;
};

/// Whether the floor is to be seen: wanted, there, and not looked at from below.
bool showsFloor(const Frame& frame, const View& view, const geometry::Camera& camera);

}  // namespace sofa::gl
