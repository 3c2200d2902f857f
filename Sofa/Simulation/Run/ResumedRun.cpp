// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/ResumedRun.h"

#include <vector>

#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Simulation/Run/Report.h"

namespace sofa::simulation {
namespace {

void tellMissing(const BatchOptions& options, long step) {
  if (!options.exportFolder.empty() && step > 0)
    report(
        helper::Severity::Warning,
        fmt::format("--export {}: the run goes on from step {}, where its series begins. Frames of the earlier run are "
                    "not named in series.pvd; to keep them together, export into another folder.",
                    options.exportFolder, step));
  const std::vector<long> missed(options.stateAt.begin(), options.stateAt.lower_bound(step));
  if (missed.empty()) return;
  report(helper::Severity::Warning,
         fmt::format("--state-at {}: the run goes on from step {}, so {} not recorded. Take {} from the earlier run.",
                     fmt::join(missed, ","), step, missed.size() == 1 ? "that step is" : "those steps are",
                     missed.size() == 1 ? "it" : "them"));
}

}  // namespace

ExitStatus startRun(const BatchOptions& options, Node& root, long& step) {
  step = 0;
  if (options.resume.empty()) return ExitStatus::good;
  step = loadCheckpoint(options.resume, root);
  if (step < 0) return ExitStatus::badInput;
  if (options.steps >= 0 && options.steps < step) {
    report(
        helper::Severity::Error,
        fmt::format("--resume {}: it was saved at step {}, after the last step, -n {}, which counts from the start of "
                    "the scene. Write for example -n {} for 100 steps more.",
                    options.resume, step, options.steps, step + 100));
    return ExitStatus::usage;
  }
  if (options.steps == step)
    report(helper::Severity::Info,
           fmt::format("--resume {}: it was saved at step {}, the last that -n asks for: nothing is left to compute.",
                       options.resume, step));
  tellMissing(options, step);
  return ExitStatus::good;
}

}  // namespace sofa::simulation
