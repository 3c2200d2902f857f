#pragma once
#include <filesystem>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

/// Search of meshes, scenes and textures along the data path (docs/manual/scenes.md, "Files and folders").
namespace sofa::helper {

class ResourcePath {
 public:
  /// The program's data path. Filled from SOFA_DATA_PATH and the installation at first use.
  static ResourcePath& data();

  void append(std::filesystem::path folder);
  void prepend(std::filesystem::path folder);
  void remove(const std::filesystem::path& folder);
  std::vector<std::filesystem::path> folders() const;

  /// First match of `file` below `base`, then below each folder; an absolute path is taken as it is.
  std::optional<std::filesystem::path> find(std::string_view file, const std::filesystem::path& base) const;
  /// "base:folder:folder", for error messages.
  std::string describe(const std::filesystem::path& base) const;

 private:
  void fill();

  mutable std::shared_mutex m_mutex;  // scenes are read in several threads
  std::vector<std::filesystem::path> m_folders;
};

/// Folder that holds bin/, lib/ and share/ of the running program.
std::filesystem::path installationPrefix();

}  // namespace sofa::helper
