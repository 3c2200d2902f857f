// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <system_error>

#include "Sofa/Helper/DurationStatistics.h"

namespace sofa::simulation {

/// How long a run took, which is another number each time.
struct RunTimes {
  double loadMs = 0;
  helper::DurationStatistics steps;

  /// A JSON object.
  std::string text() const;
  /// Writes it to a file.
  std::error_code write(const std::string& file) const;
};

}  // namespace sofa::simulation
