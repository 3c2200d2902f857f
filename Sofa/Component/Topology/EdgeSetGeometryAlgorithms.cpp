#include "Sofa/Component/Topology/EdgeSetGeometryAlgorithms.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

template class EdgeSetGeometryAlgorithms<type::Vec1Types>;
template class EdgeSetGeometryAlgorithms<type::Vec2Types>;
template class EdgeSetGeometryAlgorithms<type::Vec3Types>;
template class EdgeSetGeometryAlgorithms<type::Rigid2Types>;
template class EdgeSetGeometryAlgorithms<type::Rigid3Types>;

namespace {
const auto registered = core::Register("EdgeSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                                       "geometry of the edges of a mesh")
                            .add<EdgeSetGeometryAlgorithms<type::Vec1Types>>()
                            .add<EdgeSetGeometryAlgorithms<type::Vec2Types>>()
                            .add<EdgeSetGeometryAlgorithms<type::Vec3Types>>(true)
                            .add<EdgeSetGeometryAlgorithms<type::Rigid2Types>>()
                            .add<EdgeSetGeometryAlgorithms<type::Rigid3Types>>();
}  // namespace

}  // namespace sofa::component::topology
