// SPDX-License-Identifier: Apache-2.0
#include "Trust.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "Limits.h"
#include "Sofa/Helper/WriteAccess.h"
#include "Sofa/Simulation/Run/Report.h"
#include "Sofa/Simulation/Scene/SceneLimit.h"

namespace helper = sofa::helper;
namespace simulation = sofa::simulation;
using helper::Severity;

namespace {

// Of --untrusted, where nothing else is said.
constexpr std::size_t untrustedMemory = 4096;
constexpr unsigned untrustedSeconds = 600;
constexpr std::size_t untrustedObjects = 100'000;

template <class T>
T orIf(bool untrusted, T given, T otherwise) {
  return given == 0 && untrusted ? otherwise : given;
}

bool isScript(const std::string& scene) {
  const auto extension = std::filesystem::path(scene).extension().string();
  return extension.starts_with(".py");
}

}  // namespace

void addTrustOptions(CLI::App& app, Trust& trust) {
  app.add_option("--allow-writes", trust.writableFolders,
                 "folder in which the scene may write, beside its own and the working folder (repeatable)")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag(
      "--untrusted", trust.untrusted,
      "for scenes of unknown origin: they write nothing, load no plugins, run no Python, open no devices, start "
      "no programs, and have limits");
  app.add_option("--limit-memory", trust.memory, "most memory of the program, in MiB [none; --untrusted: 4096]")
      ->check(CLI::PositiveNumber);
  app.add_option("--limit-time", trust.seconds, "most seconds that the program runs [none; --untrusted: 600]")
      ->check(CLI::PositiveNumber);
  app.add_option("--limit-nodes", trust.objects,
                 "most nodes and components of the scene together [any; --untrusted: 100000]")
      ->check(CLI::PositiveNumber);
}

void applyTrust(const Trust& trust, const std::string& checkedScene) {
  helper::restrictWrites();
  for (const auto& folder : trust.writableFolders) {
    if (!std::filesystem::is_directory(folder))
      simulation::report(Severity::Warning, fmt::format("--allow-writes {}: there is no such folder.", folder));
    helper::allowWrites(folder);
  }
  if (isScript(checkedScene) && !trust.untrusted)
    simulation::report(Severity::Info,
                       fmt::format("--check {}: a scene written in Python is a program, and checking it runs that "
                                   "program. Add --untrusted to refuse it.",
                                   checkedScene));
  const bool untrusted = trust.untrusted;
  if (untrusted) helper::distrustScenes();
  simulation::limitSceneObjects(orIf(untrusted, trust.objects, untrustedObjects));
  limitTime(orIf(untrusted, trust.seconds, untrustedSeconds));
  limitMemory(orIf(untrusted, trust.memory, untrustedMemory));
  if (untrusted && !forbidProcesses())
    simulation::report(Severity::Warning,
                       "--untrusted: this system offers no way to forbid the start of programs; nothing in a scene is "
                       "known to start one.");
}
