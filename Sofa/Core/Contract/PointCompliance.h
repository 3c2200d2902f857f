// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Mechanics/Constraint/PointCompliance.h"

namespace sofa::core {

class BaseState;

using mechanics::PointCompliance;

/// The compliances of all points of some states. What happens at one of them moves no other one.
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
