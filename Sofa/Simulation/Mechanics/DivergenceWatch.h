// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/Contract/VectorChanges.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::simulation {

/// Notices that a simulation diverged: values that are not finite, and positions that explode.
///
/// A coordinate of an independent state explodes if it leaves the cube around the origin that holds the state at the
/// start by more than core::DivergenceLimit times the size of the scene, and got there faster than motions do. The size
/// is the largest of the diagonal of the scene's box and of the ways that velocities and gravity lead in one step at
/// the start; where all are zero, 1. States of numbers (Vec1) are measured by their own values and by 1.
///
/// Free fall and flight go any distance, but as powers t^p of the time: each further tenfold distance takes 10^(1/p)
/// times as long as the one before, three times for constant acceleration. Instability grows exponentially: each takes
/// as long as the one before. What takes less than twice as long is an explosion. A watch costs one pass over the
/// positions and velocities a step, and allocates only when the graph changed.
class DivergenceWatch {
 public:
  struct Finding {
    const core::Base* state = nullptr;
    std::string what;    ///< one sentence that begins in lower case, without step and time
    std::string remedy;  ///< likely cause and what to do
    /// All of it, for a message after that step.
    std::string text(long step, double time) const;
  };
  /// Takes the size of the scene as it is. To be called before the first step and after a reset.
  void start(Node& root);
  /// To be called after each step; null if all is well. What was found of a state stays the same until start(), or
  /// until it is finite again.
  const Finding* check(Node& root);

 private:
  struct Watched {
    core::BaseState* state = nullptr;
    const core::VectorChanges* counting = nullptr;       ///< the state, if it counts its changes
    std::optional<int> positions = {}, velocities = {};  ///< changes when they were last looked at and well
    bool independent = false;
    double start = 0, size = 0;  ///< largest coordinate at the start; what distances are measured by
    double next = 0;             ///< coordinate at which the next tenfold distance is reached
    /// Steps at which the last distances were reached, the latest first; each is ten times the next.
    std::array<long, 3> reached{};
    int decade = 0;  ///< of the next distance, from limit/100 on
    bool exploded = false;
  };
  void list(Node& root);
  /// Whether nothing was written to the vectors since they were found well.
  static bool isAsBefore(Watched& watched);
  void measure(Watched& watched) const;
  /// No distance is reached yet.
  void await(Watched& watched) const;
  /// Notes which distances are reached with that coordinate.
  bool explodes(Watched& watched, double largest) const;

  const Finding* tellNotFinite(const core::BaseState& state);
  const Finding* tellExplosion(const Watched& watched, double largest);
  bool isKnown(const core::BaseState& state) const { return m_found.state == &state; }

  std::vector<Watched> m_watched;
  Finding m_found;
  std::size_t m_version = ~std::size_t{0};
  double m_size = 1, m_dt = 0, m_limit = 0;
  long m_step = 0;
};

}  // namespace sofa::simulation
