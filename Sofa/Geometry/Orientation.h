// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Geometry/MeshAdjacency.h"

namespace sofa::geometry {

/// Turns triangles (swaps their last two points) so that neighbours face the same side, from the first triangle on,
/// which is turned itself if `flipFirst`. A triangle is turned when the cosine between its normal and that of the
/// neighbour from which it is reached is below 0.15; parts that share no edge with what the first
/// reaches stay as they are.
void orientAlike(std::vector<Triangle>& triangles, const std::vector<type::Vec3>& points,
                 const std::vector<std::array<Index, 3>>& edgesInTriangle, const IndexLists& trianglesAroundEdge,
                 bool flipFirst);

}  // namespace sofa::geometry
