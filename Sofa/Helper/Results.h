// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "Sofa/Helper/Message.h"
#include "Sofa/Helper/WriteAccess.h"

/// Files that a run leaves. They are made when there is something to write, never over a file that the scene was read
/// from, and not without a word over one that was there before.
namespace sofa::helper {

/// Notes that a scene which the calling thread works for (WorksFor) was read from `file`.
void noteInput(const std::filesystem::path& file);
/// Forgets those that the calling thread noted, and what enterScene() said: it reads another scene.
void forgetInputs();

/// Notes that what is written to `file` goes on with what it holds: no warning tells that it was there before.
void noteContinued(const std::filesystem::path& file);

/// While one lives, no results are written by any thread: a scene is only looked at.
class NoResults {
 public:
  NoResults();
  ~NoResults();
  NoResults(const NoResults&) = delete;
  NoResults& operator=(const NoResults&) = delete;
};
bool resultsAreWritten();

/// Something that a scene wants to write before a step was asked for.
class WaitingResult {
 public:
  WaitingResult(const WaitingResult&) = delete;
  WaitingResult& operator=(const WaitingResult&) = delete;

 protected:
  WaitingResult() = default;
  virtual ~WaitingResult();
  /// Has writeNow() called when the step is asked for.
  void wait();

 private:
  friend void firstStepAsked();
  virtual void writeNow() = 0;
};

/// Who chose the names of files: a scene, which may write in some folders only (WriteAccess.h), or the user.
enum class NamedBy { scene, user };

/// The result files of one component, or of one option of the program, which `report` speaks for.
class ResultFiles : WaitingResult {
 public:
  using Report = std::function<void(Severity, std::string)>;
  explicit ResultFiles(Report report, NamedBy named = NamedBy::scene) : m_report(std::move(report)), m_named(named) {}

  /// False, after an error message, if `file` is one that the scene is read from, or cannot be written. Makes nothing.
  bool check(const std::filesystem::path& file) const;
  /// For files that the user named, to be asked before anything is written: check(), and a warning if the file is of an
  /// earlier run, the first time that happens. False without a message while no results are written.
  bool mayWrite(const std::filesystem::path& file);
  enum class Outcome { failed, waits, written };
  /// Makes `content` the whole of the file (writeFile), when a step is asked for at the earliest. Failed after an error
  /// message, or while no results are written.
  Outcome write(const std::filesystem::path& file, std::string_view content, Folders folders = Folders::mustExist);

  void report(Severity severity, std::string text) const { m_report(severity, std::move(text)); }
  /// How many warnings told of files of earlier runs, in the whole program.
  static std::size_t replacementsTold();

 private:
  struct Waiting {
    std::filesystem::path file;
    std::string content;
    Folders folders;
  };
  friend class ResultStream;
  void writeNow() override;
  bool isFree(const std::filesystem::path& file) const;
  void noteReplaced(const std::filesystem::path& file);
  /// Where the file is to be written, without other names of it; nothing, after an error message, if it may not be.
  struct Opened {
    HeldPlace place;
    std::filesystem::path path;
  };
  std::optional<Opened> open(const std::filesystem::path& file, Folders folders);
  bool writeAtOnce(const std::filesystem::path& file, std::string_view content, Folders folders);

  Report m_report;
  NamedBy m_named;
  bool m_toldReplaced = false, m_toldRefused = false;
  std::vector<Waiting> m_waiting;
};

/// A result file of a scene that grows. What was written is complete after each write.
class ResultStream : WaitingResult {
 public:
  enum class Compression { none, gzip };
  ResultStream(std::string file, ResultFiles::Report report, Compression compression = Compression::none);
  ~ResultStream() override;

  /// Whether the file could be written, which is said if not. Makes nothing.
  bool check() const { return m_files.check(m_file); }
  /// Makes the file, or empties it, at the first call after a step was asked for; until then the text waits. False if
  /// it was not written: after an error message where that happens first, or while no results are written.
  bool write(std::string_view text);

 private:
  class Output;
  void writeNow() override;
  bool open();

  std::string m_file;
  ResultFiles m_files;
  Compression m_compression;
  std::mutex m_mutex;  ///< of what follows
  std::unique_ptr<Output> m_output;
  std::string m_waiting;
  bool m_failed = false;
};

}  // namespace sofa::helper
