// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/PositivePart.h"
#include "Sofa/Type/Vec.h"

namespace sofa::component::mechanicalload {

/// The tangent df/dx without what would make -df/dx indefinite.
template <int N>
void makeDefinite(type::Mat<N>& tangent) {
  tangent = -(tangent + tangent.transpose()).eval() / 2;
  type::makePositive(tangent);
  tangent = -tangent;
}

}  // namespace sofa::component::mechanicalload
