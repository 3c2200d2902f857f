#pragma once
#include "Sofa/GL/TextureCache.h"

namespace sofa::gl {

/// What is behind everything: a colour, or a picture that fills the view (sheet 09 §7).
class Background {
 public:
  void draw(const Frame& frame, const std::optional<type::Color>& color, RenderStatistics& statistics);

 private:
  TextureCache m_pictures{GL_CLAMP_TO_EDGE};
  std::unique_ptr<Program> m_program;
  VertexArray m_noVertices;
};

}  // namespace sofa::gl
