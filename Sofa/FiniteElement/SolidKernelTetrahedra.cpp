// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/SolidKernelBodies.h"

namespace sofa::fem {

template class SolidKernel<type::Tetrahedron, 3>;
template class SolidKernel<type::Tetrahedron10, 3>;

}  // namespace sofa::fem
