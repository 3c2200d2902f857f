#pragma once
#include "Sofa/Type/Vec.h"

namespace sofa::fem {

/// Isotropic linear elasticity by its Lame coefficients: stress = lambda tr(strain) I + 2 mu strain.
struct Lame {
  double lambda = 0;
  double mu = 0;
};

/// From Young's modulus and Poisson's ratio, in `dimension` dimensions: 3 is the full law, 2 plane stress, 1 a bar.
inline Lame lame(double young, double poisson, int dimension = 3) {
  return {young * poisson / ((1 + poisson) * (1 - (dimension - 1) * poisson)), young / (2 * (1 + poisson))};
}

}  // namespace sofa::fem
