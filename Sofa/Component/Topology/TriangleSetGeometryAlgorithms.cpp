#include "Sofa/Component/Topology/TriangleSetGeometryAlgorithms.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

template <class DataTypes>
void TriangleSetGeometryAlgorithms<DataTypes>::init() {
  GeometryAlgorithms<DataTypes>::init();
  if (this->l_topology) m_triangles.orient(*this->l_topology, this->state());
}

template class TriangleSetGeometryAlgorithms<type::Vec2Types>;
template class TriangleSetGeometryAlgorithms<type::Vec3Types>;

namespace {
const auto registered = core::Register("TriangleSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                                       "geometry of the triangles of a mesh")
                            .add<TriangleSetGeometryAlgorithms<type::Vec2Types>>()
                            .add<TriangleSetGeometryAlgorithms<type::Vec3Types>>(true);
}  // namespace

}  // namespace sofa::component::topology
