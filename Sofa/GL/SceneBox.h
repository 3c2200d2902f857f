#pragma once
#include "Sofa/GL/Frame.h"

namespace sofa::gl {

/// Of splats and of what components draw; texts count as points. What is not finite is left out.
type::BoundingBox boxOfDrawn(const Frame& frame);

/// Whether a box has a size that pictures can be framed by: one of a single point, and one of points that differ by
/// rounding only, have none.
bool hasExtent(const type::BoundingBox& box);

}  // namespace sofa::gl
