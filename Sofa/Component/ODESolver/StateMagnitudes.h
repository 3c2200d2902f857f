// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Core/Contract/State.h"

namespace sofa::component::odesolver {

/// The largest entries of a vector of several states, state by state. Those of a body's rotations, or of torques, are
/// kept apart: they have other units.
class StateMagnitudes {
 public:
  struct Entry {
    double linear = 0, angular = 0;
  };

  StateMagnitudes() = default;
  /// Of derivatives: forces, velocities, increments.
  StateMagnitudes(const std::vector<core::BaseState*>& states, core::VecDerivId v);
  /// How far the points of each state lie apart, per axis; 1 rad for rotations.
  static StateMagnitudes extents(const std::vector<core::BaseState*>& states, core::VecCoordId x);
  /// The largest numbers that stand for places: their rounding errors limit what can be solved for.
  static StateMagnitudes places(const std::vector<core::BaseState*>& states, core::VecCoordId x);

  /// Whether each entry is at most `factor` times the one of `scale`.
  bool areWithin(double factor, const StateMagnitudes& scale) const;
  /// Adds `factor` times the entries of `other`.
  StateMagnitudes& add(double factor, const StateMagnitudes& other);
  StateMagnitudes& scale(double factor);
  /// Of all states, linear parts and rotations alike; not finite if any entry is not.
  double largest() const;

 private:
  std::vector<Entry> m_entries;
};

}  // namespace sofa::component::odesolver
