// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/Context.h"

#include "Sofa/GL/Device/GlObjects.h"

namespace sofa::gl {

void loadOpenGL() {
  glewExperimental = GL_TRUE;
  const GLenum status = glewInit();
  // GLEW looks for GLX last: without an X display everything else is there.
  if (status != GLEW_OK && status != GLEW_ERROR_NO_GLX_DISPLAY) {
    const auto* reason = reinterpret_cast<const char*>(glewGetErrorString(status));
    throw GlError(fmt::format("OpenGL cannot be used: {}.", reason ? reason : "no context is current"));
  }
  GLint major = 0, minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  while (glGetError() != GL_NO_ERROR) {  // versions before 3.0 know neither question; GLEW itself may leave an error
  }
  if (major > 3 || (major == 3 && minor >= 3)) return;
  const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  throw GlError(
      fmt::format("OpenGL 3.3 is needed, but this machine offers {}. Update the graphics driver, or set "
                  "LIBGL_ALWAYS_SOFTWARE=1 to draw with the processor.",
                  version ? version : "none"));
}

}  // namespace sofa::gl
