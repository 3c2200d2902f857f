#include "Sofa/Component/Topology/Tetra2TriangleTopologicalMapping.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/Subdivision.h"

namespace sofa::component::topology {

bool Tetra2TriangleTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  if (!checkTypes(input, ElementType::tetrahedron, output, ElementType::triangle)) return false;
  if (!l_modifier) l_modifier.set(output.context()->up<TriangleSetTopologyModifier>());
  if (!l_modifier)
    warning("No TriangleSetTopologyModifier in the node of the output '{}': it does not follow changes of the input.",
            output.path());
  output.clear(input.nbPoints());
  if (d_noInitialTriangles.value()) return true;
  output.derive<Triangle>(lists<Triangle, Tetrahedron>(input), [this, &input] {
    auto triangles = geometry::border(input.triangles(), input.adjacency().tetrahedraAroundTriangle());
    if (d_flipNormals.value())
      for (auto& t : triangles) std::swap(t[1], t[2]);
    return triangles;
  });
  output.init();
  return true;
}

namespace {
const auto registered = core::Register("Tetra2TriangleTopologicalMapping", "Sofa.Component.Topology.Mapping",
                                       "triangles on the surface of a tetrahedral mesh")
                            .add<Tetra2TriangleTopologicalMapping>();
}  // namespace

}  // namespace sofa::component::topology
