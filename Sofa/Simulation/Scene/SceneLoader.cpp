// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Scene/SceneLoader.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Helper/WriteAccess.h"

namespace sofa::simulation {
namespace {

struct Loaders {
  std::mutex mutex;
  std::map<std::string, SceneLoader, std::less<>> byExtension;
};

Loaders& loaders() {
  static Loaders all;
  return all;
}

SceneLoader known(const std::string& extension) {
  auto& [mutex, byExtension] = loaders();
  const std::lock_guard lock(mutex);
  const auto it = byExtension.find(extension);
  return it == byExtension.end() ? nullptr : it->second;
}

std::vector<std::string>& arguments() {
  static std::vector<std::string> words;
  return words;
}

/// Plugins that read scenes and need not be asked for.
const char* pluginFor(std::string_view extension) {
  for (const char* python : {".py", ".py3", ".pyscn", ".py3scn"})
    if (extension == python) return "SofaPython3";
  return nullptr;
}

}  // namespace

void setSceneLoader(const std::string& extension, SceneLoader loader) {
  auto& [mutex, byExtension] = loaders();
  const std::lock_guard lock(mutex);
  byExtension[extension] = std::move(loader);
}

SceneLoader findSceneLoader(std::string_view written, std::string& problem) {
  std::string extension(written);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (auto loader = known(extension); loader && !helper::scenesAreDistrusted()) return loader;
  const char* plugin = pluginFor(extension);
  if (!plugin) return nullptr;
  if (helper::scenesAreDistrusted()) {
    problem = "with --untrusted no script runs.";
    return nullptr;
  }
  const auto result = core::PluginManager::instance().load(plugin);
  if (!result.loaded) problem = result.message;
  return known(extension);
}

void setSceneArguments(std::vector<std::string> words) { arguments() = std::move(words); }

const std::vector<std::string>& sceneArguments() { return arguments(); }

}  // namespace sofa::simulation
