// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <mutex>
#include <optional>

#include "Sofa/GUI/Session/Session.h"
#include "Sofa/Simulation/Run/SeriesExport.h"

namespace sofa::gui {

/// Writes the scene to files every k-th step, in the simulation's thread: visual models as NAME_00000.obj and on, or
/// mechanical states and their meshes as VTU files with one series.pvd that names them.
class ExportSequence : public StepObserver {
 public:
  enum class Kind { obj, vtu };
  ExportSequence(Session& session, Kind kind) : m_session(session), m_kind(kind) { m_session.addObserver(this); }
  ~ExportSequence() override { m_session.removeObserver(this); }

  /// Writes the state after every `every`-th step, until stop() or until a file cannot be written.
  void start(const QString& folder, const QString& name, int every);
  void stop();
  bool isRunning() const;
  long written() const;

  void afterStep(simulation::Node& root, const StepInfo& info) override;
  void started(simulation::Node& root) override;
  void ended() override;

  /// Writes the scene as it is. False after an error message.
  static bool writeOnce(simulation::Node& root, Kind kind, const QString& folder, const QString& name, long step);

 private:
  void write(simulation::Node& root, long step);

  Session& m_session;
  const Kind m_kind;
  mutable std::mutex m_mutex;
  bool m_running = false;
  QString m_folder, m_name;
  int m_every = 1;
  long m_written = 0;
  std::optional<simulation::SeriesExport> m_series;
};

}  // namespace sofa::gui
