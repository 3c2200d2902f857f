// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "Sofa/GL/Picture/DrawContext.h"

namespace sofa::gl {

/// Finds what is seen at a pixel: the numbers of owners are drawn around it, in place of colours.
class OwnerPicker {
 public:
  /// Pixels to each side in which thin things are found beside the pixel itself; multiplied by the pixel ratio.
  static constexpr int reach = 4;

  /// `drawIds` draws what can be picked. The owner at the pixel (from the top left), or else at the nearest pixel that
  /// shows one. Leaves another framebuffer and viewport behind.
  std::optional<Pick> pick(const geometry::Camera& camera, const DrawContext& context, int x, int y,
                           const std::function<void(const DrawContext&)>& drawIds);

 private:
  Framebuffer m_target;
};

}  // namespace sofa::gl
