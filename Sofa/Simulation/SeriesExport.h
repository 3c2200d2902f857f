#pragma once
#include <string>
#include <vector>

#include "Sofa/Core/MeshTopology.h"
#include "Sofa/Core/State.h"
#include "Sofa/Helper/Results.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Writes every mechanical state, with the mesh it belongs to, as a series of VTU files and one .pvd that ParaView
/// opens.
class SeriesExport {
 public:
  /// Takes the states that are there now. False after an error message if the folder cannot be made.
  bool attach(Node& root, const std::string& folder, long every);
  /// Writes a frame if `step` is due; the .pvd names all frames written so far, whenever the run ends.
  /// States that left the scene since attach() are left out.
  void afterStep(long step, double time);
  /// False once a file could not be written.
  bool isGood() const { return !m_failed; }

 private:
  struct Series {
    const core::BaseState* state;
    const core::BaseMeshTopology* topology;  ///< null: points only
    std::string name;
    std::weak_ptr<const core::Base> stateAlive, topologyAlive;
  };
  bool writeFrame(const Series& series, long step);
  bool writeIndex();

  struct Frame {
    long step;
    double time;
  };
  std::string m_folder;
  long m_every = 0;
  helper::ResultFiles m_results{
      [](auto severity, auto text) { helper::send(severity, "runSofa", "--export: " + std::move(text)); }};
  std::vector<Series> m_series;
  std::vector<Frame> m_frames;
  bool m_failed = false;
};

}  // namespace sofa::simulation
