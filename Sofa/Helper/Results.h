#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "Sofa/Helper/Message.h"

/// Files that a run leaves. They are made when there is something to write, never over a file that the scene was read
/// from, and not without a word over one that was there before.
namespace sofa::helper {

/// Notes that a scene which the calling thread works for (WorksFor) was read from `file`.
void noteInput(const std::filesystem::path& file);
/// Forgets those that the calling thread noted: it reads another scene.
void forgetInputs();

/// While one lives, no results are written by any thread: a scene is only looked at.
class NoResults {
 public:
  NoResults();
  ~NoResults();
  NoResults(const NoResults&) = delete;
  NoResults& operator=(const NoResults&) = delete;
};
bool resultsAreWritten();

/// The result files of one component, or of one option of the program, which `report` speaks for.
class ResultFiles {
 public:
  using Report = std::function<void(Severity, std::string)>;
  explicit ResultFiles(Report report) : m_report(std::move(report)) {}

  /// False, after an error message, if `file` is one that the scene is read from, or cannot be written. Makes nothing.
  bool check(const std::filesystem::path& file) const;
  /// To be asked before anything is written: check(), and a warning if the file is of an earlier run, the first time
  /// that happens. False without a message while no results are written.
  bool mayWrite(const std::filesystem::path& file);
  /// Makes `content` the whole of the file (writeFile). False after an error message, or while no results are written.
  bool write(const std::filesystem::path& file, std::string_view content);

  void report(Severity severity, std::string text) const { m_report(severity, std::move(text)); }
  /// How many warnings told of files of earlier runs, in the whole program.
  static std::size_t replacementsTold();

 private:
  Report m_report;
  bool m_toldReplaced = false;
};

/// A result file that grows. What was written is complete after each write.
class ResultStream {
 public:
  enum class Compression { none, gzip };
  ResultStream(std::string file, ResultFiles::Report report, Compression compression = Compression::none);
  ~ResultStream();
  ResultStream(const ResultStream&) = delete;
  ResultStream& operator=(const ResultStream&) = delete;

  /// Whether the file could be written, which is said if not. Makes nothing.
  bool check() const { return m_files.check(m_file); }
  /// Makes the file, or empties it, at the first call. False if the text was not written: after an error message where
  /// that happens first, or while no results are written.
  bool write(std::string_view text);

 private:
  class Output;
  bool open();

  std::string m_file;
  ResultFiles m_files;
  Compression m_compression;
  std::unique_ptr<Output> m_output;
  bool m_failed = false;
};

}  // namespace sofa::helper
