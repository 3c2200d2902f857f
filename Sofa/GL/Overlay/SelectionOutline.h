// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "Sofa/GL/Device/RenderTexture.h"
#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

/// A line round what is selected, as it would be seen if nothing else were there; its own colours stay as they are.
class SelectionOutline {
 public:
  /// `drawIds` draws all that may be selected, as for picking. The canvas, which is bound again afterwards, gets the
  /// outline over all it has.
  void draw(std::uint32_t owner, const Framebuffer& canvas, const DrawContext& context,
            const std::function<void(const DrawContext&)>& drawIds, RenderStatistics& statistics);

 private:
  void resize(int width, int height);

  FramebufferHandle m_framebuffer;
  TextureHandle m_owners;
  int m_width = 0, m_height = 0;
  Program m_program;
  VertexArray m_noVertices;
};

}  // namespace sofa::gl
