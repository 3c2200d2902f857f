// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace sofa::core {

/// A component that tells in the summary of a run how its solves ended.
class SolveSummary {
 public:
  virtual ~SolveSummary() = default;
  /// Without the name of the component; empty if it solved nothing.
  virtual std::string solveSummary() const = 0;
};

}  // namespace sofa::core
