#include "Sofa/Helper/File.h"

#include <zlib.h>

#include <cstdio>
#include <memory>

namespace sofa::helper {

std::optional<std::string> readFile(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"), &std::fclose);
  if (!stream) return std::nullopt;
  std::string bytes(std::filesystem::file_size(file, error), '\0');
  if (error) return std::nullopt;
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), stream.get()));
  if (std::ferror(stream.get())) return std::nullopt;
  return bytes;
}

std::optional<std::string> readCompressedFile(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> stream(gzopen(file.c_str(), "rb"), &gzclose);
  if (!stream) return std::nullopt;
  std::string bytes;
  constexpr unsigned chunk = 1u << 18;
  for (;;) {
    const std::size_t size = bytes.size();
    bytes.resize(size + chunk);
    const int got = gzread(stream.get(), bytes.data() + size, chunk);
    bytes.resize(size + static_cast<std::size_t>(std::max(got, 0)));
    if (got < 0) return std::nullopt;
    if (got < static_cast<int>(chunk)) break;
  }
  return bytes;
}

}  // namespace sofa::helper
