// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Geometry/Camera.h"

namespace sofa::gl {

/// Returns whether a camera sees the contents of a box. It does if it is inside the box, or if the visible part of the
/// box takes at least a fiftieth of the picture's width or height. Clipping distances are ignored. Returns true for an
/// empty box.
bool seesScene(const geometry::Camera& camera, const type::BoundingBox& box);

}  // namespace sofa::gl
