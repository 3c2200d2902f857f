// SPDX-License-Identifier: Apache-2.0
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
  /// All that are searched for a file named in the folder `base`, after it: those added, share/ and examples/ beside the
  /// folders above `base`, and those of the installation and of an installed SOFA (SOFA_ROOT).
  std::vector<std::filesystem::path> folders(const std::filesystem::path& base) const;

  /// First match of `file` below `base`, then below each of folders(base); an absolute path is taken as it is.
  std::optional<std::filesystem::path> find(std::string_view file, const std::filesystem::path& base) const;
  /// "base:folder:folder", for error messages.
  std::string describe(const std::filesystem::path& base) const;

 private:
  void fill();

  mutable std::shared_mutex m_mutex;  // scenes are read in several threads
  std::vector<std::filesystem::path> m_folders;
  std::vector<std::filesystem::path> m_installed;  // filled once
};

/// Folder that holds bin/, lib/ and share/ of the running program: RUNSOFA_HOME, or where its library lies.
std::filesystem::path installationPrefix();

}  // namespace sofa::helper
