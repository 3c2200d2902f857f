#include "Sofa/Component/Topology/Hexa2QuadTopologicalMapping.h"

#include "Sofa/Component/Topology/QuadSetTopologyModifier.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/Subdivision.h"

namespace sofa::component::topology {

bool Hexa2QuadTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  if (!checkTypes(input, ElementType::hexahedron, output, ElementType::quad)) return false;
  if (!checkModifier<QuadSetTopologyModifier>(output, "QuadSetTopologyModifier")) return false;
  output.clear(input.nbPoints());
  output.derive<Quad>(lists<Quad, Hexahedron>(input), [this, &input] {
    auto quads = geometry::border(input.quads(), input.adjacency().hexahedraAroundQuad());
    if (d_flipNormals.value())
      for (auto& q : quads) std::reverse(q.begin(), q.end());
    return quads;
  });
  output.init();
  return true;
}

namespace {
const auto registered = core::Register("Hexa2QuadTopologicalMapping", "Sofa.Component.Topology.Mapping",
                                       "quads on the surface of a hexahedral mesh")
                            .add<Hexa2QuadTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
