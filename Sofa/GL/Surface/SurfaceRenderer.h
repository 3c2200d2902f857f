// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Device/TextureCache.h"
#include "Sofa/GL/Surface/SceneShaderRenderer.h"

namespace sofa::gl {

/// Draws the visual models of frames (docs/manual/visual.md, "Materials").
class SurfaceRenderer {
 public:
  /// Weighted: into a WeightedTransparency; what the scene's shaders draw is left to the transparent pass.
  enum class Pass { opaque, transparent, weighted };

  /// Sends what changed since the last frame and forgets surfaces that have long been gone.
  void upload(const Frame& frame, RenderStatistics& statistics);
  /// Draws the shadow maps of the frame's lights. Leaves another framebuffer and viewport behind.
  void drawShadows(const Frame& frame, const DrawContext& context, RenderStatistics& statistics);
  /// Shows the maps drawn before in the lower left corner, for light sets that ask for it.
  void showShadowMaps(const Frame& frame, const DrawContext& context, RenderStatistics& statistics);
  /// Makes lights ready for that view, with the shadows drawn before if they are wanted.
  void setLights(const Frame& frame, const DrawContext& context, bool shadows);
  void draw(Pass pass, const Frame& frame, const DrawContext& context, RenderStatistics& statistics);
  /// Writes Surface::owner into the unsigned integer framebuffer that is bound.
  void drawIds(const Frame& frame, const DrawContext& context, RenderStatistics& statistics);

 private:
  /// Planes of the viewer and those of the scene that cut a surface.
  std::span<const ClipPlane> clipPlanes(const Frame& frame, const Surface& surface, const DrawContext& context);
  void drawParts(Pass pass, const Frame& frame, const Surface& surface, GpuSurface& gpu, const DrawContext& context,
                 RenderStatistics& statistics);
  /// Those drawn in a pass: transparent ones from back to front, by the centres of their boxes.
  std::span<const Surface* const> inOrder(Pass pass, const Frame& frame, const DrawContext& context);
  template <class Draw>
  void blendSides(const Surface& surface, Draw draw);
  template <class Draw>
  void blend(const Surface& surface, Draw draw);
  void drawPart(SurfaceVariant variant, bool outlines, const Frame& frame, const Surface& surface, std::size_t part,
                GpuSurface& gpu, const DrawContext& context, RenderStatistics& statistics);
  void drawNormals(const Surface& surface, GpuSurface& gpu, const DrawContext& context, RenderStatistics& statistics);
  void drawCommands(SurfaceVariant::Shape shape, bool outlines, std::size_t part, GpuSurface& gpu,
                    RenderStatistics& statistics);

  SurfacePrograms m_programs;
  SceneShaderRenderer m_shaders;
  TextureCache m_textures;
  std::unordered_map<std::uint64_t, std::unique_ptr<GpuSurface>> m_surfaces;
  std::vector<std::unique_ptr<ShadowMaps>> m_shadows;  ///< of light sets
  std::vector<LightUniforms> m_lights;                 ///< of light sets
  std::vector<ClipPlane> m_planes;
  std::vector<const Surface*> m_order;
};

}  // namespace sofa::gl
