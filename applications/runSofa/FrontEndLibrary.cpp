#include "FrontEndLibrary.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Helper/Suggest.h"
#include "Sofa/Simulation/Run/Report.h"

using sofa::helper::Severity;

namespace {

struct Library {
  const char* frontEnd;
  const char* file;
};
constexpr Library libraries[] = {{"qt", "libSofaGUI.so"}, {"offscreen", "libSofaGL.so"}};

std::filesystem::path pathOf(const Library& library) {
  return sofa::helper::installationPrefix() / "lib" / library.file;
}

bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

}  // namespace

std::string defaultFrontEnd() {
  const bool display = isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
  if (!std::filesystem::exists(pathOf(libraries[0]))) return "batch";
  if (display) return "qt";
  sofa::simulation::report(
      Severity::Info,
      "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): the scene runs in batch, as with -g batch.");
  return "batch";
}

const sofa::simulation::FrontEnd* loadFrontEnd(const std::string& name) {
  std::vector<std::string> names = {"batch"};
  for (const auto& library : libraries) {
    if (std::filesystem::exists(pathOf(library))) names.push_back(library.frontEnd);
    if (name != library.frontEnd || sofa::simulation::findFrontEnd(name)) continue;
    if (!std::filesystem::exists(pathOf(library))) {
      sofa::simulation::report(
          Severity::Error,
          fmt::format("-g {}: this build does not have {}; \"-g batch\" always works.", name, library.file));
      return nullptr;
    }
    if (!dlopen(pathOf(library).c_str(), RTLD_NOW | RTLD_GLOBAL)) {
      sofa::simulation::report(Severity::Error,
                               fmt::format("-g {}: {} cannot be loaded: {}", name, library.file, dlerror()));
      return nullptr;
    }
  }
  const auto* frontEnd = sofa::simulation::findFrontEnd(name);
  if (!frontEnd)
    sofa::simulation::report(
        Severity::Error, fmt::format("GUI '{}' creation failed: the front ends are {}.{}", name, fmt::join(names, ", "),
                                     sofa::helper::didYouMean(name, names)));
  return frontEnd;
}
