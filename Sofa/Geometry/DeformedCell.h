// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>

#include "Sofa/Type/Vec.h"

namespace sofa::geometry {

/// A box whose corners have moved, its inside carried along trilinearly: b in [0,1]^3 goes to the sum of the corners
/// weighted by the products of b and 1 - b along each axis.
class DeformedCell {
 public:
  /// x running fastest.
  using Corners = std::array<type::Vec3, 8>;

  explicit DeformedCell(const Corners& corners) : m_corners(corners) {}
  const Corners& corners() const { return m_corners; }

  static std::array<double, 8> weights(const type::Vec3& b);
  type::Vec3 at(const type::Vec3& b) const;
  /// Columns: how the point moves with each coordinate of b.
  type::Mat3 jacobian(const type::Vec3& b) const;
  /// The b of a point, found by Newton's method; none if it is not found, as where the cell is flat or turned inside
  /// out. The farther outside of the cell a point is, the less sure it is.
  std::optional<type::Vec3> find(const type::Vec3& p) const;

 private:
  Corners m_corners;
};

}  // namespace sofa::geometry
