// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/File.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <utility>

#include "Sofa/Helper/OpenFile.h"

namespace sofa::helper {

namespace fs = std::filesystem;

namespace {

std::error_code systemError() { return {errno, std::generic_category()}; }

std::error_code writeAll(int descriptor, std::span<const std::string_view> pieces) {
  for (const std::string_view piece : pieces)
    if (const auto error = helper::writeAll(descriptor, piece)) return error;
  return {};
}

std::error_code writeDirectly(const fs::path& file, std::span<const std::string_view> pieces, int flags) {
  const int descriptor = openToWrite(file, flags);
  if (descriptor < 0) return systemError();
  const auto error = writeAll(descriptor, pieces);
  const bool closed = ::close(descriptor) == 0;
  return error || closed ? error : systemError();
}

/// A new file in the folder of another, which it is to replace. It goes with this object if it did not.
class Beside {
 public:
  explicit Beside(const fs::path& target) {
    static std::atomic<unsigned> count{0};
    constexpr std::size_t longestName = 200;  // of 255 bytes, with what is added
    const std::string start = target.filename().string().substr(0, longestName);
    do {
      m_name = target.parent_path() / fmt::format("{}.{}-{}.part", start, ::getpid(), count++);
      m_descriptor = ::open(m_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (m_descriptor < 0 && errno == EEXIST);
    if (m_descriptor < 0) m_error = systemError();
  }
  ~Beside() {
    if (m_descriptor >= 0) ::close(m_descriptor);
    if (!m_error && !m_replaced) ::unlink(m_name.c_str());
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  /// Why there is no such file.
  std::error_code error() const { return m_error; }

  void takePermissionsOf(const struct stat& other) {
    // Who may not give a file away keeps it; its mode would then mean somebody else.
    if (::fchown(m_descriptor, other.st_uid, other.st_gid) == 0) ::fchmod(m_descriptor, other.st_mode & 07777);
  }

  std::error_code replace(const fs::path& target, std::span<const std::string_view> pieces, Replacement replacement) {
    if (const auto error = writeAll(m_descriptor, pieces)) return error;
    // Some file systems cannot be told to, and say so.
    if (replacement == Replacement::fromDisk && ::fsync(m_descriptor) != 0 && errno != EINVAL && errno != ENOTSUP)
      return systemError();
    if (::close(std::exchange(m_descriptor, -1)) != 0) return systemError();  // a full disk of a network shows here
    if (::rename(m_name.c_str(), target.c_str()) != 0) return systemError();
    m_replaced = true;
    return {};
  }

 private:
  fs::path m_name;
  int m_descriptor = -1;
  bool m_replaced = false;
  std::error_code m_error;
};

}  // namespace

namespace {

/// Whether what has that size fits into memory with what is made of it. Files of devices and sparse ones may claim any.
bool fitsIntoMemory(std::uintmax_t size) {
  const auto pages = static_cast<std::uintmax_t>(std::max(::sysconf(_SC_PHYS_PAGES), 1L));
  const auto pageSize = static_cast<std::uintmax_t>(std::max(::sysconf(_SC_PAGESIZE), 1L));
  return size / pageSize < pages / 2;
}

struct OpenFile {
  int descriptor = -1;  ///< negative if there is none
  std::uintmax_t size = 0;
};

/// A regular file. What looks like one in /proc and would have its readers wait for what comes is not waited for.
OpenFile openToRead(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  struct stat status {};
  if (descriptor >= 0 && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
    return {descriptor, static_cast<std::uintmax_t>(status.st_size)};
  if (descriptor >= 0) ::close(descriptor);
  return {};
}

}  // namespace

std::optional<std::string> readFile(const std::filesystem::path& file) {
  const auto [descriptor, size] = openToRead(file);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(descriptor < 0 ? nullptr : ::fdopen(descriptor, "rb"),
                                                               &std::fclose);
  if (!stream || !fitsIntoMemory(size)) return std::nullopt;
  std::string bytes(size, '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), stream.get()));
  if (std::ferror(stream.get())) return std::nullopt;
  return bytes;
}

std::optional<std::string> readCompressedFile(const std::filesystem::path& file) {
  const int descriptor = openToRead(file).descriptor;
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> stream(descriptor < 0 ? nullptr : gzdopen(descriptor, "rb"),
                                                          &gzclose);
  if (!stream) return std::nullopt;
  std::string bytes;
  constexpr unsigned chunk = 1u << 18;
  for (;;) {
    const std::size_t size = bytes.size();
    bytes.resize(size + chunk);
    const int got = gzread(stream.get(), bytes.data() + size, chunk);
    bytes.resize(size + static_cast<std::size_t>(std::max(got, 0)));
    if (got < 0 || !fitsIntoMemory(bytes.size())) return std::nullopt;
    if (got < static_cast<int>(chunk)) break;
  }
  return bytes;
}

int openToWrite(const fs::path& file, int flags) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK | flags, 0666);
  if (descriptor >= 0) ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return descriptor;
}

std::error_code writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return systemError();
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

fs::path followLinks(fs::path file) {
  constexpr int longestChain = 40;  // what Linux follows
  std::error_code error;
  for (int i = 0; i < longestChain && fs::is_symlink(file, error); ++i) {
    const fs::path target = fs::read_symlink(file, error);
    if (error) break;
    file = file.parent_path() / target;  // an absolute target stands for itself
  }
  return file;
}

std::error_code checkWritable(const fs::path& file) {
  const fs::path target = followLinks(file);
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return std::make_error_code(std::errc::is_a_directory);
    return ::access(target.c_str(), W_OK) == 0 ? std::error_code() : systemError();
  }
  if (errno != ENOENT) return systemError();
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  return ::access(folder.c_str(), W_OK | X_OK) == 0 ? std::error_code() : systemError();
}

std::error_code writeFile(const fs::path& file, std::span<const std::string_view> pieces, Replacement replacement) {
  return replaceFile(followLinks(file), pieces, replacement);
}

std::error_code replaceFile(const fs::path& target, std::span<const std::string_view> pieces, Replacement replacement) {
  struct stat former {};
  const bool isThere = ::lstat(target.c_str(), &former) == 0;
  if (!isThere && errno != ENOENT) return systemError();
  if (isThere && S_ISDIR(former.st_mode)) return std::make_error_code(std::errc::is_a_directory);
  if (isThere && !S_ISREG(former.st_mode)) return writeDirectly(target, pieces, 0);
  if (isThere && ::access(target.c_str(), W_OK) != 0) return systemError();
  Beside beside(target);
  if (beside.error() == std::errc::permission_denied && isThere) return writeDirectly(target, pieces, O_TRUNC);
  if (beside.error()) return beside.error();
  if (isThere) beside.takePermissionsOf(former);
  return beside.replace(target, pieces, isThere ? replacement : Replacement::atOnce);
}

std::error_code writeFile(const fs::path& file, std::string_view content, Replacement replacement) {
  return writeFile(file, std::span<const std::string_view>(&content, 1), replacement);
}

}  // namespace sofa::helper
