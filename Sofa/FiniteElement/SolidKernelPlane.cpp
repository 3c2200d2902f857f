// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/SolidKernelBodies.h"

namespace sofa::fem {

template class SolidKernel<type::Triangle, 2>;
template class SolidKernel<type::Triangle6, 2>;
template class SolidKernel<type::Quad, 2>;
template class SolidKernel<type::Quad8, 2>;
template class SolidKernel<type::Quad9, 2>;

}  // namespace sofa::fem
