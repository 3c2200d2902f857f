// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace sofa::core {

/// A linear solver that ends solves by other bounds than its tolerance and its number of iterations.
class SolveReport {
 public:
  virtual ~SolveReport() = default;
  /// ", 3 by ..." for the summary of a run: how many solves such bounds ended; empty if none.
  virtual std::string otherEnds() const = 0;
};

}  // namespace sofa::core
