// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/RunTimes.h"

#include <fmt/format.h>

#include "Sofa/Helper/File.h"

namespace sofa::simulation {

std::string RunTimes::text() const {
  constexpr double ms = 1e3;
  return fmt::format(
      "{{\"load_ms\": {:.3f}, \"step_ms\": {{\"median\": {:.6f}, \"min\": {:.6f}, \"max\": {:.6f}, \"total\": "
      "{:.3f}}}}}",
      loadMs, ms * steps.percentile(0.5), ms * steps.least(), ms * steps.greatest(), ms * steps.total());
}

std::error_code RunTimes::write(const std::string& file) const { return helper::writeFile(file, text() + '\n'); }

}  // namespace sofa::simulation
