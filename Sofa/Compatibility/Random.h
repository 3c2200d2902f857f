// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>
#include <random>

namespace sofa::helper {

/// Numbers that look random and are the same in each run with the same seed.
class RandomGenerator {
 public:
  RandomGenerator() = default;
  explicit RandomGenerator(long seed) { initSeed(seed); }
  void initSeed(long seed) { m_engine.seed(static_cast<std::mt19937::result_type>(seed)); }
  /// From low up to, and without, high.
  template <class T>
  T random(T low, T high) {
    if constexpr (std::is_integral_v<T>)
      return low < high ? std::uniform_int_distribution<T>(low, static_cast<T>(high - 1))(m_engine) : low;
    else
      return std::uniform_real_distribution<T>(low, high)(m_engine);
  }
  template <class T>
  T random() {
    return random(std::numeric_limits<T>::lowest() / 2, std::numeric_limits<T>::max() / 2);
  }

 private:
  std::mt19937 m_engine;
};

}  // namespace sofa::helper
