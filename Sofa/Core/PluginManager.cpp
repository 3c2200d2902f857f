#include "Sofa/Core/PluginManager.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "Sofa/Core/ObjectFactory.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Version.h"

namespace sofa::core {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> split(std::string_view text) {
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
/// does not register its classes while it is loaded.
void callEntryPoints(void* library) {
  if (void* function = dlsym(library, "initExternalModule")) reinterpret_cast<void (*)()>(function)();
  if (void* function = dlsym(library, "registerObjects"))
    reinterpret_cast<void (*)(ObjectFactory*)>(function)(&ObjectFactory::instance());
}

}  // namespace

std::string buildDifference(std::string_view program, std::string_view plugin) {
  const auto ours = split(program), theirs = split(plugin);
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
      if (!folder.empty()) m_folders.emplace_back(folder);
  }
  const fs::path prefix = helper::installationPrefix();
  for (const char* folder : {"lib", "plugins"}) m_folders.push_back(prefix / folder);
}

bool PluginManager::isBuiltIn(std::string_view name) {
  for (std::string_view prefix : {"Sofa.Component", "Sofa.GL", "Sofa.GUI", "Sofa.Core", "Sofa.Simulation",
                                  "Sofa.Helper", "SofaBase", "SofaGeneral", "SofaMisc"})
    if (name.starts_with(prefix)) return true;
  // Plugins whose components are part of the program.
  for (std::string_view plugin : {"MultiThreading", "SofaMatrix", "SofaMatrix.Qt", "SofaCHOLMOD", "Sofa.Metis"})
    if (name == plugin) return true;
  return name == "SofaOpenglVisual" || name == "SofaConstraint" || name == "SofaImplicitOdeSolver" ||
         name == "SofaLoader" || name == "SofaSimpleFem" || name == "SofaDeformable" || name == "SofaEngine" ||
         name == "SofaExplicitOdeSolver" || name == "SofaBoundaryCondition" || name == "SofaRigid";
}

std::optional<fs::path> PluginManager::find(const std::string& name) const {
  std::error_code ignored;
  if (name.find(".so") != name.npos || name.find('/') != name.npos)
    return fs::is_regular_file(name, ignored) ? std::optional(fs::absolute(name)) : std::nullopt;
  const std::string file = "lib" + name + ".so";
  for (const auto& folder : m_folders)
    for (const fs::path& candidate : {folder / file, folder / name / file, folder / name / "lib" / file})
      if (fs::is_regular_file(candidate, ignored)) return candidate;
  for (const auto& folder : m_folders)
    if (auto found = findIgnoringCase(folder, file)) return found;
  return std::nullopt;
}

PluginManager::Result PluginManager::load(const std::string& name) {
  if (isBuiltIn(name) || std::find(m_loaded.begin(), m_loaded.end(), name) != m_loaded.end()) return {true, {}};
  const auto file = find(name);
  if (!file) {
    std::string folders;
    for (const auto& folder : m_folders) folders += (folders.empty() ? "" : ":") + folder.string();
    return {false,
            fmt::format("Plugin not found: \"{}\" (searched lib{}.so in {}; set SOFA_PLUGIN_PATH to add a folder)",
                        name, name, folders)};
  }
  // Registration runs while the library is opened, so the options are asked of a first, lazy opening that keeps symbols
  // local.
  const std::size_t before = ObjectFactory::instance().entries().size();
  void* library = dlopen(file->c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return {false, fmt::format("Plugin \"{}\" ({}) cannot be opened: {}", name, file->string(), dlerror())};
  using Options = const char* (*)();
  const auto options = reinterpret_cast<Options>(dlsym(library, "sofaPluginBuildOptions"));
  const std::string difference = options
                                     ? buildDifference(SOFA_BUILD_OPTIONS, options())
                                     : "it has no function sofaPluginBuildOptions(): build it with sofa_add_plugin()";
  if (!difference.empty())
    return {false,
            fmt::format("Plugin \"{}\" ({}) does not fit this program: {}. Rebuild the plugin against this version.",
                        name, file->string(), difference)};
  callEntryPoints(library);
  m_loaded.push_back(name);
  if (ObjectFactory::instance().entries().size() == before)
    return {true, fmt::format("No component has been registered from {}.", file->string())};
  return {true, {}};
}

}  // namespace sofa::core
