// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cmath>

#include "Sofa/Compatibility/Config.h"

/// Small functions of one number.
namespace sofa::helper {

template <class T>
bool equalsZero(T x, T threshold = T(1e-6)) {
  return std::abs(x) <= threshold;
}
template <class T>
bool isEqual(T x, T y, T threshold = T(1e-6)) {
  return std::abs(x - y) <= threshold;
}
template <class T>
T rabs(T x) {
  return std::abs(x);
}
template <class T>
T rsqrt(T x) {
  return std::sqrt(x);
}
template <class T>
T rpow(T x, T y) {
  return std::pow(x, y);
}
template <class T>
T rsin(T x) {
  return std::sin(x);
}
template <class T>
T rcos(T x) {
  return std::cos(x);
}
/// To the nearest whole number.
template <class T>
int round(T x) {
  return static_cast<int>(std::lround(x));
}
/// -1, 0 or 1.
template <class T>
T sign0(T x) {
  return T(x > 0) - T(x < 0);
}
/// -1 or 1.
template <class T>
T sign(T x) {
  return x < 0 ? T(-1) : T(1);
}

}  // namespace sofa::helper
