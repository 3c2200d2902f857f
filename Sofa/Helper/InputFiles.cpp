// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/InputFiles.h"

#include <zlib.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>

#include "Sofa/Helper/WorkState.h"

namespace sofa::helper {
namespace fs = std::filesystem;

namespace {

using Stamp = WorkState::FileStamp;

std::uint64_t checksumOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::array<char, 1 << 16> block;
  auto sum = crc32_z(0, nullptr, 0);
  while (stream.read(block.data(), block.size()) || stream.gcount() > 0)
    sum = crc32_z(sum, reinterpret_cast<const unsigned char*>(block.data()), static_cast<std::size_t>(stream.gcount()));
  return sum;
}

/// Large files are not read again for each checkpoint.
std::uint64_t knownChecksum(const fs::path& file, const Stamp& stamp) {
  static std::mutex mutex;
  static std::map<fs::path, std::pair<Stamp, std::uint64_t>> known;
  const std::lock_guard lock(mutex);
  const auto [it, isNew] = known.try_emplace(file);
  if (isNew || it->second.first != stamp) it->second = {stamp, checksumOf(file)};
  return it->second.second;
}

}  // namespace

std::vector<InputFile> inputFiles() {
  std::map<fs::path, Stamp> noted;
  {
    WorkState& work = currentWorkState();
    const std::lock_guard lock(work.mutex);
    const auto it = work.inputFiles.find(std::this_thread::get_id());
    if (it != work.inputFiles.end()) noted = it->second;
  }
  std::vector<InputFile> files;
  for (const auto& [file, stamp] : noted) {
    const auto now = WorkState::stampOf(file);
    files.push_back({file.filename().string(), stamp.size, now == stamp ? knownChecksum(file, stamp) : 0});
  }
  return files;
}

}  // namespace sofa::helper
