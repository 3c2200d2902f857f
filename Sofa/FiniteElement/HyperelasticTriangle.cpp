// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/ElementKernelBodies.h"
#include "Sofa/FiniteElement/Hyperelastic.h"

namespace sofa::fem {

template class ElementKernel<type::Triangle, 3, DeformationGradient, NeoHookeanMembrane>;

}  // namespace sofa::fem
