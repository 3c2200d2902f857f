// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/DurationStatistics.h"

#include <algorithm>
#include <cmath>

namespace sofa::helper {

void DurationStatistics::add(double seconds) {
  m_least = m_count == 0 ? seconds : std::min(m_least, seconds);
  m_greatest = m_count == 0 ? seconds : std::max(m_greatest, seconds);
  m_total += seconds;
  ++m_count;
  const double place = std::log(std::max(seconds, shortest) / shortest) / std::log(growth);
  ++m_bins[std::min(static_cast<std::size_t>(place), binCount - 1)];
}

double DurationStatistics::percentile(double fraction) const {
  if (m_count == 0) return 0;
  const double rank = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(m_count - 1);
  std::uint64_t below = 0;
  std::size_t bin = 0;
  while (bin + 1 < binCount && static_cast<double>(below + m_bins[bin]) <= rank) below += m_bins[bin++];
  const double middle = shortest * std::pow(growth, static_cast<double>(bin) + 0.5);
  return std::clamp(middle, m_least, m_greatest);
}

}  // namespace sofa::helper
