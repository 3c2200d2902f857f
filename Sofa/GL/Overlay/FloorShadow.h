// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "Sofa/GL/Device/RenderTexture.h"
#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

/// How much of the sky the scene takes from the places of a floor, as a picture from below: the nearer a thing is to
/// the floor, the darker it is under it, and all of it is blurred. No light of the scene has a part in it.
class FloorShadow {
 public:
  /// Half the side of the square that is looked at, in parts of Look::Floor::radius.
  static constexpr double reach = 1.3;

  /// `drawIds` draws all that casts a shadow, as for picking. Leaves another framebuffer and viewport behind.
  void update(const Look::Floor& floor, const DrawContext& context,
              const std::function<void(const DrawContext&)>& drawIds, RenderStatistics& statistics);
  /// The texture: its columns go along the first of floorAxes(), its rows along the second.
  void bind(int unit) const;

 private:
  void allocate();

  FramebufferHandle m_seen, m_blurred;
  TextureHandle m_owners, m_depths, m_rows, m_result;
  Program m_blur;
  VertexArray m_noVertices;
};

/// Two directions in the floor, across each other and `up`.
std::pair<type::Vec3, type::Vec3> floorAxes(const type::Vec3& up);

}  // namespace sofa::gl
