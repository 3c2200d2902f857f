// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/PluginManager.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "Sofa/Core/Service/ForeignNames.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Core/Service/PluginFile.h"
#include "Sofa/Core/Service/ReferenceComponents.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Helper/WriteAccess.h"
#include "Sofa/Version.h"

namespace sofa::core {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> splitOptions(std::string_view text) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, ';');) parts.push_back(part);
  return parts;
}

bool sameIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

/// "ExamplePlugin" for that name as for some/folder/libExamplePlugin.so.
std::string pluginName(const std::string& nameOrFile) {
  const fs::path file(nameOrFile);
  if (file.extension() != ".so") return nameOrFile;
  const std::string stem = file.stem().string();
  return stem.starts_with("lib") ? stem.substr(3) : stem;
}

std::optional<fs::path> findIgnoringCase(const fs::path& folder, const std::string& file) {
  std::error_code error;
  constexpr int maxDepth = 4;
  auto it = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    if (it.depth() >= maxDepth) it.disable_recursion_pending();
    if (sameIgnoringCase(it->path().filename().string(), file)) return it->path();
  }
  return std::nullopt;
}

/// Calls what a plugin may have to be called after loading: initExternalModule(), then registerObjects(factory) if it
/// does not register its classes while it is loaded. Whether it had either.
bool callEntryPoints(void* library) {
  void* const start = dlsym(library, "initExternalModule");
  if (start) reinterpret_cast<void (*)()>(start)();
  void* const registration = dlsym(library, "registerObjects");
  if (registration) reinterpret_cast<void (*)(ObjectFactory*)>(registration)(&ObjectFactory::instance());
  return start || registration;
}

}  // namespace

std::string buildDifference(std::string_view program, std::string_view plugin) {
  const auto ours = splitOptions(program), theirs = splitOptions(plugin);
  std::string differences;
  for (std::size_t i = 0; i < std::max(ours.size(), theirs.size()); ++i) {
    const std::string a = i < ours.size() ? ours[i] : "nothing", b = i < theirs.size() ? theirs[i] : "nothing";
    if (a == b) continue;
    if (!differences.empty()) differences += "; ";
    differences += i == 0 ? fmt::format("it was built for version {}, this is version {}", b, a)
                          : fmt::format("it was built with {}, this program with {}", b, a);
  }
  return differences;
}

PluginManager& PluginManager::instance() {
  static PluginManager manager;
  return manager;
}

PluginManager::PluginManager() {
  if (const char* list = std::getenv("SOFA_PLUGIN_PATH")) {
    std::istringstream stream(list);
    for (std::string folder; std::getline(stream, folder, ':');)
      if (!folder.empty()) m_folders.push_back(fs::absolute(folder));
  }
  const fs::path prefix = helper::installationPrefix();
  for (const char* folder : {"lib", "plugins"}) m_folders.push_back(prefix / folder);
}

bool PluginManager::isBuiltIn(std::string_view name) {
  return foreignNames().isModule(name) || isReferenceModule(name);
}

void PluginManager::addSceneFolder(fs::path folder) {
  const std::lock_guard lock(m_mutex);
  m_sceneFolders.push_back(std::move(folder));
}

void PluginManager::removeSceneFolder(const fs::path& folder) {
  const std::lock_guard lock(m_mutex);
  if (const auto at = std::ranges::find(m_sceneFolders, folder); at != m_sceneFolders.end()) m_sceneFolders.erase(at);
}

std::vector<fs::path> PluginManager::searchedFolders() const {
  auto folders = m_folders;
  folders.insert(folders.end(), m_sceneFolders.begin(), m_sceneFolders.end());
  return folders;
}

std::optional<fs::path> PluginManager::find(const std::string& name, const fs::path& base) const {
  std::error_code ignored;
  const auto beside = [&](const fs::path& file) {
    return fs::is_regular_file(base / file, ignored) ? std::optional(fs::absolute(base / file)) : std::nullopt;
  };
  if (name.find('/') != name.npos) return beside(name);
  const bool isFile = fs::path(name).extension() == ".so";
  const std::string file = isFile ? name : "lib" + name + ".so";
  const auto folders = searchedFolders();
  for (const auto& folder : folders)
    for (const fs::path& candidate : {folder / file, folder / name / file, folder / name / "lib" / file})
      if (fs::is_regular_file(candidate, ignored)) return candidate;
  if (isFile) return beside(file);
  for (const auto& folder : folders)
    if (auto found = findIgnoringCase(folder, file)) return found;
  return std::nullopt;
}

bool PluginManager::isInPluginPath(const fs::path& file) const {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(file, error);
  const auto holds = [&](const fs::path& folder) {
    const fs::path inside = real.lexically_relative(fs::weakly_canonical(folder, error));
    return !inside.empty() && *inside.begin() != "..";
  };
  return !error && std::any_of(m_folders.begin(), m_folders.end(), holds);
}

bool PluginManager::isLoaded(const std::string& nameOrFile) const {
  const std::string name = pluginName(nameOrFile);
  return std::any_of(m_loaded.begin(), m_loaded.end(), [&](const auto& other) { return other == name; });
}

PluginManager::Result PluginManager::notFound(const std::string& name) const {
  std::string folders;
  for (const auto& folder : searchedFolders()) folders += (folders.empty() ? "" : ":") + folder.string();
  return {false, fmt::format("Plugin not found: \"{}\" (searched lib{}.so in {}; set SOFA_PLUGIN_PATH to add a folder)",
                             name, pluginName(name), folders)};
}

namespace {

PluginManager::Result checkFile(const std::string& name, const fs::path& file) {
  const PluginFile plugin = inspectPlugin(file);
  const std::string difference =
      plugin.problem.empty() ? buildDifference(SOFA_BUILD_OPTIONS, plugin.buildOptions) : plugin.problem;
  if (difference.empty()) return {true, {}};
  return {false,
          fmt::format("Plugin \"{}\" ({}) does not fit this program: {}. Rebuild the plugin against this version.",
                      name, file.string(), difference)};
}

/// The windows that a plugin of SOFA adds to one of SOFA's viewers are libraries of their own.
bool isWindowOfAnotherViewer(std::string_view name) {
  for (std::string_view viewer : {"SofaImGui", "SofaGLFW", "Sofa.Qt", "SofaGuiQt"})
    if (name == viewer) return true;
  for (std::string_view ending : {".imgui", ".ImGui", ".Qt", ".qt"})
    if (name.ends_with(ending)) {
      const std::string_view plugin = name.substr(0, name.size() - ending.size());
      return PluginManager::isBuiltIn(plugin);
    }
  return false;
}

/// Classes in all of their templates.
std::size_t registeredCount() {
  std::size_t count = 0;
  for (const auto& [name, entry] : ObjectFactory::instance().entries()) count += entry.creators.size();
  return count;
}

}  // namespace

PluginManager::Result PluginManager::open(const std::string& name, const fs::path& file) {
  const ObjectFactory::Registration registration;
  const std::size_t before = registeredCount();
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return {false, fmt::format("Plugin \"{}\" ({}) cannot be opened: {}", name, file.string(), dlerror())};
  const bool didSomething = callEntryPoints(library);
  m_loaded.push_back(pluginName(name));
  if (!didSomething && registeredCount() == before)
    return {true, fmt::format("No component has been registered from {}.", file.string())};
  return {true, {}};
}

/// The plugin SofaCUDA for SofaCUDA.Core, a part that SOFA has as a library of its own, unless there is one.
std::string PluginManager::wholePlugin(const std::string& name) const {
  const std::string whole = name.substr(0, name.find('.'));
  if (name.find('/') != name.npos || whole == name || fs::path(name).extension() == ".so" || isBuiltIn(name))
    return name;
  return !find(name, {}) && (isLoaded(whole) || find(whole, {})) ? whole : name;
}

PluginManager::Result PluginManager::load(const std::string& nameOrPart) {
  const std::lock_guard lock(m_mutex);
  const std::string name = wholePlugin(nameOrPart);
  if (isBuiltIn(name) || isLoaded(name)) return {true, {}};
  const auto file = find(name, {});
  if (!file) return notFound(name);
  const Result fits = checkFile(name, *file);
  return fits.loaded ? open(name, *file) : fits;
}

PluginManager::Result PluginManager::require(const std::string& nameOrPart, const fs::path& folder) {
  const std::lock_guard lock(m_mutex);
  const std::string name = wholePlugin(nameOrPart);
  if (isBuiltIn(name) || isLoaded(name)) return {true, {}};
  if (helper::scenesAreDistrusted())
    return {false, fmt::format("Plugin \"{}\" is not loaded: with --untrusted no scene loads plugins. Add -l {} if you "
                               "trust the plugin.",
                               name, name)};
  const auto file = find(name, folder);
  if (!file && isWindowOfAnotherViewer(name))
    return {false,
            fmt::format("{} only adds windows to a viewer of SOFA; this program has a viewer of its own, and the scene "
                        "runs without it.",
                        name),
            true};
  if (!file) return notFound(name);
  if (const Result fits = checkFile(name, *file); !fits.loaded) return fits;
  if (m_inspectOnly) {
    m_inspected.push_back(pluginName(name));
    return {false,
            fmt::format("Plugin \"{}\" ({}) is there and fits, but --check runs nothing of it and cannot judge its "
                        "components. Add -l {} to load it.",
                        name, file->string(), name),
            true};
  }
  if (!isInPluginPath(*file) && !(m_consent && m_consent(*file)))
    return {false, fmt::format(
                       "Plugin \"{}\" is not loaded: it is a file that the scene chose, and a plugin can do whatever a "
                       "program can. If you trust it, add --allow-plugin-paths, or put its folder into "
                       "SOFA_PLUGIN_PATH and write its name, {}.",
                       name, pluginName(name))};
  return open(name, *file);
}

}  // namespace sofa::core
