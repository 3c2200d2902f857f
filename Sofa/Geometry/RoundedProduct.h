// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::geometry {

/// a b, rounded before anything is added to it: processors that multiply and add in one operation give the same
/// coordinates as others, so that boxes which end at them hold the same points.
inline double roundedProduct(double a, double b) {
  const volatile double product = a * b;
  return product;
}

}  // namespace sofa::geometry
