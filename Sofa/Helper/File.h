#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace sofa::helper {

/// The bytes of a file, read at once; nothing if it cannot be read.
std::optional<std::string> readFile(const std::filesystem::path& file);

/// Same for a file that may be compressed by gzip, which its content tells.
std::optional<std::string> readCompressedFile(const std::filesystem::path& file);

}  // namespace sofa::helper
