// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Device/RenderTexture.h"
#include "Sofa/GL/Surface/SceneShaderRenderer.h"

namespace sofa::gl {

/// Sends pictures through programs of the scene (PostProcessManager).
class PostProcessing {
 public:
  /// Replaces the colours of the canvas, which is bound; its depths stay. Nothing happens if the program does not work.
  void apply(const PostProcess& process, const Framebuffer& canvas, RenderStatistics& statistics);

 private:
  void resize(int width, int height);

  FramebufferHandle m_framebuffer;
  TextureHandle m_colors, m_depths;
  int m_width = 0, m_height = 0;
  SceneShaderRenderer m_shaders;
};

/// Takes colours as amounts of light and shows them by the curve of sRGB (IEC 61966-2-1).
const PostProcess& srgbEncoding();

}  // namespace sofa::gl
