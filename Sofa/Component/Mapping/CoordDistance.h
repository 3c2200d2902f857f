// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::mapping {

template <int N>
double coordDistance(const type::Vec<N>& a, const type::Vec<N>& b) {
  return (a - b).norm();
}

/// Of bodies the difference of orientations counts too: sqrt(|c_a - c_b|^2 + |vector part of q_b^-1
/// q_a|^2).
inline double coordDistance(const type::RigidCoord<3>& a, const type::RigidCoord<3>& b) {
  const type::Quat turn = type::inverse(b.orientation) * a.orientation;
  return std::sqrt((a.center - b.center).squaredNorm() + turn.vec().squaredNorm());
}

}  // namespace sofa::component::mapping
