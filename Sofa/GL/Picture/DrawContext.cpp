// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

ClipScope::ClipScope(Program& program, std::span<const ClipPlane> planes)
    : m_count(static_cast<int>(std::min<std::size_t>(planes.size(), maxClipPlanes))) {
  std::array<float, 4 * maxClipPlanes> values{};
  for (int i = 0; i < m_count; ++i) {
    for (int c = 0; c < 3; ++c) values[4 * i + c] = static_cast<float>(planes[i].normal[c]);
    values[4 * i + 3] = static_cast<float>(planes[i].offset);
    glEnable(GL_CLIP_DISTANCE0 + static_cast<GLenum>(i));
  }
  program.set("clipPlaneCount", m_count);
  if (m_count) program.setVec4Array("clipPlanes", values);
}

ClipScope::~ClipScope() {
  for (int i = 0; i < m_count; ++i) glDisable(GL_CLIP_DISTANCE0 + static_cast<GLenum>(i));
}

}  // namespace sofa::gl
