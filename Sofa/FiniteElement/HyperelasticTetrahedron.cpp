// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/HyperelasticSolidBodies.h"

namespace sofa::fem {

template class HyperelasticSolid<type::Tetrahedron>;
template class ElementKernel<type::Tetrahedron, 3, DeformationGradient, NeoHookean>;
template class ElementKernel<type::Tetrahedron, 3, DeformationGradient, StableNeoHookeanWithBarrier>;

}  // namespace sofa::fem
