// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Results.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/OpenFile.h"
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
  struct statx status {};
  if (::statx(AT_FDCWD, file.c_str(), 0, STATX_TYPE | STATX_INO | STATX_BTIME, &status) != 0) return std::nullopt;
  if (!S_ISREG(status.stx_mode)) return std::nullopt;
  Identity id{(std::uint64_t{status.stx_dev_major} << 32) | status.stx_dev_minor, status.stx_ino};
  if (status.stx_mask & STATX_BTIME)
    id.madeSeconds = status.stx_btime.tv_sec, id.madeNanoseconds = status.stx_btime.tv_nsec;
  return id;
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
  work.folders.erase(std::this_thread::get_id());
}

void noteContinued(const fs::path& file) { noteWritten(file); }

NoResults::NoResults() { ++lookers; }
NoResults::~NoResults() { --lookers; }
bool resultsAreWritten() { return lookers == 0; }

namespace {

/// What waits for a step, by the work that it belongs to.
struct WaitingResults {
  std::mutex mutex;
  std::map<WaitingResult*, const WorkState*> all;
};
WaitingResults& waitingResults() {
  static WaitingResults results;
  return results;
}

}  // namespace

WaitingResult::~WaitingResult() {
  const std::lock_guard lock(waitingResults().mutex);
  waitingResults().all.erase(this);
}

void WaitingResult::wait() {
  const std::lock_guard lock(waitingResults().mutex);
  waitingResults().all[this] = &currentWorkState();
}

void firstStepAsked() {
  WorkState& work = currentWorkState();
  if (work.stepAsked.exchange(true)) return;
  // One at a time: what writes may end others that wait, and has them wait no longer.
  const auto takeOne = [&work]() -> WaitingResult* {
    auto& waiting = waitingResults();
    const std::lock_guard lock(waiting.mutex);
    const auto it = std::ranges::find(waiting.all, &work, [](const auto& entry) { return entry.second; });
    if (it == waiting.all.end()) return nullptr;
    WaitingResult* result = it->first;
    waiting.all.erase(it);
    return result;
  };
  while (auto* result = takeOne()) result->writeNow();
}

namespace {
std::string cannotBeWritten(const fs::path& file, const std::string& reason) {
  return fmt::format("The file '{}' cannot be written: {}.", file.string(), reason);
}
}  // namespace

bool ResultFiles::isFree(const fs::path& file) const {
  if (!isInput(file)) return true;
  m_report(Severity::Error,
           fmt::format("The file '{}' is one that the scene is read from: it cannot be written over. Give another "
                       "name for the results.",
                       file.string()));
  return false;
}

bool ResultFiles::check(const fs::path& file) const {
  if (!isFree(file)) return false;
  std::string why;
  if (m_named == NamedBy::scene)
    placeOfResult(file, Folders::mustExist, why);
  else
    why = whyLinkLeadsOut(file);
  if (why.empty())
    if (const auto error = checkWritable(file)) why = error.message();
  if (!why.empty()) m_report(Severity::Error, cannotBeWritten(file, why));
  return why.empty();
}

void ResultFiles::noteReplaced(const fs::path& file) {
  const bool wasThere = holdsSomething(file);
  if (noteWritten(file) || !wasThere || std::exchange(m_toldReplaced, true)) return;
  ++replacements;
  m_report(Severity::Warning,
           fmt::format("The file '{}' was there before this run; what it held is replaced.", file.string()));
}

std::size_t ResultFiles::replacementsTold() { return replacements; }

bool ResultFiles::mayWrite(const fs::path& file) {
  if (!resultsAreWritten() || !check(file)) return false;
  noteReplaced(file);
  return true;
}

std::optional<ResultFiles::Opened> ResultFiles::open(const fs::path& file, Folders folders) {
  if (!isFree(file)) return std::nullopt;
  std::string why;
  HeldPlace place;
  if (m_named == NamedBy::scene)
    place = placeOfResult(file, folders, why);
  else
    why = whyLinkLeadsOut(file);
  const fs::path path = place.isHeld() ? place.path() : followLinks(file);
  if (why.empty())
    if (const auto error = checkWritable(path)) why = error.message();
  if (!why.empty()) {
    if (!std::exchange(m_toldRefused, true)) m_report(Severity::Error, cannotBeWritten(file, why));
    return std::nullopt;
  }
  noteReplaced(file);
  if (place.isHeld()) place.leaveOtherNames();
  return Opened{std::move(place), path};
}

bool ResultFiles::writeAtOnce(const fs::path& file, std::string_view content, Folders folders) {
  const auto opened = open(file, folders);
  if (!opened) return false;
  const auto error = replaceFile(opened->path, {&content, 1}, Replacement::atOnce);
  if (error) m_report(Severity::Error, cannotBeWritten(file, error.message()));
  return !error;
}

ResultFiles::Outcome ResultFiles::write(const fs::path& file, std::string_view content, Folders folders) {
  if (!resultsAreWritten()) return Outcome::failed;
  if (m_named == NamedBy::user || !resultsWait())
    return writeAtOnce(file, content, folders) ? Outcome::written : Outcome::failed;
  m_waiting.push_back({file, std::string(content), folders});
  wait();
  return Outcome::waits;
}

void ResultFiles::writeNow() {
  for (const auto& [file, content, folders] : std::exchange(m_waiting, {})) writeAtOnce(file, content, folders);
}

class ResultStream::Output {
 public:
  /// A link that came there meanwhile is not followed.
  Output(const fs::path& name, Compression compression) : m_descriptor(openToWrite(name, O_CREAT | O_TRUNC)) {
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
  const auto opened = m_files.open(m_file, Folders::mustExist);
  if (!opened) return false;
  m_output = std::make_unique<Output>(opened->path, m_compression);
  if (m_output->isOpen()) return true;
  m_files.report(Severity::Error, cannotBeWritten(m_file, std::error_code(errno, std::generic_category()).message()));
  return false;
}

bool ResultStream::write(std::string_view text) {
  const std::lock_guard lock(m_mutex);
  if (m_failed || !resultsAreWritten()) return false;
  if (!m_output && resultsWait()) {
    m_waiting += text;
    wait();
    return true;
  }
  if (!m_output && !open()) {
    m_output.reset();
    m_failed = true;
    return false;
  }
  m_waiting += text;
  const auto error = m_output->write(std::exchange(m_waiting, {}));
  if (!error) return true;
  m_failed = true;
  m_output.reset();
  m_files.report(Severity::Error,
                 fmt::format("The file '{}' cannot be written any more: {}.", m_file, error.message()));
  return false;
}

void ResultStream::writeNow() { write({}); }

}  // namespace sofa::helper
