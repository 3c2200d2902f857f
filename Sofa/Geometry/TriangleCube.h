// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/Type/Vec.h"

namespace sofa::geometry {

using Vec3f = type::Vec<3, float>;

/// True if a triangle has a point in common with the cube from -0.5 to 0.5, faces included. In single precision.
bool touchesUnitCube(const std::array<Vec3f, 3>& corners);

}  // namespace sofa::geometry
