#pragma once
#include <set>
#include <string>
#include <vector>

#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Collects the states of a scene at chosen steps and writes them as JSON with the messages and times of the run.
class StateRecorder {
 public:
  struct Timing {
    double loadMs = 0;
    std::vector<double> stepMs;
  };

  explicit StateRecorder(std::set<long> steps) : m_steps(std::move(steps)) {}
  /// Takes a frame if `step` is one of the chosen steps.
  void record(long step, const Node& root);
  /// Takes a frame in any case.
  void take(long step, const Node& root);
  /// False if the file cannot be written. The file is complete or not there: it is written beside and renamed.
  bool write(const std::string& file, long steps, const Node& root, const Timing& timing) const;

 private:
  std::set<long> m_steps;
  std::string m_frames;
};

/// Writes `content` to `file` through a temporary beside it, so that a reader never sees half a file.
bool writeFileAtomically(const std::string& file, std::string_view content);

}  // namespace sofa::simulation
