// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/Contract/VectorChanges.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Time, positions and velocities as they are between two steps, to go back to when a step is given up halfway. Solvers
/// do not go back: the scene can be looked at and saved as a result, not stepped on.
class LastStep {
 public:
  /// Remembers them if somebody looks at the end of the run: `always`, or where the scene holds exporters with
  /// exportAtEnd, for which is looked once. Without an allocation while states keep their sizes; what was not written
  /// since the last time is not copied again.
  void keep(Node& root, bool always = false);
  /// Gives what was remembered back to all states that are still there and have the same size.
  void restore(Node& root) const;

 private:
  struct Kept {
    std::weak_ptr<core::Base> alive;
    core::BaseState* state = nullptr;
    const core::VectorChanges* counting = nullptr;  ///< the state, if it counts its changes
    std::optional<int> positions, velocities;       ///< changes when they were copied
    std::vector<double> position, velocity;
  };
  std::optional<double> m_time;  // nothing: nothing is remembered
  std::vector<Kept> m_states;
  std::optional<bool> m_isWritten;  // whether there are such exporters, once it was looked for
};

}  // namespace sofa::simulation
