// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string>

namespace sofa::helper {

/// The function that is linear between increasing `times` and constant before and after; 1 without times. As many
/// values as times.
inline double piecewiseLinear(std::span<const double> times, std::span<const double> values, double time) {
  const auto after = static_cast<std::size_t>(std::ranges::upper_bound(times, time) - times.begin());
  if (times.empty()) return 1;
  if (after == 0) return values.front();
  if (after == times.size()) return values.back();
  const double part = (time - times[after - 1]) / (times[after] - times[after - 1]);
  return values[after - 1] + part * (values[after] - values[after - 1]);
}

/// What is wrong with them; empty if nothing is.
inline std::string problemOfPiecewiseLinear(std::span<const double> times, std::span<const double> values) {
  if (times.size() != values.size())
    return fmt::format("There are {} times for {} factors: give as many.", times.size(), values.size());
  return std::ranges::is_sorted(times, std::less_equal<>()) ? "" : "times must be in increasing order.";
}

}  // namespace sofa::helper
