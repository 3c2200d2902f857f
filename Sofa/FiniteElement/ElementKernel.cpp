// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/ElementKernelBodies.h"

namespace sofa::fem {

template class ElementKernel<type::Edge, 1, CorotationalStrain, HookeLaw>;
template class ElementKernel<type::Edge, 2, CorotationalStrain, HookeLaw>;
template class ElementKernel<type::Edge, 3, CorotationalStrain, HookeLaw>;
template class ElementKernel<type::Triangle, 2, CorotationalStrain, HookeLaw>;
template class ElementKernel<type::Triangle, 3, CorotationalStrain, HookeLaw>;
template class ElementKernel<type::Quad, 2, CorotationalStrain, HookeLaw>;
template class ElementKernel<type::Quad, 3, CorotationalStrain, HookeLaw>;
template class ElementKernel<type::Prism, 3, CorotationalStrain, HookeLaw>;
template class ElementKernel<type::Pyramid, 3, CorotationalStrain, HookeLaw>;

}  // namespace sofa::fem
