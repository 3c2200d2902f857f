// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/HexahedronFEMForceField.h"
#include "Sofa/Component/SolidMechanics/MeshSpringForceField.h"
#include "Sofa/Component/SolidMechanics/TetrahedronFEMForceField.h"
#include "Sofa/Core/Contract/Threaded.h"
#include "Sofa/Core/Service/ObjectFactory.h"

// Names of the MultiThreading plugin for components that work in parallel here anyway.
namespace sofa::component::solidmechanics {
namespace {

using core::Threaded;

const auto registeredHexa = core::Register("ParallelHexahedronFEMForceField", "MultiThreading",
                                           "HexahedronFEMForceField; every force field works in parallel (--threads)")
                                .add<Threaded<HexahedronFEMForceField>>(true);
const auto registeredTetra = core::Register("ParallelTetrahedronFEMForceField", "MultiThreading",
                                            "TetrahedronFEMForceField; every force field works in parallel (--threads)")
                                 .add<Threaded<TetrahedronFEMForceField>>(true);
const auto registeredSpring = core::Register("ParallelSpringForceField", "MultiThreading",
                                             "SpringForceField; every force field works in parallel (--threads)")
                                  .wasCalled("ParallelStiffSpringForceField")
                                  .addAll<Threaded, SpringForceField<type::Vec3Types>,
                                          SpringForceField<type::Vec2Types>, SpringForceField<type::Vec1Types>,
                                          SpringForceField<type::Vec6Types>, SpringForceField<type::Rigid3Types>>();
const auto registeredMeshSpring =
    core::Register("ParallelMeshSpringForceField", "MultiThreading",
                   "MeshSpringForceField; every force field works in parallel (--threads)")
        .addAll<Threaded, MeshSpringForceField<type::Vec3Types>, MeshSpringForceField<type::Vec2Types>,
                MeshSpringForceField<type::Vec1Types>>();

}  // namespace
}  // namespace sofa::component::solidmechanics
