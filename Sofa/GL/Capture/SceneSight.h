// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Geometry/Camera.h"

namespace sofa::gl {

/// Whether a camera sees what lies in a box: it is inside, or some of the box lies before it and takes at least a
/// fiftieth of the picture's width or height. Clipping distances do not count. True for an empty box.
bool seesScene(const geometry::Camera& camera, const type::BoundingBox& box);

}  // namespace sofa::gl
