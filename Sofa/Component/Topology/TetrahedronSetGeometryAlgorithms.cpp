#include "Sofa/Component/Topology/TetrahedronSetGeometryAlgorithms.h"

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::topology {

template <class DataTypes>
void TetrahedronSetGeometryAlgorithms<DataTypes>::init() {
  GeometryAlgorithms<DataTypes>::init();
  if (this->l_topology) m_triangles.orient(*this->l_topology, this->state());
}

template class TetrahedronSetGeometryAlgorithms<type::Vec2Types>;
template class TetrahedronSetGeometryAlgorithms<type::Vec3Types>;

namespace {
const auto registered = core::Register("TetrahedronSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                                       "geometry of the tetrahedra of a mesh")
                            .add<TetrahedronSetGeometryAlgorithms<type::Vec2Types>>()
                            .add<TetrahedronSetGeometryAlgorithms<type::Vec3Types>>(true);
}  // namespace

}  // namespace sofa::component::topology
