// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Device/RenderTexture.h"
#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

/// Darkens what other surfaces keep the light of the surroundings from, as far as the depths of the picture tell
/// (screen-space ambient occlusion; Mittring 2007, with the hemisphere and range check of later ones).
class AmbientOcclusion {
 public:
  /// Multiplies the colours of the canvas, which is bound, by what is open within `radius` (m) of each pixel's place.
  /// What lies in the background stays.
  void apply(const Framebuffer& canvas, const DrawContext& context, double radius, RenderStatistics& statistics);

 private:
  void resize(int width, int height);

  FramebufferHandle m_depthBuffer, m_openBuffer;
  TextureHandle m_depths, m_open;
  int m_width = 0, m_height = 0;
  Program m_occlusion, m_smooth;
  VertexArray m_noVertices;
};

}  // namespace sofa::gl
