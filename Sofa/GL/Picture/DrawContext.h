// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>

#include "Sofa/GL/Device/GlObjects.h"

namespace sofa::gl {

/// What everything that is drawn in a picture shares.
struct DrawContext {
  Mat4f view, projection;                       ///< world to camera, camera to clip space
  int x = 0, y = 0;                             ///< lower left corner of the viewport (device pixels)
  int width = 0, height = 0;                    ///< of the viewport
  float pixelRatio = 1;                         ///< device pixels per pixel of sizes and widths
  std::span<const ClipPlane> clipPlanes;        ///< of the viewer: they cut everything
  std::uint32_t only = 0;                       ///< owner whose number alone is drawn, where numbers are; 0: all
  type::Color background;                       ///< what texts must stand out from
  type::Vec3 headLight = type::Vec3::Zero();    ///< in the camera's axes
  std::optional<float> transparencyDepthScale;  ///< Frame's, unless this view does without
  float shoulder = 1;                           ///< Look's
  bool studioLight = false;                     ///< Look's
  type::Vec3 up = type::Vec3::UnitY();          ///< against gravity; length 1
  double lightAway = 0;                         ///< distance that the studio light is meant for

  Mat4f viewProjection() const { return projection * view; }
};

/// The colour of selections.
inline constexpr type::Color selectionColor{1.f, 0.f, 0.9f, 1.f};

/// Most planes that cut one thing: what every implementation of OpenGL 3.3 has.
inline constexpr int maxClipPlanes = 8;

/// For vertex shaders: `clip(vec3 world)` is to be called with the vertex in world coordinates.
inline constexpr std::string_view clipPlanesGlsl = R"(
uniform int clipPlaneCount;
uniform vec4 clipPlanes[8];
out float gl_ClipDistance[8];
void clip(vec3 world) {
  for (int i = 0; i < 8; ++i)
    gl_ClipDistance[i] = i < clipPlaneCount ? clipPlanes[i].w - dot(clipPlanes[i].xyz, world) : 1.0;
}
)";

/// While it lives, a program whose vertex shader has `clip` is cut by planes.
class ClipScope {
 public:
  /// The program must be in use. Planes after the eighth do not cut.
  ClipScope(Program& program, std::span<const ClipPlane> planes);
  ~ClipScope();
  ClipScope(const ClipScope&) = delete;
  ClipScope& operator=(const ClipScope&) = delete;

 private:
  int m_count;
};

}  // namespace sofa::gl
