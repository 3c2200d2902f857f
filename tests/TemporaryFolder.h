#pragma once
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "Sofa/Helper/File.h"

namespace sofa::tests {

/// An empty folder that is gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder()
      : m_path(std::filesystem::temp_directory_path() / ("sofa_test_" + std::to_string(std::random_device{}()))) {
    std::filesystem::create_directories(m_path);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Absolute name of a file in the folder.
  std::string file(const std::string& name) const { return (m_path / name).string(); }
  /// Writes a file and returns its name.
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(m_path / name, std::ios::binary) << content;
    return file(name);
  }
  /// Content of a file; empty if there is none.
  std::string read(const std::string& name) const { return helper::readCompressedFile(m_path / name).value_or(""); }
  bool has(const std::string& name) const { return std::filesystem::exists(m_path / name); }

 private:
  std::filesystem::path m_path;
};

}  // namespace sofa::tests
