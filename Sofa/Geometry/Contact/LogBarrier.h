// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <limits>

namespace sofa::geometry {

/// b(s) = -(s - 1)^2 ln s for 0 < s < 1, 0 from 1 on, infinite at 0 and below, with its derivatives; s = (d / D)^2 of a
/// distance d and the one at which the barrier begins, D. It has two continuous derivatives (Li et al., Incremental
/// Potential Contact, ACM Transactions on Graphics 39, 2020, equation 6, without its unit).
struct LogBarrier {
  double value = 0, slope = 0, curvature = 0;

  static LogBarrier at(double s) {
    if (s >= 1) return {};
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!(s > 0)) return {infinity, -infinity, infinity};
    const double l = std::log(s), r = s - 1;
    return {-r * r * l, -r * (2 * l + r / s), -2 * l - 4 * r / s + r * r / (s * s)};
  }
};

}  // namespace sofa::geometry
