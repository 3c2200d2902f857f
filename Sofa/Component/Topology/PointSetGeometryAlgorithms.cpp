#include "Sofa/Component/Topology/PointSetGeometryAlgorithms.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

template class PointSetGeometryAlgorithms<type::Vec1Types>;
template class PointSetGeometryAlgorithms<type::Vec2Types>;
template class PointSetGeometryAlgorithms<type::Vec3Types>;

namespace {
const auto registered = core::Register("PointSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                                       "geometry of the points of a mesh")
                            .add<PointSetGeometryAlgorithms<type::Vec1Types>>()
                            .add<PointSetGeometryAlgorithms<type::Vec2Types>>()
                            .add<PointSetGeometryAlgorithms<type::Vec3Types>>(true);
}  // namespace

}  // namespace sofa::component::topology
