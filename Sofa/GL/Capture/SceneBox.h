// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Capture/Frame.h"

namespace sofa::gl {

/// Of splats and of what components draw; texts count as points. What is not finite is left out.
type::BoundingBox boxOfDrawn(const Frame& frame);

/// Whether a box has a size that pictures can be framed by: one of a single point, and one of points that differ by
/// rounding only, have none.
bool hasExtent(const type::BoundingBox& box);

/// The box that a scene is looked at in. What lies on a line will turn about one of its ends: it is given three
/// quarters of its length of room on all sides.
type::BoundingBox roomOf(const type::BoundingBox& box);

/// Whether nothing of the scene can be seen: no face or edge of a surface, no point, line, solid or text.
bool showsNothing(const Frame& frame);

}  // namespace sofa::gl
