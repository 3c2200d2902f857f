// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/FiniteElement/HexaElement.h"

namespace sofa::fem {

/// Where a part of 8^levels lies along each axis, in parts. Parts are numbered by octants, the coarsest of them first,
/// in which local x, y and z above the middle are 1, 2 and 4.
std::array<int, 3> partPlace(int levels, std::size_t part);

/// A hexahedron put together from 8^levels equal parts, of which each may weigh more or less, whose nodes move as its
/// own, interpolated, make them: its matrix is the sum of W^T K W over the parts with their matrix K and the trilinear
/// weights W of its nodes at theirs. (M. Nesme, Y. Payan, F. Faure, Animating Shapes at Arbitrary Resolution with
/// Non-Uniform Stiffness, 2006.)
class PartedHexahedron {
 public:
  PartedHexahedron() = default;
  PartedHexahedron(int levels, const Mat24& ofPart);

  /// parts: weights, by partPlace(); 8^levels, or 8 times as many and so on, of which the means count.
  Mat24 matrix(std::span<const float> parts) const;

 private:
  std::vector<Mat24> m_matrices;  ///< W^T K W
};

}  // namespace sofa::fem
