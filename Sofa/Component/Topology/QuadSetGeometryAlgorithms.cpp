#include "Sofa/Component/Topology/QuadSetGeometryAlgorithms.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

template class QuadSetGeometryAlgorithms<type::Vec2Types>;
template class QuadSetGeometryAlgorithms<type::Vec3Types>;

namespace {
const auto registered = core::Register("QuadSetGeometryAlgorithms", "Sofa.Component.Topology.Container.Dynamic",
                                       "geometry of the quads of a mesh")
                            .add<QuadSetGeometryAlgorithms<type::Vec2Types>>()
                            .add<QuadSetGeometryAlgorithms<type::Vec3Types>>(true);
}  // namespace

}  // namespace sofa::component::topology
