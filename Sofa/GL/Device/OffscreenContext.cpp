// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Device/OffscreenContext.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <cstring>

#include "Sofa/GL/Device/Context.h"
#include "Sofa/GL/Picture/Renderer.h"

namespace sofa::gl {
namespace {

bool hasExtension(EGLDisplay display, const char* name) {
  const char* all = eglQueryString(display, EGL_EXTENSIONS);
  const std::size_t length = std::strlen(name);
  for (const char* at = all ? std::strstr(all, name) : nullptr; at; at = std::strstr(at + length, name))
    if ((at == all || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
  return false;
}

std::string eglErrorText() { return fmt::format("EGL error {:#x}", eglGetError()); }

}  // namespace

struct OffscreenContext::Implementation {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  EGLSurface surface = EGL_NO_SURFACE;

  ~Implementation() {
    // The display stays initialised: EGL gives everybody the same one.
    if (context == EGL_NO_CONTEXT) return;
    if (eglGetCurrentContext() == context) eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
  }

  /// Empty, or why there is no context on that display.
  std::string open(EGLDisplay candidate, bool surfaceless) {
    display = candidate;
    if (display == EGL_NO_DISPLAY) return "no display";
    if (!eglInitialize(display, nullptr, nullptr)) return eglErrorText();
    if (!eglBindAPI(EGL_OPENGL_API)) return "it has no OpenGL";
    const EGLint wanted[] = {EGL_SURFACE_TYPE, surfaceless ? 0 : EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                             EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) return "no configuration has OpenGL";
    const EGLint version[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (context == EGL_NO_CONTEXT) return fmt::format("no OpenGL 3.3 core context ({})", eglErrorText());
    if (!surfaceless || !hasExtension(display, "EGL_KHR_surfaceless_context")) {
      const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
      surface = eglCreatePbufferSurface(display, config, size);
    }
    if (eglMakeCurrent(display, surface, surface, context)) return {};
    std::string reason = eglErrorText();
    eglDestroyContext(display, std::exchange(context, EGL_NO_CONTEXT));
    return reason;
  }
};

OffscreenContext::OffscreenContext() : m_implementation(std::make_unique<Implementation>()) {
  std::string surfaceless = "EGL_MESA_platform_surfaceless is missing";
  const auto platformDisplay =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (platformDisplay && hasExtension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    surfaceless =
        m_implementation->open(platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr), true);
  if (!surfaceless.empty()) {
    const std::string ordinary = m_implementation->open(eglGetDisplay(EGL_DEFAULT_DISPLAY), false);
    if (!ordinary.empty())
      throw GlError(fmt::format(
          "No picture can be drawn without a window: EGL gives no OpenGL 3.3 context (without display: {}; default "
          "display: {}). Install Mesa (libegl-mesa0, libgl1-mesa-dri) or the graphics driver's EGL library.",
          surfaceless, ordinary));
  }
  loadOpenGL();
}

OffscreenContext::~OffscreenContext() = default;

void OffscreenContext::makeCurrent() {
  auto& i = *m_implementation;
  if (!eglMakeCurrent(i.display, i.surface, i.surface, i.context))
    throw GlError("The context without window is in use elsewhere: " + eglErrorText());
}

}  // namespace sofa::gl
