// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/SeriesExport.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/XmlText.h"
#include "Sofa/Simulation/Run/ExportSource.h"
#include "Sofa/Simulation/Run/Report.h"

namespace sofa::simulation {
namespace {

constexpr const char* nameOfAll = "series";

std::string fileNameOf(std::string path) {
  std::replace_if(
      path.begin(), path.end(), [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '_'; }, '_');
  return path.starts_with('_') ? path.substr(1) : path;
}

bool isWritten(helper::ResultFiles::Outcome outcome) { return outcome == helper::ResultFiles::Outcome::written; }

}  // namespace

/// A .pvd file, which names the files of a time series. It is whole after each add(), and a step costs the same however
/// many were written before.
class TimeIndex {
 public:
  explicit TimeIndex(std::string file) : m_file(std::move(file)) {}

  /// Keeps the entries of an earlier run up to a time.
  void continueFrom(double time) {
    const std::string text = helper::readFile(m_file).value_or("");
    constexpr std::string_view start = "<DataSet timestep=\"";
    for (std::size_t at = text.find(start); at != text.npos; at = text.find(start, at + 1)) {
      double entryTime = 0;
      type::TextReader in(
          std::string_view(text).substr(at + start.size(), text.find('"', at + start.size()) - at - start.size()));
      if (in.read(entryTime) && entryTime < time) m_kept += text.substr(at, text.find('\n', at) - at) + "\n";
    }
  }

  bool add(helper::ResultFiles& results, double time, std::size_t part, const std::string& name,
           const std::string& file) {
    const std::string entry = fmt::format("<DataSet timestep=\"{}\" part=\"{}\" name=\"{}\" file=\"{}\"/>\n", time,
                                          part, helper::escapedXml(name), helper::escapedXml(file));
    if (m_end == 0) {
      const std::string text =
          "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
          "<Collection>\n" +
          m_kept + entry;
      m_end = static_cast<std::streamoff>(text.size());
      if (m_kept.empty()) return isWritten(results.write(m_file, text + close));
      return results.check(m_file) && told(results, helper::writeFile(m_file, text + close));
    }
    std::fstream stream(m_file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(m_end);
    stream << entry + close << std::flush;
    m_end += static_cast<std::streamoff>(entry.size());
    return told(results, stream ? std::error_code() : std::error_code(errno, std::generic_category()));
  }

 private:
  /// Whether there was no error; else it is told.
  bool told(const helper::ResultFiles& results, std::error_code error) const {
    if (error)
      results.report(helper::Severity::Error,
                     fmt::format("The file '{}' cannot be written: {}.", m_file, error.message()));
    return !error;
  }

  static constexpr const char* close = "</Collection>\n</VTKFile>\n";
  std::string m_file, m_kept;
  std::streamoff m_end = 0;  // where the next entry goes; 0: there is no file yet
};

struct SeriesExport::Series {
  Series(std::unique_ptr<ExportSource> what, const std::string& folder, std::string nameOfFiles)
      : source(std::move(what)), name(std::move(nameOfFiles)), index(fmt::format("{}/{}.pvd", folder, name)) {}

  std::unique_ptr<ExportSource> source;
  std::string name;
  TimeIndex index;
  std::string first, last;  ///< names of files
  std::size_t files = 0;
};

SeriesExport::SeriesExport() = default;
SeriesExport::~SeriesExport() = default;

bool SeriesExport::attach(Node& root, const std::string& folder, long every, bool resumed) {
  m_folder = folder;
  m_every = std::max(1L, every);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder)) {
    report(helper::Severity::Error, fmt::format("--export {}: the folder cannot be made: {}", folder, error.message()));
    return false;
  }
  std::set<std::string> names{nameOfAll};
  for (auto& source : findExportSources(root)) {
    std::string name = fileNameOf(source->path());
    while (!names.insert(name).second) name += '_';
    m_series.push_back(std::make_unique<Series>(std::move(source), folder, std::move(name)));
  }
  m_all = std::make_unique<Series>(nullptr, folder, nameOfAll);
  if (resumed) {
    m_all->index.continueFrom(root.time());
    for (const auto& series : m_series) series->index.continueFrom(root.time());
  }
  if (m_series.empty())
    report(helper::Severity::Warning,
           fmt::format("--export {}: the scene has neither mechanical states nor visual models; nothing is written.",
                       folder));
  return true;
}

bool SeriesExport::write(Series& series, std::size_t part, long step, double time) {
  const auto bytes = series.source->bytes();
  if (!bytes) return true;
  const std::string file = fmt::format("{}_{:06}{}", series.name, step, series.source->extension());
  if (!isWritten(m_results.write(fmt::format("{}/{}", m_folder, file), *bytes)) ||
      !series.index.add(m_results, time, 0, series.name, file) ||
      !m_all->index.add(m_results, time, part, series.name, file))
    return false;
  if (series.files++ == 0) series.first = file;
  series.last = file;
  return true;
}

void SeriesExport::afterStep(long step, double time) {
  if (m_every == 0 || step % m_every != 0 || m_failed) return;
  for (std::size_t i = 0; i < m_series.size() && !m_failed; ++i) m_failed = !write(*m_series[i], i, step, time);
  if (m_failed)
    report(helper::Severity::Error,
           fmt::format("--export {}: the export stops, the files before are complete.", m_folder));
}

std::string SeriesExport::summary() const {
  std::string text;
  for (const auto& series : m_series)
    if (series->files > 0)
      text += fmt::format("{}/{}.pvd: {} file(s) of {}, {} to {}\n", m_folder, series->name, series->files,
                          series->source->path(), series->first, series->last);
  if (!text.empty())
    text = fmt::format("Exported for ParaView; {}/{}.pvd opens all of:\n{}", m_folder, nameOfAll, text);
  return text;
}

}  // namespace sofa::simulation
