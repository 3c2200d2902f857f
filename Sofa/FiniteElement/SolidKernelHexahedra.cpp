// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/SolidKernelBodies.h"

namespace sofa::fem {

template class SolidKernel<type::Hexahedron, 3>;
template class SolidKernel<type::Hexahedron20, 3>;
template class SolidKernel<type::Hexahedron27, 3>;

}  // namespace sofa::fem
