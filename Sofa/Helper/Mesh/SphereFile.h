// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::helper::mesh {

struct Spheres {
  std::vector<type::Vec3> centers;
  std::vector<double> radii;
};

/// Reads a .sph file: "sph 1.0", then lines "sphe number x y z radius". Throws FormatError.
Spheres readSpheres(std::string_view text);

}  // namespace sofa::helper::mesh
