// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <regex>
#include <set>
#include <utility>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Helper/Results.h"
#include "Sofa/Simulation/Run/Report.h"
#include "Sofa/Simulation/Scene/SceneUpgrade.h"
#include "Sofa/Simulation/Scene/SceneXml.h"
#include "Sofa/Simulation/Scene/XmlPlaces.h"

namespace sofa::simulation {
namespace {

namespace fs = std::filesystem;
using helper::Severity;

bool isPython(const fs::path& file) { return file.extension() == ".py"; }

bool isFile(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored);
}

fs::path upgradedName(fs::path file) { return file.replace_extension(".upgraded" + file.extension().string()); }

/// Files beside a scene in Python that it imports, or names as scenes to load.
std::vector<fs::path> filesOfScript(const std::string& text, const fs::path& folder) {
  static const std::regex import(
      R"((?:^|\n)[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import|import[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)))");
  static const std::regex scene(R"(["']([^"'\n]{1,200}\.(?:scn|xml))["'])");
  static const std::regex word(R"([\w.]+)");
  std::vector<fs::path> files;
  const auto add = [&](const fs::path& file) {
    if (isFile(file)) files.push_back(file);
  };
  const auto addModule = [&](std::string name) {
    name.erase(0, std::min(name.find_first_not_of('.'), name.size()));  // "from .parts import": beside it as well
    std::ranges::replace(name, '.', '/');
    add(folder / (name + ".py"));
    add(folder / name / "__init__.py");
  };
  const std::sregex_iterator end;
  for (std::sregex_iterator it(text.begin(), text.end(), import); it != end; ++it) {
    if ((*it)[1].matched) addModule((*it)[1]);
    const std::string several = (*it)[2];
    for (std::sregex_iterator name(several.begin(), several.end(), word); name != end; ++name) addModule(name->str());
  }
  for (std::sregex_iterator it(text.begin(), text.end(), scene); it != end; ++it) add(folder / (*it)[1].str());
  return files;
}

/// A scene and the files that it names.
class FileUpgrade {
 public:
  explicit FileUpgrade(fs::path scene) : m_scene(std::move(scene)) { helper::enterScene(m_scene.parent_path()); }
  ~FileUpgrade() { helper::forgetInputs(); }
  FileUpgrade(const FileUpgrade&) = delete;
  FileUpgrade& operator=(const FileUpgrade&) = delete;

  bool run() {
    const auto text = helper::readFile(m_scene);
    if (!text) return refuse("the file cannot be read.");
    if (!isPython(m_scene) && !SceneXml(*text).problem().empty())
      return refuse("it is no scene: runSofa --check tells what is wrong with it.");
    upgrade(m_scene, *text);
    if (m_written.empty())
      report(Severity::Info, fmt::format("{}: no name of former versions can be replaced.", m_scene.string()));
    for (const auto& file : m_written)
      if (std::error_code ignored; fs::exists(fs::symlink_status(file.upgraded, ignored)))
        return refuse(fmt::format("{} is there already, and is not replaced.", file.upgraded.string()));
    for (const auto& file : m_written) {
      if (const auto error = helper::writeFile(file.upgraded, file.text))
        return refuse(fmt::format("{} cannot be written: {}.", file.upgraded.string(), error.message()));
      report(Severity::Info, fmt::format("{} names renamed: {}", file.names, file.upgraded.string()));
    }
    return true;
  }

 private:
  struct Written {
    fs::path upgraded;
    std::string text;
    std::size_t names;
  };

  bool refuse(std::string_view why) const {
    report(Severity::Error, fmt::format("--upgrade {}: {}", m_scene.string(), why));
    return false;
  }

  /// Whether the file gets an upgraded one beside it.
  bool upgrade(const fs::path& file, const std::string& text) {
    std::error_code ignored;
    m_seen.insert(fs::canonical(file, ignored));
    const auto includes = isPython(file) ? UpgradedIncludes() : upgradeIncludes(text, file.parent_path());
    if (isPython(file)) tellScriptFiles(text, file.parent_path());
    auto scene = isPython(file) ? upgradedPython(text) : upgradedXml(text, includes);
    const std::string of = file == m_scene ? std::string() : file.string() + ": ";
    for (const auto& line : scene.renamed) report(Severity::Info, of + line);
    for (const auto& line : scene.left) report(Severity::Warning, of + line);
    if (scene.renamed.empty() && includes.empty()) return false;
    m_written.push_back({upgradedName(file), std::move(scene.text), scene.renamed.size() + includes.size()});
    return true;
  }

  UpgradedIncludes upgradeIncludes(const std::string& text, const fs::path& folder) {
    UpgradedIncludes includes;
    for (const auto& element : XmlPlaces(text).elements) {
      const auto* href = element.tag == "include" ? element.find("href") : nullptr;
      const auto file = href ? helper::ResourcePath::data().find(href->value, folder) : std::nullopt;
      if (file && upgradeInclude(*file)) includes[href->value] = upgradedName(href->value).string();
    }
    return includes;
  }

  /// Whether the included file gets an upgraded one; what a scene may not write is left, which is told.
  bool upgradeInclude(const fs::path& file) {
    std::error_code ignored;
    const fs::path real = fs::canonical(file, ignored);
    if (const auto known = m_included.find(real); known != m_included.end()) return known->second;
    if (m_seen.contains(real)) return false;  // it includes itself, which is an error of the scene
    const auto text = helper::readFile(file);
    if (!text || !SceneXml(*text).problem().empty()) return m_included[real] = false;
    std::string why;
    helper::placeOfResult(upgradedName(file), helper::Folders::mustExist, why);
    if (why.empty()) return m_included[real] = upgrade(file, *text);
    m_seen.insert(real);
    if (const auto names = upgradedXml(*text).renamed.size(); names > 0)
      report(Severity::Warning,
             fmt::format("{}, which is included, holds {} names of former versions and stays as it is, since for {}: "
                         "{}. `runSofa --upgrade` with that file writes it.",
                         file.string(), names, upgradedName(file).string(), why));
    return m_included[real] = false;
  }

  /// A module keeps its name, so that nothing can be written beside it that would be imported instead.
  void tellScriptFiles(const std::string& text, const fs::path& folder) {
    for (const fs::path& file : filesOfScript(text, folder)) {
      std::error_code ignored;
      if (!m_seen.insert(fs::canonical(file, ignored)).second) continue;
      const auto content = helper::readFile(file);
      if (!content || (!isPython(file) && !SceneXml(*content).problem().empty())) continue;
      const auto names = (isPython(file) ? upgradedPython(*content) : upgradedXml(*content)).renamed.size();
      if (names > 0)
        report(Severity::Warning,
               fmt::format("{}, which the script names, holds {} names of former versions and stays as it is: `runSofa "
                           "--upgrade {}` writes {}, to be put in its place.",
                           file.string(), names, file.string(), upgradedName(file).string()));
      if (isPython(file)) tellScriptFiles(*content, file.parent_path());
    }
  }

  fs::path m_scene;
  std::set<fs::path> m_seen;
  std::map<fs::path, bool> m_included;
  std::vector<Written> m_written;
};

}  // namespace

bool upgradeSceneFile(const fs::path& file) { return FileUpgrade(file).run(); }

}  // namespace sofa::simulation
