#pragma once
#include "Sofa/Type/Vec.h"

namespace sofa::component::mechanicalload {

/// Derivative by its corners of the force (b - a) x (c - a) / 6 that unit pressure puts on each corner of a triangle:
/// with e_a = c - b, e_b = a - c, e_c = b - a, each row of blocks is ([e_a]x, [e_b]x, [e_c]x) / 6. 9 x 9.
inline type::Mat<9> pressureTangent(const type::Vec3& a, const type::Vec3& b, const type::Vec3& c) {
  type::Mat<9> tangent;
  const type::Vec3 edges[] = {c - b, a - c, b - a};
  for (int column = 0; column < 3; ++column) {
    const type::Vec3 e = edges[column] / 6;
    type::Mat<3> block;
    block << 0, -e[2], e[1], e[2], 0, -e[0], -e[1], e[0], 0;
    for (int row = 0; row < 3; ++row) tangent.block<3, 3>(3 * row, 3 * column) = block;
  }
  return tangent;
}

/// That derivative times displacements: the force on each corner, from the sides b - a and c - a.
inline type::Vec3 pressureChange(const type::Vec3 (&sides)[2], const type::Vec3& ua, const type::Vec3& ub,
                                 const type::Vec3& uc) {
  return ((ub - ua).cross(sides[1]) + sides[0].cross(uc - ua)) / 6;
}

}  // namespace sofa::component::mechanicalload
