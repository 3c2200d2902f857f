// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TriangleSetGeometryAlgorithms.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

template <class DataTypes>
void TriangleSetGeometryAlgorithms<DataTypes>::init() {
  GeometryAlgorithms<DataTypes>::init();
  if (this->l_topology) m_triangles.orient(*this->l_topology, this->state());
}

namespace {
const auto registered = core::Register("TriangleSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                                       "geometry of the triangles of a mesh")
                            .addAll<TriangleSetGeometryAlgorithms, type::Vec3Types, type::Vec2Types>(true);
}  // namespace

}  // namespace sofa::component::topology
