// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ConstraintJacobian.h"

namespace sofa::core {

/// Marks mappings that bring rows of constraints from their only output to their only input themselves: for those whose
/// points change at every step, so that a matrix of J would be planned anew each time.
class RowCarrier {
 public:
  virtual ~RowCarrier() = default;
  /// J_in += J_out d(out)/d(in), for all rows on the output.
  virtual void carryRows(ConstraintJacobian& jacobian) const = 0;
};

}  // namespace sofa::core
