// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Type/DataTypes.h"

namespace sofa::component::mechanicalload {

/// Potential energy of a constant force at a place: -f.x. None for torques on bodies in space, which have no potential;
/// in a plane they have.
template <class DataTypes>
std::optional<double> loadEnergy(const typename DataTypes::Deriv& force, const typename DataTypes::Coord& x) {
  if constexpr (!DataTypes::isRigid) {
    return -force.dot(x);
  } else if constexpr (std::is_same_v<DataTypes, type::Rigid2Types>) {
    return -force.template head<2>().dot(x.center) - force[2] * x.orientation;
  } else {
    if (!force.template tail<3>().isZero(0)) return {};
    return -force.template head<3>().dot(x.center);
  }
}

}  // namespace sofa::component::mechanicalload
