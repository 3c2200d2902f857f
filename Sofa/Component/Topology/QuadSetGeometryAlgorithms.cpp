// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/QuadSetGeometryAlgorithms.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

namespace {
const auto registered = core::Register("QuadSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                                       "geometry of the quads of a mesh")
                            .addAll<QuadSetGeometryAlgorithms, type::Vec3Types, type::Vec2Types>(true);
}  // namespace

}  // namespace sofa::component::topology
