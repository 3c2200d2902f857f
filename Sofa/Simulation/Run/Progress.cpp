// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/Progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "Sofa/Helper/Console.h"

namespace sofa::simulation {

std::string durationText(double seconds) {
  const auto whole = static_cast<long>(seconds);
  if (whole >= 3600) return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
  if (whole >= 60) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{:.1f} s", seconds);
}

Progress::Progress(long first, long last, bool wanted)
    : m_first(first),
      m_last(last),
      m_terminal(isatty(STDOUT_FILENO) != 0),
      m_wanted(wanted),
      m_nextLine(first + std::max(1L, (last - first) / 10)) {}

void Progress::drawBar(long step, double elapsed) {
  constexpr long width = 40;
  const double part = static_cast<double>(step - m_first) / static_cast<double>(std::max(1L, m_last - m_first));
  const auto full = static_cast<std::size_t>(part * width);
  const std::string left = part > 0 ? durationText(elapsed * (1 - part) / part) : "?";
  helper::printText(stdout, fmt::format("\r[{}{}] {:3.0f} %  step {} of {}, {} left \033[K", std::string(full, '#'),
                                        std::string(width - full, '.'), part * 100, step, m_last, left));
  std::fflush(stdout);
  m_open = true;
}

void Progress::update(long step) {
  if (!m_wanted) return;
  const auto now = Clock::now();
  const double elapsed = std::chrono::duration<double>(now - m_start).count();
  if (m_last < 0) {
    if (step % 1000 == 0) helper::print("step {}, {}\n", step, durationText(elapsed));
    return;
  }
  if (m_terminal) {
    constexpr double interval = 0.1;
    if (step < m_last && std::chrono::duration<double>(now - m_drawn).count() < interval) return;
    m_drawn = now;
    drawBar(step, elapsed);
  } else if (step >= m_nextLine && step < m_last && elapsed > 2) {
    helper::print("step {} of {}, {} so far\n", step, m_last, durationText(elapsed));
    std::fflush(stdout);
    m_nextLine = step + std::max(1L, (m_last - m_first) / 10);
  }
}

void Progress::finish() {
  if (m_open) helper::print("\n");
  m_open = false;
}

}  // namespace sofa::simulation
