// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/FrontEndLibrary.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>

#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Helper/Suggest.h"
#include "Sofa/Simulation/Run/Report.h"
#include "Sofa/Version.h"

namespace sofa::simulation {
namespace {

struct FrontEndFile {
  const char* frontEnd;
  const char* file;
};
constexpr FrontEndFile frontEndFiles[] = {{"qt", "libSofaGUI.so"}, {"offscreen", "libSofaGL.so"}};

/// By the name by which other libraries need it: wheels have no other, and another copy must not be loaded beside it.
std::filesystem::path pathOf(const FrontEndFile& library) {
  const auto folder = helper::installationPrefix() / "lib";
  const auto versioned = folder / fmt::format("{}.{}.{}", library.file, SOFA_VERSION_MAJOR, SOFA_VERSION_MINOR);
  return std::filesystem::exists(versioned) ? versioned : folder / library.file;
}

bool isVariableSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

}  // namespace

std::string defaultFrontEnd() {
  const bool display = isVariableSet("DISPLAY") || isVariableSet("WAYLAND_DISPLAY") || isVariableSet("QT_QPA_PLATFORM");
  const bool isBuilt = std::filesystem::exists(pathOf(frontEndFiles[0]));
  if (display && isBuilt) return "qt";
  if (display)
    report(helper::Severity::Info,
           "The viewer is not built or not installed (libSofaGUI.so): the scene runs in batch, as with -g batch.");
  if (!isBuilt) return "batch";
  report(helper::Severity::Info,
         "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): the scene runs in batch, as with -g "
         "batch.");
  return "batch";
}

std::vector<std::string> availableFrontEnds() {
  std::vector<std::string> names = {"batch"};
  for (const auto& library : frontEndFiles)
    if (std::filesystem::exists(pathOf(library))) names.push_back(library.frontEnd);
  return names;
}

const FrontEnd* loadFrontEnd(const std::string& name, std::string& problem) {
  for (const auto& library : frontEndFiles) {
    if (name != library.frontEnd || findFrontEnd(name)) continue;
    if (!std::filesystem::exists(pathOf(library))) {
      problem = fmt::format("{} is not built or not installed; \"batch\" always works.", library.file);
      return nullptr;
    }
    if (!dlopen(pathOf(library).c_str(), RTLD_NOW | RTLD_GLOBAL)) {
      problem = fmt::format("{} cannot be loaded: {}", library.file, dlerror());
      return nullptr;
    }
  }
  const auto* frontEnd = findFrontEnd(name);
  const auto names = availableFrontEnds();
  if (!frontEnd)
    problem = fmt::format("there is no such front end; they are {}.{}", fmt::join(names, ", "),
                          helper::didYouMean(name, names));
  return frontEnd;
}

}  // namespace sofa::simulation
