// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Collects the states of a scene at chosen steps and writes them as JSON, without times the same bytes for the same
/// run.
class StateRecorder {
 public:
  /// How many messages the run had.
  struct MessageTotals {
    std::size_t errors = 0, warnings = 0;
  };

  explicit StateRecorder(std::set<long> steps) : m_steps(std::move(steps)) {}
  /// Takes a frame if `step` is one of the chosen steps.
  void record(long step, const Node& root);
  /// Takes a frame in any case.
  void take(long step, const Node& root);
  /// Writes all frames, and `timing` if it is not empty; an error if that is impossible. The file is complete or as it
  /// was before.
  std::error_code write(const std::string& file, long steps, const Node& root, const MessageTotals& messages,
                        const std::string& timing) const;

 private:
  std::set<long> m_steps;
  std::vector<std::string> m_frames;  // each as JSON
};

}  // namespace sofa::simulation
