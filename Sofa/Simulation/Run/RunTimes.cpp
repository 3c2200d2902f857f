#include "Sofa/Simulation/Run/RunTimes.h"

#include <fmt/format.h>

#include "Sofa/Helper/File.h"

namespace sofa::simulation {

std::error_code RunTimes::write(const std::string& file) const {
  constexpr double ms = 1e3;
  return helper::writeFile(
      file,
      fmt::format("{{\"load_ms\": {:.3f}, \"step_ms\": {{\"median\": {:.6f}, \"min\": {:.6f}, \"max\": {:.6f}, "
                  "\"total\": {:.3f}}}}}\n",
                  loadMs, ms * steps.percentile(0.5), ms * steps.least(), ms * steps.greatest(), ms * steps.total()));
}

}  // namespace sofa::simulation
