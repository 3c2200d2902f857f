// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sofa::core {

/// Loads plugin libraries and remembers which are there (docs/manual/scenes.md, "Plugins").
///
/// A plugin must have been built for the same version with the same options; otherwise it is refused with the
/// difference, which is read from the file before anything of it runs.
class PluginManager {
 public:
  static PluginManager& instance();

  struct Result {
    bool loaded = false;
    std::string message;      ///< why not; or, for a plugin without components, that it brings none
    bool isHarmless = false;  ///< not loaded, but the scene is none the worse for it: the message is a warning
  };

  /// Loads what the user asks for, by name ("SofaPython3", lib<Name>.so in the plugin path) or by file. Names of
  /// built-in modules (Sofa.Component.*, Sofa.GL.*, Sofa.GUI.*) count as loaded.
  Result load(const std::string& nameOrFile);
  /// The same for a name or file that a scene asks for, a file relative to `folder`. Whoever wrote the scene chooses a
  /// file, so one that is not in the plugin path is loaded only by consent.
  Result require(const std::string& nameOrFile, const std::filesystem::path& folder = {});

  /// Asked before a scene loads a file that is not in the plugin path. Without one, none is loaded.
  using Consent = std::function<bool(const std::filesystem::path& file)>;
  void setConsent(Consent consent) { m_consent = std::move(consent); }
  bool hasConsent() const { return static_cast<bool>(m_consent); }
  /// Whether require() only looks whether a plugin is there and fits.
  void setInspectOnly(bool inspectOnly) { m_inspectOnly = inspectOnly; }

  static bool isBuiltIn(std::string_view name);
  const std::vector<std::string>& loaded() const { return m_loaded; }
  /// Names of plugins that a scene asked for and that were only looked at.
  const std::vector<std::string>& inspected() const { return m_inspected; }
  void addFolder(std::filesystem::path folder) { m_folders.push_back(std::move(folder)); }
  void removeFolder(const std::filesystem::path& folder) { std::erase(m_folders, folder); }
  /// A folder that a scene chooses is searched like those of the plugin path, and behind them, but what lies there
  /// needs consent like a file that the scene names.
  void addSceneFolder(std::filesystem::path folder);
  void removeSceneFolder(const std::filesystem::path& folder);

 private:
  PluginManager();
  std::optional<std::filesystem::path> find(const std::string& name, const std::filesystem::path& folder) const;
  /// The plugin path, then the folders of scenes.
  std::vector<std::filesystem::path> searchedFolders() const;
  bool isInPluginPath(const std::filesystem::path& file) const;
  bool isLoaded(const std::string& nameOrFile) const;
  std::string wholePlugin(const std::string& name) const;
  Result notFound(const std::string& name) const;
  Result open(const std::string& name, const std::filesystem::path& file);

  std::recursive_mutex m_mutex;  // of load() and require(), which scenes call while they are read in several threads
  std::vector<std::filesystem::path> m_folders, m_sceneFolders;
  std::vector<std::string> m_loaded;  // names, without lib and .so
  std::vector<std::string> m_inspected;
  Consent m_consent;
  bool m_inspectOnly = false;
};

/// What differs between two build-option texts "version;name=value;...", in words; empty if nothing does.
std::string buildDifference(std::string_view program, std::string_view plugin);

}  // namespace sofa::core
