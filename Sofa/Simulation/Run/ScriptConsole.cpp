// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/ScriptConsole.h"

#include <mutex>

#include "Sofa/Core/Service/PluginManager.h"

namespace sofa::simulation {
namespace {

struct ConsoleMaker {
  std::mutex mutex;
  ScriptConsoleMaker make;
};

ConsoleMaker& consoleMaker() {
  static ConsoleMaker only;
  return only;
}

ScriptConsoleMaker knownConsoleMaker() {
  auto& maker = consoleMaker();
  const std::lock_guard lock(maker.mutex);
  return maker.make;
}

}  // namespace

void setScriptConsoleMaker(ScriptConsoleMaker make) {
  auto& maker = consoleMaker();
  const std::lock_guard lock(maker.mutex);
  maker.make = std::move(make);
}

std::shared_ptr<ScriptConsole> makeScriptConsole(std::string& problem) {
  if (!knownConsoleMaker()) {
    const auto result = core::PluginManager::instance().load("SofaPython3");
    if (!result.loaded) problem = result.message;
  }
  const auto make = knownConsoleMaker();
  auto console = make ? make() : nullptr;
  if (!console && problem.empty()) problem = "Python could not be started: see the messages.";
  return console;
}

}  // namespace sofa::simulation
