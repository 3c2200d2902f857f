// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"

namespace sofa::core {

/// What is known about J1^T K J2, the part of a matrix that acts on a pair of mapped states (docs/manual/solvers.md,
/// "Mapped states"). Assembly looks for such components in the whole scene.
class MatrixProjection : public Component {
 public:
  /// The Jacobians of the first assembly serve for all that follow.
  virtual bool areJacobiansConstant() const = 0;
  /// The nonzero entries of later Jacobians stand where those of the first assembly stood.
  virtual bool keepsPlacesOfNonzeros() const { return false; }
  virtual bool concerns(const BaseState* row, const BaseState* column) const = 0;
};

}  // namespace sofa::core
