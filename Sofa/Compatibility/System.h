// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <clocale>
#include <cstdint>
#include <filesystem>
#include <string>

/// Small services of the system, under the names that code written for SOFA calls.
namespace sofa::helper {

/// The functions that called.
class BackTrace {
 public:
  /// To the error stream.
  static void dump();
  /// From now on when the process ends by a signal such as SIGSEGV.
  static void autodump();
};

namespace system {

/// Makes a folder, or that of a file, the working directory as long as it lives.
class SetDirectory {
 public:
  explicit SetDirectory(const std::string& path) : m_before(std::filesystem::current_path()) {
    const std::filesystem::path target(path);
    std::filesystem::current_path(
        std::filesystem::is_directory(target) ? target : std::filesystem::path(GetParentDir(path.c_str())));
  }
  ~SetDirectory() {
    std::error_code ignored;
    std::filesystem::current_path(m_before, ignored);
  }
  SetDirectory(const SetDirectory&) = delete;

  static std::string GetFileName(const char* path) { return std::filesystem::path(path).filename().string(); }
  static std::string GetFileNameWithoutExtension(const char* path) {
    return std::filesystem::path(path).stem().string();
  }
  static std::string GetParentDir(const char* path) {
    const auto folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
  }
  /// Without the dot.
  static std::string GetExtension(const char* path) {
    const auto extension = std::filesystem::path(path).extension().string();
    return extension.empty() ? extension : extension.substr(1);
  }
  static bool IsAbsolute(const std::string& path) { return std::filesystem::path(path).is_absolute(); }
  static std::string GetCurrentDir() { return std::filesystem::current_path().string(); }
  static std::string GetRelativeFromDir(const char* file, const char* folder) {
    return (std::filesystem::path(folder) / file).lexically_normal().string();
  }

 private:
  std::filesystem::path m_before;
};

/// Sets a category of the locale as long as it lives.
class TemporaryLocale {
 public:
  TemporaryLocale(int category, const std::string& name) : m_category(category) {
    if (const char* before = std::setlocale(category, nullptr)) m_before = before;
    std::setlocale(category, name.c_str());
  }
  ~TemporaryLocale() { std::setlocale(m_category, m_before.c_str()); }
  TemporaryLocale(const TemporaryLocale&) = delete;

 private:
  int m_category;
  std::string m_before;
};

namespace thread {

using ctime_t = std::int64_t;

/// A steady clock in nanoseconds.
class CTime {
 public:
  static ctime_t getTime();
  static ctime_t getFastTime() { return getTime(); }
  static ctime_t getRefTime() { return getTime(); }
  static ctime_t getTicksPerSec() { return 1000000000; }
  static ctime_t getRefTicksPerSec() { return 1000000000; }
  static double toSecond(ctime_t ticks) { return static_cast<double>(ticks) * 1e-9; }
  static void sleep(double seconds);
};

}  // namespace thread
}  // namespace system
}  // namespace sofa::helper
