// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/PointSetGeometryAlgorithms.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

namespace {
const auto registered =
    core::Register("PointSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                   "geometry of the points of a mesh")
        .addAll<PointSetGeometryAlgorithms, type::Vec3Types, type::Vec1Types, type::Vec2Types>(true);
}  // namespace

}  // namespace sofa::component::topology
