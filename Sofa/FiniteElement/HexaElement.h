// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/FiniteElement/IsotropicMaterial.h"
#include "Sofa/FiniteElement/ReferenceElement.h"
#include "Sofa/FiniteElement/Rotation.h"

/// The trilinear hexahedron, one element at a time. Node order: (---)(+--)(++-)(-+-)(--+)(+-+)(+++)(-++).
namespace sofa::fem {

using type::Index;
using Mat24 = type::Mat<24>;
using HexaNodes = type::Hexahedron;
using HexaPoints = std::array<Vec3, 8>;

/// What the element's frame Q (world to local) is taken from; mean edges are those along its local x, y, z.
enum class HexaFrame {
  none,              ///< identity: small displacements
  axes,              ///< orthonormal frame of the first two mean edges ("large")
  axesWorldRest,     ///< the same, but the frame at rest counts as the identity whatever the rest shape
  polar,             ///< polar factor of the matrix of mean edges (rows)
  covariance,        ///< transposed polar factor of sum (x - centroid)(X - rest centroid)^T
  covarianceStable,  ///< transposed polarStable of the same
};

/// Signs of the local coordinates of the nodes.
inline constexpr auto& hexaSign = ReferenceElement<type::Hexahedron>::sign;

Mat3 hexaFrame(HexaFrame kind, const HexaPoints& x, const HexaPoints& rest);
Mat3 hexaRestFrame(HexaFrame kind, const HexaPoints& rest);

/// Stiffness by 2x2x2 Gauss points. Where opposite edges agree to 0.1 % the element counts as a parallelepiped: the
/// edges of node 0 then stand for the Jacobian. Determinants are signed: an inverted element has a negative stiffness.
Mat24 hexaStiffness(const HexaPoints& p, const Lame& material);

/// Stiffness of a box along the axes in closed form; its edges are the components of the diagonal from node 0 to 6, its
/// volume the product of the lengths from node 0 to 1, 3 and 4. Shear terms on the diagonal blocks take the squared
/// edge of their own axis for the others': exact for cubes alone. Entries per volume are rounded to single precision.
Mat24 boxStiffness(const HexaPoints& p, const Lame& material);

/// Volume of a box by the edges of node 0.
inline double boxVolume(const HexaPoints& p) {
  return (p[1] - p[0]).norm() * (p[3] - p[0]).norm() * (p[4] - p[0]).norm();
}

}  // namespace sofa::fem
