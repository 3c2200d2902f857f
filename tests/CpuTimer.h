// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

namespace sofa::tests {

/// Milliseconds that the calling thread has computed since the timer was made or started again: limits on them hold on
/// machines that do other things, too.
class CpuTimer {
 public:
  double elapsed() const { return now() - m_start; }
  double restart() {
    const double before = m_start;
    m_start = now();
    return m_start - before;
  }

 private:
  static double now() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
  }
  double m_start = now();
};

}  // namespace sofa::tests
