// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <vector>

namespace sofa::tests {

/// Adds a scene file, or every scene below a folder in the order of their names. Those of plugins need their plugin.
inline void addScenes(const std::filesystem::path& path, std::vector<std::filesystem::path>& scenes) {
  namespace fs = std::filesystem;
  if (!fs::is_directory(path)) {
    scenes.push_back(fs::absolute(path));
    return;
  }
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (entry.path().extension() == ".scn" && entry.path().parent_path().filename() != "plugin")
      found.push_back(fs::absolute(entry.path()));
  std::sort(found.begin(), found.end());
  scenes.insert(scenes.end(), found.begin(), found.end());
}

/// `count` of the scenes, spread evenly; all if count is 0 or there are no more.
inline std::vector<std::filesystem::path> sampleOf(std::vector<std::filesystem::path> scenes, std::size_t count) {
  if (count == 0 || count >= scenes.size()) return scenes;
  std::vector<std::filesystem::path> some;
  for (std::size_t i = 0; i < count; ++i) some.push_back(scenes[i * scenes.size() / count]);
  return some;
}

/// Calls f in a process of its own. What it returned, from 0 to 254; -1 if it returned -1, and -2 if the process
/// crashed.
inline int inProcess(const std::function<int()>& f) {
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    const int result = f();
    std::fflush(stdout);
    ::_exit(result < 0 ? 255 : std::min(result, 254));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status)) return -2;
  return WEXITSTATUS(status) == 255 ? -1 : WEXITSTATUS(status);
}

}  // namespace sofa::tests
