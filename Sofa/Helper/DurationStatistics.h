// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>

namespace sofa::helper {

/// Statistics of any number of durations in memory of fixed size.
///
/// Count, total, least and greatest are exact. Percentiles come from a histogram whose bins grow by 1 % (as of
/// G. Tene, "HdrHistogram"), from 1 ns to 11 days: they are right within 0.5 %.
class DurationStatistics {
 public:
  void add(double seconds);

  std::uint64_t count() const { return m_count; }
  double total() const { return m_total; }                      ///< s
  double least() const { return m_count ? m_least : 0; }        ///< s
  double greatest() const { return m_count ? m_greatest : 0; }  ///< s
  /// The duration (s) that `fraction` of all are not longer than: 0.5 for the median. 0 if there are none.
  double percentile(double fraction) const;

 private:
  static constexpr double shortest = 1e-9, growth = 1.01;
  static constexpr std::size_t binCount = 3472;  // growth^binCount = 1e6 s / shortest

  std::array<std::uint64_t, binCount> m_bins{};
  std::uint64_t m_count = 0;
  double m_total = 0, m_least = 0, m_greatest = 0;
};

}  // namespace sofa::helper
