// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

namespace sofa::helper {

/// The largest |x|, or something that is not finite if any value is; 0 if there are none. As integers, doubles without
/// their sign are ordered, and those that are not finite come last.
inline double largestMagnitude(std::span<const double> values) {
  constexpr std::uint64_t withoutSign = ~(std::uint64_t{1} << 63);
  std::uint64_t largest[4] = {};  // independent of each other, so that the comparisons overlap
  std::size_t i = 0;
  for (; i + 4 <= values.size(); i += 4)
    for (std::size_t k = 0; k < 4; ++k)
      largest[k] = std::max(largest[k], std::bit_cast<std::uint64_t>(values[i + k]) & withoutSign);
  for (; i < values.size(); ++i)
    largest[0] = std::max(largest[0], std::bit_cast<std::uint64_t>(values[i]) & withoutSign);
  return std::bit_cast<double>(*std::max_element(largest, largest + 4));
}

}  // namespace sofa::helper
