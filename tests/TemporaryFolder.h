// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <fstream>
#include <string>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/WriteAccess.h"

namespace sofa::tests {

/// An empty folder that goes with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "sofa-test-XXXXXX").string();
    m_path = mkdtemp(pattern.data());
    helper::allowWrites(m_path);  // scenes of other tests may have set limits
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return m_path; }
  /// Full name of a file in the folder.
  std::string file(const std::string& name) const { return (m_path / name).string(); }
  bool has(const std::string& name) const { return std::filesystem::exists(m_path / name); }
  /// Content of a file, plain or compressed; empty if there is none.
  std::string read(const std::string& name) const { return helper::readCompressedFile(m_path / name).value_or(""); }
  /// Writes a file and gives its full name; folders are made as needed.
  std::string write(const std::string& name, const std::string& content) const {
    const auto file = m_path / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file.string();
  }

 private:
  std::filesystem::path m_path;
};

}  // namespace sofa::tests
