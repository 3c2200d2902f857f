// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "Sofa/GL/Device/OffscreenContext.h"
#include "Sofa/GL/Picture/Renderer.h"

/// What draws pictures without a display, or why none can be drawn; `works` becomes which of them it is. The program
/// finds it by its name once it has loaded this library.
extern "C" __attribute__((visibility("default"))) const char* sofaDescribeOpenGL(bool* works) {
  static std::string text;
  try {
    sofa::gl::OffscreenContext context;
    context.makeCurrent();
    text = sofa::gl::Renderer::description();
    *works = true;
  } catch (const std::exception& problem) {
    text = problem.what();
    *works = false;
  }
  return text.c_str();
}
