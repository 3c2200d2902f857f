// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/HyperelasticSolidBodies.h"

namespace sofa::fem {

template class HyperelasticSolid<type::Hexahedron>;
template class ElementKernel<type::Hexahedron, 3, DeformationGradient, ArrudaBoyce>;
template class ElementKernel<type::Hexahedron, 3, DeformationGradient, SaintVenantKirchhoff>;
template class ElementKernel<type::Hexahedron, 3, DeformationGradient, NeoHookean>;
template class ElementKernel<type::Hexahedron, 3, DeformationGradient, MooneyRivlin>;
template class ElementKernel<type::Hexahedron, 3, DeformationGradient, VerondaWestman>;
template class ElementKernel<type::Hexahedron, 3, DeformationGradient, Costa>;
template class ElementKernel<type::Hexahedron, 3, DeformationGradient, Ogden>;
template class ElementKernel<type::Hexahedron, 3, DeformationGradient, StableNeoHookean>;
template class ElementKernel<type::Hexahedron, 3, DeformationGradient, CostaWithoutFactor>;

}  // namespace sofa::fem
