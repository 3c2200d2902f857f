// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/LinearSmallStrainFEMForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {
namespace {
using namespace type;
const auto registered = core::Register("LinearSmallStrainFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "linear elastic elements of every kind for small displacements")
                            .add<LinearSmallStrainFEMForceField<Vec1Types, Edge>>()
                            .add<LinearSmallStrainFEMForceField<Vec2Types, Edge>>()
                            .add<LinearSmallStrainFEMForceField<Vec2Types, Quad>>()
                            .add<LinearSmallStrainFEMForceField<Vec2Types, Triangle>>()
                            .add<LinearSmallStrainFEMForceField<Vec3Types, Edge>>()
                            .add<LinearSmallStrainFEMForceField<Vec3Types, Hexahedron>>()
                            .add<LinearSmallStrainFEMForceField<Vec3Types, Prism>>()
                            .add<LinearSmallStrainFEMForceField<Vec3Types, Pyramid>>()
                            .add<LinearSmallStrainFEMForceField<Vec3Types, Quad>>()
                            .add<LinearSmallStrainFEMForceField<Vec3Types, Tetrahedron>>()
                            .add<LinearSmallStrainFEMForceField<Vec3Types, Triangle>>();
}  // namespace
}  // namespace sofa::component::solidmechanics
