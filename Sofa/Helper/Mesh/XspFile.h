// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::helper::mesh {

/// A spring of a mass-spring file, between two of its points.
struct XspSpring {
  type::Index first = 0;
  type::Index second = 0;
  double stiffness = 0;   ///< N/m
  double damping = 0;     ///< N s/m
  double restLength = 0;  ///< m
};

/// Points and springs of a mass-spring file.
struct XspSprings {
  std::vector<type::Vec3> positions;
  std::vector<XspSpring> springs;
};

/// Reads a mass-spring text, format Xsp 3.0 or 4.0 (docs/manual/mechanics.md, "Mass-spring files"). A rest length of -1
/// stands for the distance of the points, by which stiffness and damping are then divided. Of the masses only the
/// places are kept. Throws FormatError.
XspSprings readXsp(std::string_view text);

}  // namespace sofa::helper::mesh
