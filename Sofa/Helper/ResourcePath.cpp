// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/ResourcePath.h"

#include <link.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <span>
#include <sstream>

#include "Sofa/Helper/Results.h"

namespace sofa::helper {
namespace fs = std::filesystem;

ResourcePath& ResourcePath::data() {
  static ResourcePath instance;
  static const bool isFilled = (instance.fill(), true);
  static_cast<void>(isFilled);
  return instance;
}

void ResourcePath::fill() {
  if (const char* list = std::getenv("SOFA_DATA_PATH")) {
    std::istringstream stream(list);
    for (std::string entry; std::getline(stream, entry, ':');)
      if (!entry.empty()) append(entry);
  }
  std::vector<fs::path> candidates{installationPrefix() / "share" / "sofa"};
  candidates.push_back(candidates.front() / "examples");
  if (const char* root = std::getenv("SOFA_ROOT"); root && *root)
    for (const char* folder : {"share/sofa", "share/sofa/examples", "share", "examples"})
      candidates.push_back(fs::absolute(root) / folder);
  std::error_code ignored;
  for (const auto& folder : candidates)
    if (fs::is_directory(folder, ignored)) m_installed.push_back(folder.lexically_normal());
}

namespace {

/// share/ and examples/ beside the folders that `base` lies in, nearest first: the layout of SOFA's sources and of many
/// plugins, whose scenes name meshes from there. Not those of the system, such as /usr/share.
std::vector<fs::path> foldersAbove(const fs::path& base) {
  std::vector<fs::path> found;
  std::error_code ignored;
  fs::path folder = fs::absolute(base, ignored).lexically_normal();
  if (ignored || base.empty()) return found;
  for (; folder.parent_path().has_relative_path(); folder = folder.parent_path()) {
    if (folder == "/usr" || folder == "/usr/local") break;
    for (const char* name : {"share", "examples"})
      if (fs::is_directory(folder / name, ignored)) found.push_back(folder / name);
  }
  return found;
}

}  // namespace

void ResourcePath::append(fs::path folder) {
  const std::unique_lock lock(m_mutex);
  m_folders.push_back(fs::absolute(folder).lexically_normal());
}

void ResourcePath::prepend(fs::path folder) {
  const std::unique_lock lock(m_mutex);
  m_folders.insert(m_folders.begin(), fs::absolute(folder).lexically_normal());
}

void ResourcePath::remove(const fs::path& folder) {
  const std::unique_lock lock(m_mutex);
  const auto it = std::find(m_folders.begin(), m_folders.end(), fs::absolute(folder).lexically_normal());
  if (it != m_folders.end()) m_folders.erase(it);
}

std::vector<fs::path> ResourcePath::folders(const fs::path& base) const {
  std::vector<fs::path> all;
  {
    const std::shared_lock lock(m_mutex);
    all = m_folders;
  }
  const auto above = foldersAbove(base);
  all.insert(all.end(), above.begin(), above.end());
  all.insert(all.end(), m_installed.begin(), m_installed.end());
  return all;
}

std::optional<fs::path> ResourcePath::find(std::string_view file, const fs::path& base) const {
  if (file.empty()) return std::nullopt;
  const fs::path wanted(file);
  std::error_code ignored;
  const auto existing = [&](const fs::path& p) {
    const bool found = fs::is_regular_file(p, ignored);
    if (found) noteInput(p);
    return found;
  };
  if (wanted.is_absolute()) return existing(wanted) ? std::optional(wanted) : std::nullopt;
  const auto start = (base / wanted).lexically_normal();
  if (existing(start)) return start;
  for (const auto& folder : folders(base))
    if (const auto candidate = (folder / wanted).lexically_normal(); existing(candidate)) return candidate;
  return std::nullopt;
}

std::string ResourcePath::describe(const fs::path& base) const {
  std::string text = base.string();
  for (const auto& folder : folders(base)) text += ":" + folder.string();
  return text +
         " (--data-path FOLDER or SOFA_DATA_PATH adds a folder; meshes and textures of SOFA lie in its share folder)";
}

namespace {

/// The file of the library or program that has this code; empty for the program. (dladdr() looks through all names of
/// the library besides, which takes a tenth of the start of a batch run.)
std::string fileOfThisCode() {
  struct Search {
    std::uintptr_t address = reinterpret_cast<std::uintptr_t>(&installationPrefix);
    std::string file;
  } search;
  dl_iterate_phdr(
      [](dl_phdr_info* library, std::size_t, void* data) {
        auto& wanted = *static_cast<Search*>(data);
        for (const auto& segment : std::span(library->dlpi_phdr, library->dlpi_phnum)) {
          const std::uintptr_t offset = wanted.address - library->dlpi_addr - segment.p_vaddr;
          if (segment.p_type != PT_LOAD || offset >= segment.p_memsz) continue;
          wanted.file = library->dlpi_name;
          return 1;
        }
        return 0;
      },
      &search);
  return search.file;
}

}  // namespace

fs::path installationPrefix() {
  std::error_code error;
  if (const char* root = std::getenv("RUNSOFA_HOME"); root && fs::is_directory(root, error)) return root;
  // Where this library lies, for it may have been loaded by a program of another installation, such as Python.
  // A variant for a level of processors lies in lib/glibc-hwcaps/LEVEL.
  if (const std::string file = fileOfThisCode(); !file.empty()) {
    fs::path folder = fs::canonical(file, error).parent_path();
    if (folder.parent_path().filename() == "glibc-hwcaps") folder = folder.parent_path().parent_path();
    if (!error && folder.filename() == "lib") return folder.parent_path();
  }
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::current_path() : self.parent_path().parent_path();
}

}  // namespace sofa::helper
