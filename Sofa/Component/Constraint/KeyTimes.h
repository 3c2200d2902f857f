// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <optional>
#include <vector>

namespace sofa::component::constraint {

/// Two consecutive keys around a time: their indices and how far between them it is, in [0, 1).
struct KeyInterval {
  std::size_t previous;
  std::size_t next;
  double fraction;
  double duration;
};

/// The keys with time[previous] <= t < time[next], consecutive. Nothing before the first key and from the last one on.
inline std::optional<KeyInterval> findKeyInterval(const std::vector<double>& times, double t) {
  const auto after = std::upper_bound(times.begin(), times.end(), t);
  if (after == times.begin() || after == times.end()) return {};
  const auto next = static_cast<std::size_t>(after - times.begin());
  const double start = times[next - 1];
  const double duration = times[next] - start;
  return KeyInterval{next - 1, next, (t - start) / duration, duration};
}

/// What is wrong with a list of key times and the values that belong to them; empty: nothing.
template <class Values>
const char* keyProblem(const std::vector<double>& times, const Values& values) {
  if (times.empty()) return "keyTimes is empty: give at least two increasing times";
  for (std::size_t i = 1; i < times.size(); ++i)
    if (!(times[i - 1] < times[i])) return "keyTimes must be in increasing order";
  if (values.size() < times.size()) return "there are fewer values than keyTimes: give one for each";
  return nullptr;
}

}  // namespace sofa::component::constraint
