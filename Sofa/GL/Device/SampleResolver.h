// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Device/GlObjects.h"

namespace sofa::gl {

/// Averages the samples of a picture. One pass of a shader: unlike glBlitFramebuffer it writes to a framebuffer of any
/// format, and Mesa's software renderer prepares it in a fraction of the time.
class SampleResolver {
 public:
  /// Writes the mean colours of a canvas with several samples per pixel to the framebuffer `target` of the same size.
  void resolve(const Framebuffer& canvas, GLuint target);

 private:
  int m_samples = 0;  // that the program is made for
  Program m_program;
  VertexArray m_noVertices;
};

}  // namespace sofa::gl
