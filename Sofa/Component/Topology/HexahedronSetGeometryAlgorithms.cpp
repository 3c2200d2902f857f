#include "Sofa/Component/Topology/HexahedronSetGeometryAlgorithms.h"

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::topology {

template class HexahedronSetGeometryAlgorithms<type::Vec2Types>;
template class HexahedronSetGeometryAlgorithms<type::Vec3Types>;

namespace {
const auto registered = core::Register("HexahedronSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                                       "geometry of the hexahedra of a mesh")
                            .add<HexahedronSetGeometryAlgorithms<type::Vec2Types>>()
                            .add<HexahedronSetGeometryAlgorithms<type::Vec3Types>>(true);
}  // namespace

}  // namespace sofa::component::topology
