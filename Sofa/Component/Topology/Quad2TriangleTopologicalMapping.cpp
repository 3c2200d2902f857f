#include "Sofa/Component/Topology/Quad2TriangleTopologicalMapping.h"

#include "Sofa/Component/Topology/TriangleSetTopologyModifier.h"
#include "Sofa/Core/Contract/GridSize.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/Subdivision.h"

namespace sofa::component::topology {

bool Quad2TriangleTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  if (!checkTypes(input, ElementType::quad, output, ElementType::triangle)) return false;
  if (!checkModifier<TriangleSetTopologyModifier>(output, "TriangleSetTopologyModifier")) return false;
  // Quads per row of a grid; meshes that are none count as rows of two.
  int rowLength = 2;
  if (const auto n = core::gridSize(input)) rowLength = (*n)[0] > 1 ? (*n)[0] - 1 : (*n)[1] - 1;
  if (rowLength < 1) {
    error("The input grid '{}' has one point along x and y: it has no rows of quads.", input.path());
    return false;
  }
  output.clear(input.nbPoints());
  output.derive<Triangle>(lists<Quad>(input), [this, &input, rowLength] {
    return geometry::splitQuads(input.quads(), d_swapping.value(), static_cast<std::size_t>(rowLength));
  });
  output.init();
  return true;
}

namespace {
const auto registered = core::Register("Quad2TriangleTopologicalMapping", "Sofa.Component.Topology.Mapping",
                                       "cuts quads into two triangles each")
                            .add<Quad2TriangleTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
