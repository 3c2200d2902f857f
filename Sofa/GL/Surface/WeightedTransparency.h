// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

/// Weighted averages of transparent colours (McGuire and Bavoil 2013), which need no order. Programs write into the
/// first colour their colour times opacity times weight, and the opacity as alpha; into the second opacity times
/// weight.
class WeightedTransparency {
 public:
  /// What is drawn until end() is summed up, behind what the canvas shows. The canvas is bound.
  void begin(const Framebuffer& canvas);
  /// Blends the averages into the canvas, which is bound again.
  void end(const Framebuffer& canvas, RenderStatistics& statistics);

 private:
  struct TextureKind {
    static void destroy(GLuint id) { glDeleteTextures(1, &id); }
  };
  struct FramebufferKind {
    static void destroy(GLuint id) { glDeleteFramebuffers(1, &id); }
  };
  void resize(const Framebuffer& canvas);

  Handle<TextureKind> m_colors, m_weights;
  Handle<FramebufferKind> m_framebuffer;
  int m_width = 0, m_height = 0, m_samples = -1;
  GLuint m_depth = 0;
  std::unique_ptr<Program> m_program;
  VertexArray m_noVertices;
};

}  // namespace sofa::gl
