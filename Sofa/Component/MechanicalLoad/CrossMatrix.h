// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Type/Vec.h"

namespace sofa::component::mechanicalload {

/// b -> a x b.
inline type::Mat3 crossMatrix(const type::Vec3& a) {
  type::Mat3 m;
  m << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return m;
}

}  // namespace sofa::component::mechanicalload
