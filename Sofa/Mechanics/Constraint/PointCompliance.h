// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <span>

namespace sofa::mechanics {

/// The compliance of a point that moves by itself: a force f moves it by c f, and a torque t turns a frame by R t.
struct PointCompliance {
  double linear = 0;                ///< c
  std::array<double, 6> angular{};  ///< r00, r01, r02, r11, r12, r22 of R; zeros for points

  bool operator==(const PointCompliance&) const = default;
};

/// The direction of a constraint's row at a point: a block of J = d(constraint) / d(velocity).
struct JacobianBlock {
  int row, point;
  std::array<double, 6> direction{};  ///< three numbers of a point, six of a frame; then zeros
};

/// The blocks of J on some points, sorted by rows, then points. `firstPoint` is the number of the first of these points
/// among all points.
struct PointRows {
  std::span<const JacobianBlock> blocks;
  std::size_t firstPoint;
};

}  // namespace sofa::mechanics
