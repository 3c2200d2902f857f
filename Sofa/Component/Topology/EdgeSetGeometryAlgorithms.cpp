// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/EdgeSetGeometryAlgorithms.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

namespace {
const auto registered = core::Register("EdgeSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                                       "geometry of the edges of a mesh")
                            .addAll<EdgeSetGeometryAlgorithms, type::Vec3Types, type::Vec1Types, type::Vec2Types,
                                    type::Rigid2Types, type::Rigid3Types>(true);
}  // namespace

}  // namespace sofa::component::topology
