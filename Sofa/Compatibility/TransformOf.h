// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/SolidTypes.h"

namespace sofa::type {
template <class Real>
using Transform = typename defaulttype::SolidTypes<Real>::Transform;
template <class Real>
using SpatialVector = typename defaulttype::SolidTypes<Real>::SpatialVector;
}  // namespace sofa::type
