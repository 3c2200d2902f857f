// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace sofa::helper::mesh {

/// The T whose bytes, of the given order, start at `bytes`, aligned or not.
template <class T>
T load(const char* bytes, std::endian order) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), bytes, sizeof(T));
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

}  // namespace sofa::helper::mesh
