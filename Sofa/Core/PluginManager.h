#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sofa::core {

/// Loads plugin libraries and remembers which are there (sheet 01 §7).
///
/// A plugin must have been built for the same version with the same options; otherwise it is refused with the
/// difference.
class PluginManager {
 public:
  static PluginManager& instance();

  struct Result {
    bool loaded = false;
    std::string message;  ///< why not; or, for a plugin without components, that it brings none
  };

  /// Loads by name ("SofaPython3", lib<Name>.so in the plugin path) or by file. Names of built-in modules
  /// (Sofa.Component.*, Sofa.GL.*, Sofa.GUI.*) count as loaded.
  Result load(const std::string& nameOrFile);
  static bool isBuiltIn(std::string_view name);
  const std::vector<std::string>& loaded() const { return m_loaded; }
  void addFolder(std::filesystem::path folder) { m_folders.push_back(std::move(folder)); }
  void removeFolder(const std::filesystem::path& folder) { std::erase(m_folders, folder); }

 private:
  PluginManager();
  std::optional<std::filesystem::path> find(const std::string& name) const;

  std::vector<std::filesystem::path> m_folders;
  std::vector<std::string> m_loaded;
};

/// What differs between two build-option texts "version;name=value;...", in words; empty if nothing does.
std::string buildDifference(std::string_view program, std::string_view plugin);

}  // namespace sofa::core
