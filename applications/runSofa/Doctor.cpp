// SPDX-License-Identifier: Apache-2.0
#include "Doctor.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "About.h"
#include "Sofa/Core/Service/PluginFile.h"
#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Helper/Console.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Simulation/Run/FrontEndLibrary.h"
#include "Sofa/Simulation/Run/ScriptConsole.h"
#include "Sofa/Version.h"

namespace {

namespace fs = std::filesystem;
namespace core = sofa::core;
namespace helper = sofa::helper;
namespace simulation = sofa::simulation;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::vector<std::string> entries(const std::string& list) {
  std::vector<std::string> all;
  std::istringstream stream(list);
  for (std::string entry; std::getline(stream, entry, ':');)
    if (!entry.empty()) all.push_back(entry);
  return all;
}

bool isFolder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool isThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool isSame(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored);
}

/// Keeps what is said while it lives, and shows none of it.
class Listener : public helper::MessageHandler {
 public:
  Listener() {
    helper::setConsole(false);
    helper::addMessageHandler(this);
  }
  ~Listener() override {
    helper::removeMessageHandler(this);
    helper::setConsole(true);
  }
  void process(const helper::Message& m) override {
    if (!m_text.empty()) m_text += " ";
    m_text += m.text;
  }
  const std::string& text() const { return m_text; }

 private:
  std::string m_text;
};

class Examination {
 public:
  void run(const std::vector<std::string>& dataFolders) {
    helper::print("{}\n\n", aboutText());
    program();
    data(dataFolders);
    drawing();
    graphicsProcessor();
    python();
    plugins();
    installedSofa();
    helper::print("\n{}\n", m_problems == 0 ? "Nothing is broken."
                                            : fmt::format("{} to be mended, see \"PROBLEM\" above.", m_problems));
  }
  int status() const { return m_problems == 0 ? 0 : 1; }

 private:
  static void line(const char* mark, const std::string& what, const std::string& found,
                   const std::string& remedy = {}) {
    helper::print("{:<8} {:<10} {}\n", mark, what, found);
    if (!remedy.empty()) helper::print("{:<19} -> {}\n", "", remedy);
  }
  static void good(const std::string& what, const std::string& found) { line("ok", what, found); }
  /// What is optional is not there, or works otherwise than the user may think.
  static void note(const std::string& what, const std::string& found, const std::string& remedy) {
    line("note", what, found, remedy);
  }
  void problem(const std::string& what, const std::string& found, const std::string& remedy) {
    line("PROBLEM", what, found, remedy);
    ++m_problems;
  }

  void program() {
    std::error_code ignored;
    const auto self = fs::read_symlink("/proc/self/exe", ignored);
    good("program", fmt::format("{}, installed in {}", self.string(), helper::installationPrefix().string()));
    if (const auto home = variable("RUNSOFA_HOME"); !home.empty() && !isFolder(home))
      problem("program", fmt::format("RUNSOFA_HOME={} is no folder", home),
              "unset RUNSOFA_HOME, or have it name the folder that holds bin, lib and share of this program");
    for (const auto& folder : entries(variable("PATH"))) {
      const fs::path other = fs::path(folder) / "runSofa";
      if (!isThere(other)) continue;
      if (!isSame(other, self))
        note("program", fmt::format("{} is another program of that name and comes first in PATH", other.string()),
             "call this one by its second name, rsofa, or by its whole path");
      break;
    }
    if (!isThere(helper::installationPrefix() / "lib" / "libSofaSuiteSparse.so"))
      note("program", "libSofaSuiteSparse.so is not there: sparse LU factorisations and the ordering METIS are missing",
           "install or build it (target SofaSuiteSparse); it is under the GPL and only loaded when a scene needs it");
  }

  void data(const std::vector<std::string>& dataFolders) {
    for (const auto& name : entries(variable("SOFA_DATA_PATH")))
      if (!isFolder(name))
        problem("data path", fmt::format("SOFA_DATA_PATH names {}, which is no folder", name), "correct or remove it");
    for (const auto& name : dataFolders)
      if (!isFolder(name)) problem("data path", fmt::format("--data-path {} is no folder", name), "correct it");
    for (const auto& folder : helper::ResourcePath::data().folders({}))
      if (isFolder(folder)) good("data path", folder.string());
    const auto examples = helper::installationPrefix() / "share" / "sofa" / "examples";
    if (!helper::ResourcePath::data().find("Demos/hanging_beam.scn", examples))
      problem("data path", fmt::format("the examples and meshes are not in {}", examples.string()),
              "install them: they are in share/ and examples/ of the sources; or unset RUNSOFA_HOME");
  }

  void drawing() {
    std::string why;
    if (!simulation::loadFrontEnd("offscreen", why)) {
      note("OpenGL", why, "install the package runsofa-viewer, or build with -DSOFA_GL=ON; batch runs need none");
    } else {
      bool works = false;
      using Describe = const char* (*)(bool*);
      const auto describe = reinterpret_cast<Describe>(dlsym(RTLD_DEFAULT, "sofaDescribeOpenGL"));
      const std::string text = describe ? describe(&works) : "libSofaGL.so is of another version";
      if (works)
        good("OpenGL", text);
      else
        problem("OpenGL", text, "install libgl1-mesa-dri and libegl1 (software rendering), or a driver of the GPU");
    }
    if (!simulation::loadFrontEnd("qt", why)) {
      note("viewer", why, "install the package runsofa-viewer, or build with -DSOFA_GUI=ON");
      return;
    }
    if (variable("DISPLAY").empty() && variable("WAYLAND_DISPLAY").empty())
      note("viewer", "it is there, but there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)",
           "start a desktop, ssh -X or xvfb-run; -g batch and -g offscreen need none");
    else
      good("viewer", "it is there, and so is a display");
  }

  void graphicsProcessor() {
    auto& manager = core::PluginManager::instance();
    std::string said;
    core::PluginManager::Result loaded;
    {
      const Listener listener;
      loaded = manager.load("SofaCUDA");
      said = listener.text();
    }
    if (!loaded.loaded)
      note("GPU", "the plugin SofaCUDA is not there",
           "build it where nvcc is found; all components run on processors too");
    else if (said.find("run on the host") != said.npos)
      note("GPU", said, "install the driver of the GPU; CudaVec3f and its like work without one, on processors");
    else
      good("GPU", said.empty() ? "the plugin SofaCUDA was loaded before" : said);
  }

  void python() {
    std::string why, said, output;
    auto outcome = simulation::ScriptConsole::Outcome::failed;
    std::shared_ptr<simulation::ScriptConsole> console;
    {
      const Listener listener;
      console = simulation::makeScriptConsole(why);
      const auto root = std::make_shared<simulation::Node>();
      constexpr const char* question =
          "import sys, numpy, Sofa; print('Python', sys.version.split()[0], 'of', sys.executable + ', numpy', "
          "numpy.__version__ + ', module', Sofa.__path__[0])";
      if (console) outcome = console->run(question, true, *root, nullptr, [&](const std::string& t) { output += t; });
      said = listener.text();
    }
    while (output.ends_with('\n')) output.pop_back();
    const auto plugin = helper::installationPrefix() / "lib" / "libSofaPython3.so";
    if (outcome == simulation::ScriptConsole::Outcome::done)
      good("Python", output);
    else if (!isThere(plugin))
      note(
          "Python", "the plugin SofaPython3 is not there: scenes in Python cannot be read",
          "install the package python3-runsofa, or pybind11-dev, python3-dev and python3-numpy, and build SofaPython3");
    else
      problem("Python", why + (why.empty() ? "" : " ") + said + output,
              fmt::format("install python3-numpy for the Python that {} was built for, and unset PYTHONHOME and "
                          "VIRTUAL_ENV",
                          plugin.string()));
    const auto own = helper::installationPrefix() / "lib" / "python3" / "site-packages" / "Sofa";
    for (const auto& folder : entries(variable("PYTHONPATH"))) {
      const auto other = fs::path(folder) / "Sofa";
      if (!isFolder(other)) continue;
      if (!isSame(other, own))
        problem("Python", fmt::format("{} in PYTHONPATH holds another module Sofa", folder),
                "take that folder out of PYTHONPATH; to have both, import this one as rsofa, see docs/running.md");
      break;
    }
  }

  void plugins() {
    for (const auto& folder : entries(variable("SOFA_PLUGIN_PATH"))) {
      if (!isFolder(folder)) {
        problem("plugins", fmt::format("SOFA_PLUGIN_PATH names {}, which is no folder", folder),
                "correct or remove it");
        continue;
      }
      std::error_code ignored;
      for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.path().extension() != ".so" || !entry.is_regular_file(ignored)) continue;
        const auto plugin = core::inspectPlugin(entry.path());
        const auto difference =
            plugin.problem.empty() ? core::buildDifference(SOFA_BUILD_OPTIONS, plugin.buildOptions) : plugin.problem;
        if (difference.empty())
          good("plugin", entry.path().string());
        else
          problem("plugin", fmt::format("{} does not fit: {}", entry.path().string(), difference),
                  "build it again, against this version: docs/components-in-cpp.md");
      }
    }
    if (!core::PluginManager::instance().loaded().empty())
      good("plugins", fmt::format("loaded: {}", fmt::join(core::PluginManager::instance().loaded(), ", ")));
  }

  /// What variables of SOFA do here, and what of SOFA is found by mistake.
  void installedSofa() {
    const auto root = variable("SOFA_ROOT");
    if (root.empty()) {
      note("SOFA", "SOFA_ROOT is not set", "set it where SOFA is installed, if scenes need meshes that only SOFA has");
    } else if (!isFolder(root)) {
      problem("SOFA", fmt::format("SOFA_ROOT={} is no folder", root), "correct or unset it");
    } else {
      good("SOFA", fmt::format("SOFA_ROOT={}: its meshes are searched last; nothing of it is run", root));
    }
    for (const auto& folder : entries(variable("LD_LIBRARY_PATH")))
      if (isThere(fs::path(folder) / "libSofa.Core.so"))
        note("SOFA", fmt::format("LD_LIBRARY_PATH names {}, where libraries of SOFA lie", folder),
             "they are not used here: their names differ");
      else if (const auto other = fs::path(folder) / "libSofa.so.0.1";
               isThere(other) && !isSame(other, helper::installationPrefix() / "lib" / "libSofa.so.0.1"))
        problem("library", fmt::format("LD_LIBRARY_PATH names {}, which holds another libSofa.so", folder),
                "take that folder out of LD_LIBRARY_PATH");
  }

  int m_problems = 0;
};

}  // namespace

int examineInstallation(const std::vector<std::string>& dataFolders) {
  Examination examination;
  examination.run(dataFolders);
  return examination.status();
}
