// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/ShellSection.h"

namespace sofa::fem {

type::Mat3 planeStress(double young, double poisson) {
  type::Mat3 law;
  law << 1, poisson, 0, poisson, 1, 0, 0, 0, (1 - poisson) / 2;
  return law * (young / (1 - poisson * poisson));
}

}  // namespace sofa::fem
