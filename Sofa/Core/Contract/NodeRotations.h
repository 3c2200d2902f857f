// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::core {

/// What a force field implements that knows how far the body turned around each point since rest. Preconditioners turn
/// a frozen factorisation by it; it never enters the forces (docs/manual/mechanics.md, "Node rotations").
class NodeRotations {
 public:
  virtual ~NodeRotations() = default;
  /// Fills one rotation per point, as of the last force evaluation.
  virtual void nodeRotations(std::vector<type::Mat3>& rotations) const = 0;
};

}  // namespace sofa::core
