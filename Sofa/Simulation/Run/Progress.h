// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <string>

namespace sofa::simulation {

/// Tells how far a run is: a bar with the time left on a terminal, a plain line every tenth of the run otherwise.
class Progress {
 public:
  Progress(long first, long last, bool wanted);
  void update(long step);
  /// Ends the bar's line, so that other output starts afresh.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  void drawBar(long step, double elapsed);

  long m_first, m_last;
  bool m_terminal, m_wanted;
  long m_nextLine;
  bool m_open = false;
  Clock::time_point m_start = Clock::now(), m_drawn = m_start;
};

/// "1 h 02 min", "3 min 05 s", "4.2 s".
std::string durationText(double seconds);

}  // namespace sofa::simulation
