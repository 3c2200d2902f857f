// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/FrontEnd.h"

#include <map>
#include <mutex>

#include "Sofa/Core/ObjectModel/AtWork.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Core/Service/SceneProblems.h"
#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Helper/Suggest.h"
#include "Sofa/Simulation/Mechanics/MechanicalChecks.h"
#include "Sofa/Simulation/Run/Report.h"
#include "Sofa/Simulation/Scene/SceneChecks.h"
#include "Sofa/Simulation/Scene/SceneLimit.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::simulation {
namespace {

struct KnownFrontEnd {
  FrontEnd run;
  FrontEndCheck check;
};

std::map<std::string, KnownFrontEnd>& frontEnds() {
  static std::map<std::string, KnownFrontEnd> all{
      {"batch", {[](const FrontEndOptions& options) { return runBatch(options.batch); }, {}}}};
  return all;
}

struct OpenViewer {
  std::mutex mutex;
  Viewer* viewer = nullptr;
};

OpenViewer& openViewer() {
  static OpenViewer only;
  return only;
}

/// "/path/component.data" with the nearest names if there is no such Data.
bool assign(Node& root, const std::string& target, const std::string& value) {
  std::string reason;
  const std::string path = target.starts_with('@') ? target : "@" + target;
  if (auto* data = core::findDataByPath(root, path, &reason)) {
    const auto problem = value.starts_with('@') ? std::nullopt : core::readText(*data, value);
    if (!problem || !problem->isError()) return data->owner()->setAttribute(data->name(), value);
    report(helper::Severity::Error, fmt::format("--set {}={}: {}", target, value, problem->text));
    return false;
  }
  const auto dot = path.rfind('.');
  auto* object = dot == path.npos ? nullptr : core::findObjectByPath(root, std::string_view(path).substr(0, dot));
  std::string hint = "there is no such object; write /node/component.data." + core::suggestDataPath(root, path);
  if (object)
    hint = fmt::format("{} has no Data of that name.{}", object->path(),
                       helper::didYouMean(path.substr(dot + 1), object->attributeNames()));
  report(helper::Severity::Error, fmt::format("--set {}: {}", target, reason.empty() ? hint : reason));
  return false;
}

/// False after an error message: what a component throws ends the run, not the program.
bool initialise(Node& root) {
  try {
    initRoot(root);
  } catch (const helper::Interrupted&) {
    throw;
  } catch (const std::exception& problem) {
    core::reportFailure(root, "The scene cannot be initialised", problem);
    return false;
  }
  return true;
}

}  // namespace

bool registerFrontEnd(std::string name, FrontEnd frontEnd, FrontEndCheck check) {
  return frontEnds().emplace(std::move(name), KnownFrontEnd{std::move(frontEnd), std::move(check)}).second;
}

std::string frontEndProblem(const std::string& name) {
  const auto it = frontEnds().find(name);
  return it == frontEnds().end() || !it->second.check ? std::string() : it->second.check();
}

const FrontEnd* findFrontEnd(const std::string& name) {
  const auto it = frontEnds().find(name);
  return it == frontEnds().end() ? nullptr : &it->second.run;
}

void setViewer(Viewer* viewer) {
  auto& open = openViewer();
  const std::lock_guard lock(open.mutex);
  open.viewer = viewer;
}

bool withViewer(const std::function<void(Viewer&)>& job) {
  auto& open = openViewer();
  const std::lock_guard lock(open.mutex);
  if (open.viewer) job(*open.viewer);
  return open.viewer != nullptr;
}

std::vector<std::string> frontEndNames() {
  std::vector<std::string> names;
  for (const auto& [name, frontEnd] : frontEnds()) names.push_back(name);
  return names;
}

std::shared_ptr<Node> openScene(const BatchOptions& options) {
  const core::SceneProblems problems;
  if (options.root) return !core::isOfScene(*options.root) && !initialise(*options.root) ? nullptr : options.root;
  forgetSceneObjects();
  auto root = readScene(options.scene);
  if (!root) return nullptr;
  for (const auto& [target, value] : options.assignments)
    if (!assign(*root, target, value)) return nullptr;
  if (options.sceneChecks) checkScene(*root);
  if (!initialise(*root)) return nullptr;
  if (options.sceneChecks) checkMechanics(*root);
  if (!(root->dt() > 0)) root->error("dt=\"{}\": the time step must be positive.", root->dt());
  return root;
}

}  // namespace sofa::simulation
