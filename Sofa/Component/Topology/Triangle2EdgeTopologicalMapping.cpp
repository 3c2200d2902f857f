// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/Triangle2EdgeTopologicalMapping.h"

#include "Sofa/Component/Topology/EdgeSetTopologyModifier.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/Subdivision.h"

namespace sofa::component::topology {

bool Triangle2EdgeTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  if (!checkTypes(input, ElementType::triangle, output, ElementType::edge)) return false;
  if (!checkModifier<EdgeSetTopologyModifier>(output, "EdgeSetTopologyModifier")) return false;
  output.clear(input.nbPoints());
  output.derive<Edge>(lists<Edge, Triangle>(input),
                      [&input] { return geometry::border(input.edges(), input.adjacency().trianglesAroundEdge()); });
  output.init();
  return true;
}

namespace {
const auto registered = core::Register("Triangle2EdgeTopologicalMapping", "Sofa.Component.Topology.Mapping",
                                       "edges on the border of a triangle mesh")
                            .add<Triangle2EdgeTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
