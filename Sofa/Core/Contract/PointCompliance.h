// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <span>
#include <vector>

namespace sofa::core {

class BaseState;

/// How far a point goes by a force on it alone: c f, and of a frame R t by a torque t.
struct PointCompliance {
  double linear = 0;                ///< c
  std::array<double, 6> angular{};  ///< r00, r01, r02, r11, r12, r22 of R; zeros for points

  bool operator==(const PointCompliance&) const = default;
};

/// Those of all points of some states. What happens at one of them moves no other one.
struct PointCompliances {
  struct Of {
    const BaseState* state;
    std::size_t first;  ///< of its points
  };
  std::vector<Of> states;
  std::vector<const BaseState*> served;  ///< the same states, ascending
  std::vector<PointCompliance> points;
};

}  // namespace sofa::core
