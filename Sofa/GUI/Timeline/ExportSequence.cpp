// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/ExportSequence.h"

#include <QDir>

#include "Sofa/GUI/Timeline/ExportFile.h"
#include "Sofa/GUI/Timeline/ExportObj.h"

namespace sofa::gui {
namespace {

constexpr int objDigits = 5;

void fail(const std::string& reason) { helper::send(helper::Severity::Error, "Export", reason); }

bool makeFolder(const QString& folder) {
  if (QDir().mkpath(folder)) return true;
  fail(fmt::format("The folder {} cannot be made.", folder.toStdString()));
  return false;
}

bool writeNextObj(simulation::Node& root, const QString& folder, const QString& name) {
  int number = 0;
  const QString file = numberedFile(folder, name, "obj", objDigits, number);
  const QString reason = exportSurfaces(root, file);
  if (reason.isEmpty()) return true;
  fail(reason.toStdString());
  return false;
}

}  // namespace

bool ExportSequence::writeOnce(simulation::Node& root, Kind kind, const QString& folder, const QString& name,
                               long step) {
  if (!makeFolder(folder)) return false;
  if (kind == Kind::obj) return writeNextObj(root, folder, name);
  simulation::SeriesExport series;
  if (!series.attach(root, folder.toStdString(), 1)) return false;
  series.afterStep(step, root.time());
  return series.isGood();
}

void ExportSequence::start(const QString& folder, const QString& name, int every) {
  const std::lock_guard lock(m_mutex);
  m_folder = folder;
  m_name = name;
  m_every = std::max(1, every);
  m_written = 0;
  m_series.reset();
  m_running = true;
}

void ExportSequence::stop() {
  const std::lock_guard lock(m_mutex);
  m_running = false;
  m_series.reset();
}

bool ExportSequence::isRunning() const {
  const std::lock_guard lock(m_mutex);
  return m_running;
}

long ExportSequence::written() const {
  const std::lock_guard lock(m_mutex);
  return m_written;
}

void ExportSequence::write(simulation::Node& root, long step) {
  bool good = makeFolder(m_folder);
  if (good && m_kind == Kind::obj) {
    good = writeNextObj(root, m_folder, m_name);
  } else if (good) {
    if (!m_series) {
      m_series.emplace();
      good = m_series->attach(root, m_folder.toStdString(), 1);
    }
    if (good) {
      m_series->afterStep(step, root.time());
      good = m_series->isGood();
    }
  }
  if (good)
    ++m_written;
  else
    m_running = false;
}

void ExportSequence::afterStep(simulation::Node& root, const StepInfo& info) {
  const std::lock_guard lock(m_mutex);
  if (m_running && info.step % m_every == 0) write(root, info.step);
}

void ExportSequence::started(simulation::Node& root) {
  const std::lock_guard lock(m_mutex);
  m_series.reset();
  if (m_running) write(root, 0);
}

void ExportSequence::ended() {
  const std::lock_guard lock(m_mutex);
  m_series.reset();
}

}  // namespace sofa::gui
