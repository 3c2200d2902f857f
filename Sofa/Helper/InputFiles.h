// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace sofa::helper {

/// A file that a scene was read from, as it was then.
struct InputFile {
  std::string name;  ///< without its folder
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;  ///< 0 if it cannot be told any more, since the file was changed in the meantime
  bool operator==(const InputFile&) const = default;
  bool holdsTheSameAs(const InputFile& other) const { return size == other.size && checksum == other.checksum; }
};

/// Those of the scene that the calling thread read last (noteInput() in Results.h), in the order of their paths.
std::vector<InputFile> inputFiles();

}  // namespace sofa::helper
