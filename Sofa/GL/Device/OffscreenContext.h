// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

namespace sofa::gl {

/// An OpenGL 3.3 core context without a window: EGL, on a device without a display or, failing that, the default
/// display. It becomes current where it is made. What is drawn goes to framebuffer objects.
class OffscreenContext {
 public:
  /// Throws GlError that says what is missing.
  OffscreenContext();
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  void makeCurrent();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

}  // namespace sofa::gl
