// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "Sofa/Helper/Results.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Writes a scene as time series that ParaView opens (docs/export.md): every mechanical state with its mesh and fields
/// as VTU files, every visual surface as VTP files, and for each of these a .pvd that names its files and their times.
/// `series.pvd` names them all.
class SeriesExport {
 public:
  SeriesExport();
  ~SeriesExport();
  SeriesExport(const SeriesExport&) = delete;
  SeriesExport& operator=(const SeriesExport&) = delete;

  /// Takes the states and surfaces that are there now, and lets force fields compute the stresses that are exported.
  /// If `resumed`, the .pvd files keep what they name of times before now. False after an error message if the folder
  /// cannot be made.
  bool attach(Node& root, const std::string& folder, long every, bool resumed = false);
  /// Writes a frame if `step` is due. The .pvd files name all frames written so far, whenever the run ends.
  /// What left the scene since attach() is left out.
  void afterStep(long step, double time);
  /// False once a file could not be written.
  bool isGood() const { return !m_failed; }
  /// What was written: a line for each series. Empty without attach().
  std::string summary() const;

 private:
  struct Series;
  bool write(Series& series, std::size_t part, long step, double time);

  std::string m_folder;
  long m_every = 0;
  helper::ResultFiles m_results{
      [](auto severity, auto text) { helper::send(severity, "runSofa", "--export: " + std::move(text)); },
      helper::NamedBy::user};
  std::vector<std::unique_ptr<Series>> m_series;
  std::unique_ptr<Series> m_all;  ///< series.pvd, which has no files of its own
  bool m_failed = false;
};

}  // namespace sofa::simulation
