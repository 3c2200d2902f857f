// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

namespace sofa::core {

/// A linear solver that tells what it solved last with an assembled matrix: b and s of A s = b, in the order of the
/// unknowns of its system. Empty before the first solve.
class LastSolution {
 public:
  virtual ~LastSolution() = default;
  virtual std::span<const double> lastRightHandSide() const = 0;
  virtual std::span<const double> lastSolution() const = 0;
};

}  // namespace sofa::core
