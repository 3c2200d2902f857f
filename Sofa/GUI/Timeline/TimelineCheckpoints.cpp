// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/TimelineCheckpoints.h"

#include <QFile>
#include <QFileInfo>

#include "Sofa/Helper/Interrupt.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::gui {

std::size_t TimelineCheckpoints::size() const {
  const std::lock_guard lock(m_mutex);
  return m_saved.size();
}

std::size_t TimelineCheckpoints::bytes() const {
  const std::lock_guard lock(m_mutex);
  return m_bytes;
}

bool TimelineCheckpoints::covers(long step) const {
  const std::lock_guard lock(m_mutex);
  return !m_saved.empty() && m_saved.begin()->first <= step;
}

void TimelineCheckpoints::remove(std::map<long, Saved>::iterator it) {
  QFile::remove(it->second.file);
  m_bytes -= it->second.bytes;
  m_saved.erase(it);
}

void TimelineCheckpoints::clear() {
  const std::lock_guard lock(m_mutex);
  m_saved.clear();
  m_folder.reset();
  m_bytes = 0;
  m_failed = false;
}

QString TimelineCheckpoints::fileOf(const QString& name) {
  if (!m_folder) m_folder = std::make_unique<QTemporaryDir>();
  return m_folder->filePath(name);
}

void TimelineCheckpoints::save(simulation::Node& root, long step) {
  const std::lock_guard lock(m_mutex);
  if (m_failed) return;
  const QString file = fileOf(QString("%1.checkpoint").arg(step));
  if (!m_folder->isValid() || !simulation::saveCheckpoint(file.toStdString(), root, step)) {
    m_failed = true;
    helper::send(helper::Severity::Error, "Timeline",
                 fmt::format("The state of step {} cannot be saved in {}: the disk is full, or the folder cannot be "
                             "written. No more states are saved; those before can be gone back to.",
                             step, m_folder->path().toStdString()));
    return;
  }
  if (const auto it = m_saved.find(step); it != m_saved.end()) {
    m_bytes -= it->second.bytes;
    m_saved.erase(it);
  }
  const auto bytes = static_cast<std::size_t>(QFileInfo(file).size());
  m_saved[step] = {file, bytes};
  m_bytes += bytes;
  while (m_bytes > m_limit && m_saved.size() > 1) remove(m_saved.begin());
}

/// Empty if there is none.
QString TimelineCheckpoints::stateBefore(long step) const {
  const std::lock_guard lock(m_mutex);
  const auto after = m_saved.upper_bound(step);
  return after == m_saved.begin() ? QString() : std::prev(after)->second.file;
}

long TimelineCheckpoints::restore(simulation::Node& root, long step, long present, Way& way) {
  const QString file = stateBefore(step);
  if (file.isEmpty()) {
    helper::send(helper::Severity::Error, "Timeline",
                 fmt::format("There is no saved state at or before step {} to go on from. Switch on states before "
                             "playing.",
                             step));
    return present;
  }
  const QString back = fileOf("present.checkpoint");
  const bool returns = simulation::saveCheckpoint(back.toStdString(), root, present);
  const auto load = [&root](const QString& from) {
    simulation::reset(root);  // what states do not hold, such as contacts, is as at the start
    const long at = simulation::loadCheckpoint(from.toStdString(), root);
    if (at < 0) simulation::reset(root);  // half a state may have been read
    return at;
  };
  long at = load(file);
  try {
    for (; at >= 0 && at < step && !(way.cancelled && returns); way.at = ++at) simulation::animate(root);
  } catch (const helper::Interrupted&) {  // the scene is closed
  } catch (const std::exception& problem) {
    root.error("Step {} could not be computed again: {}", at + 1, problem.what());
  }
  if (at >= 0 && at < step) at = load(back);
  QFile::remove(back);
  const std::lock_guard lock(m_mutex);
  if (at == step)
    while (m_saved.upper_bound(step) != m_saved.end()) remove(m_saved.upper_bound(step));
  return std::max(0L, at);
}

void TimelineCheckpoints::afterStep(simulation::Node& root, const StepInfo& info) {
  const int interval = m_interval;
  if (interval > 0 && info.step % interval == 0) save(root, info.step);
}

void TimelineCheckpoints::started(simulation::Node& root) {
  clear();
  if (m_interval > 0) save(root, 0);
}

}  // namespace sofa::gui
