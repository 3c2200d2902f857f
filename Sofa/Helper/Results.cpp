#include "Sofa/Helper/Results.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <optional>
#include <set>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/WorkState.h"

namespace sofa::helper {
namespace fs = std::filesystem;

namespace {

using Identity = WorkState::FileIdentity;

struct WrittenFiles {
  std::mutex mutex;
  std::set<fs::path> names;
};
WrittenFiles& writtenFiles() {
  static WrittenFiles all;
  return all;
}

std::atomic<int> lookers{0};
std::atomic<std::size_t> replacements{0};

/// Nothing for what is no regular file.
std::optional<Identity> identity(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return Identity(status.st_dev, status.st_ino);
}

bool isInput(const fs::path& file) {
  const auto id = identity(file);
  WorkState& work = currentWorkState();
  const std::lock_guard lock(work.mutex);
  return id && std::any_of(work.inputs.begin(), work.inputs.end(),
                           [&](const auto& read) { return read.second.contains(*id); });
}

/// Notes that the program writes this file; whether it did before.
bool noteWritten(const fs::path& file) {
  std::error_code ignored;
  const fs::path name = fs::absolute(followLinks(file), ignored).lexically_normal();
  const std::lock_guard lock(writtenFiles().mutex);
  return !writtenFiles().names.insert(name).second;
}

bool holdsSomething(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && fs::file_size(file, error) > 0 && !error;
}

}  // namespace

void noteInput(const fs::path& file) {
  const auto id = identity(file);
  if (!id) return;
  std::error_code ignored;
  const auto name = fs::absolute(file, ignored).lexically_normal();
  const auto stamp = WorkState::stampOf(name);
  WorkState& work = currentWorkState();
  const std::lock_guard lock(work.mutex);
  work.inputs[std::this_thread::get_id()].insert(*id);
  work.inputFiles[std::this_thread::get_id()].try_emplace(name, stamp);
}

void forgetInputs() {
  WorkState& work = currentWorkState();
  const std::lock_guard lock(work.mutex);
  work.inputs.erase(std::this_thread::get_id());
  work.inputFiles.erase(std::this_thread::get_id());
}

NoResults::NoResults() { ++lookers; }
NoResults::~NoResults() { --lookers; }
bool resultsAreWritten() { return lookers == 0; }

bool ResultFiles::check(const fs::path& file) const {
  if (isInput(file)) {
    m_report(Severity::Error,
             fmt::format("The file '{}' is one that the scene is read from: it cannot be written over. Give another "
                         "name for the results.",
                         file.string()));
    return false;
  }
  if (const auto error = checkWritable(file)) {
    m_report(Severity::Error, fmt::format("The file '{}' cannot be written: {}.", file.string(), error.message()));
    return false;
  }
  return true;
}

std::size_t ResultFiles::replacementsTold() { return replacements; }

bool ResultFiles::mayWrite(const fs::path& file) {
  if (!resultsAreWritten() || !check(file)) return false;
  const bool wasThere = holdsSomething(file);
  if (noteWritten(file) || !wasThere || std::exchange(m_toldReplaced, true)) return true;
  ++replacements;
  m_report(Severity::Warning,
           fmt::format("The file '{}' was there before this run; what it held is replaced.", file.string()));
  return true;
}

bool ResultFiles::write(const fs::path& file, std::string_view content) {
  if (!mayWrite(file)) return false;
  const auto error = writeFile(file, content, Replacement::atOnce);
  if (!error) return true;
  m_report(Severity::Error, fmt::format("The file '{}' cannot be written: {}.", file.string(), error.message()));
  return false;
}

class ResultStream::Output {
 public:
  Output(const std::string& name, Compression compression)
      : m_descriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666)) {
    if (isOpen() && compression == Compression::gzip) m_gzip = gzdopen(m_descriptor, "wb");
  }
  ~Output() {
    if (m_gzip)
      gzclose(m_gzip);
    else if (isOpen())
      ::close(m_descriptor);
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  bool isOpen() const { return m_descriptor >= 0; }
  std::error_code write(std::string_view text) {
    if (!m_gzip) return writeAll(m_descriptor, text);
    const auto size = static_cast<unsigned>(text.size());
    if (gzwrite(m_gzip, text.data(), size) == static_cast<int>(size) && gzflush(m_gzip, Z_SYNC_FLUSH) == Z_OK)
      return {};
    return {errno, std::generic_category()};
  }

 private:
  int m_descriptor;
  gzFile m_gzip = nullptr;
};

ResultStream::ResultStream(std::string file, ResultFiles::Report report, Compression compression)
    : m_file(std::move(file)), m_files(std::move(report)), m_compression(compression) {}

ResultStream::~ResultStream() = default;

bool ResultStream::open() {
  if (!m_files.mayWrite(m_file)) return false;
  m_output = std::make_unique<Output>(m_file, m_compression);
  if (m_output->isOpen()) return true;
  m_files.report(Severity::Error, fmt::format("The file '{}' cannot be written: {}.", m_file,
                                              std::error_code(errno, std::generic_category()).message()));
  return false;
}

bool ResultStream::write(std::string_view text) {
  if (m_failed || !resultsAreWritten()) return false;
  if (!m_output && !open()) {
    m_output.reset();
    m_failed = true;
    return false;
  }
  const auto error = m_output->write(text);
  if (!error) return true;
  m_failed = true;
  m_output.reset();
  m_files.report(Severity::Error,
                 fmt::format("The file '{}' cannot be written any more: {}.", m_file, error.message()));
  return false;
}

}  // namespace sofa::helper
