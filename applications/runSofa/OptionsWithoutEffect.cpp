// SPDX-License-Identifier: Apache-2.0
#include "OptionsWithoutEffect.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "Sofa/Simulation/Run/Report.h"

namespace simulation = sofa::simulation;
using sofa::helper::Severity;

namespace {

struct Effect {
  const char* option;
  std::vector<std::string_view> frontEnds;  ///< those that read the option
};

/// The options that some front ends ignore.
const std::vector<Effect>& effects() {
  static const std::vector<Effect> list = {
      {"--nbIter", {"batch", "offscreen"}},
      {"--state-at", {"batch", "offscreen"}},
      {"--state-out", {"batch", "offscreen"}},
      {"--times-out", {"batch", "offscreen"}},
      {"--export", {"batch", "offscreen"}},
      {"--export-every", {"batch", "offscreen"}},
      {"--checkpoint-every", {"batch", "offscreen"}},
      {"--profile", {"batch", "offscreen"}},
      {"--profile-out", {"batch", "offscreen"}},
      {"--computationTimeSampling", {"batch", "offscreen"}},
      {"--computationTimeOutputType", {"batch", "offscreen"}},
      {"--start", {"qt"}},
      {"--interactive", {"qt"}},
      {"--tmp", {"qt"}},
      {"--recent", {"qt"}},
      {"--fullscreen", {"qt"}},
      {"--compare", {"qt"}},
      {"--msaa", {"qt", "offscreen"}},
      {"--width", {"qt", "offscreen"}},
      {"--height", {"qt", "offscreen"}},
      {"--view", {"qt", "offscreen"}},
      {"--screenshot-every", {"offscreen"}},
      {"--out", {"offscreen"}},
  };
  return list;
}

bool isXml(const std::string& scene) {
  const auto extension = std::filesystem::path(scene).extension();
  return extension == ".scn" || extension == ".xml";
}

}  // namespace

void warnWithoutFrontEnd(const CLI::App& app, const std::string& frontEnd) {
  for (const auto& [option, frontEnds] : effects()) {
    if (app.count(option) == 0 || std::find(frontEnds.begin(), frontEnds.end(), frontEnd) != frontEnds.end()) continue;
    if (frontEnd == "batch")
      simulation::report(Severity::Warning, fmt::format("{} has no effect without a viewer.", option));
    else if (frontEnd == "qt" || frontEnd == "offscreen")
      simulation::report(Severity::Warning, fmt::format("{} has no effect with -g {}; it is for -g {}.", option,
                                                        frontEnd, fmt::join(frontEnds, " and ")));
  }
}

void warnWithoutOthers(const CLI::App& app, const simulation::BatchOptions& batch) {
  const auto needs = [&](const char* option, const char* other) {
    if (app.count(option) > 0 && app.count(other) == 0)
      simulation::report(Severity::Warning, fmt::format("{} has no effect without {}.", option, other));
  };
  if (app.count("--argv") > 0 && isXml(batch.scene))
    simulation::report(Severity::Warning, "--argv has no effect: it is for scenes written in Python.");
  needs("--state-at", "--state-out");
  needs("--export-every", "--export");
  needs("--computationTimeOutputType", "--computationTimeSampling");
  if (batch.checkOnly)
    for (const char* option :
         {"--nbIter", "--resume", "--state-at", "--state-out", "--times-out", "--export", "--export-every",
          "--checkpoint-every", "--profile", "--profile-out", "--computationTimeSampling"})
      if (app.count(option) > 0)
        simulation::report(Severity::Warning,
                           fmt::format("{} has no effect with --check, which runs nothing.", option));
  if (!batch.checkOnly && batch.steps >= 0 && !batch.stateAt.empty() && *batch.stateAt.rbegin() > batch.steps)
    simulation::report(Severity::Warning,
                       fmt::format("--state-at: step {} comes after the last, {}; it is not recorded. Give -n {}.",
                                   *batch.stateAt.rbegin(), batch.steps, *batch.stateAt.rbegin()));
}
