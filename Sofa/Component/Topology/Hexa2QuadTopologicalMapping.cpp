// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/Hexa2QuadTopologicalMapping.h"

#include "Sofa/Component/Topology/QuadSetTopologyModifier.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/MeshElements.h"

namespace sofa::component::topology {

namespace {

/// The quads around which one hexahedron is, those inside of the mesh before among them: the elements they were listed
/// with may be gone, and what is left has them run the other way. `outwards`: as its table of sides has them.
std::vector<Quad> borderQuads(const core::BaseMeshTopology& mesh, bool outwards) {
  const auto& around = mesh.adjacency().hexahedraAroundQuad();
  std::vector<Quad> quads;
  for (std::size_t i = 0; i < mesh.quads().size(); ++i) {
    if (around[i].size() != 1) continue;
    Quad quad = mesh.quads()[i];
    for (const auto& side : geometry::hexahedronQuads) {
      const Quad q = geometry::subElement<Quad>(mesh.hexahedra()[around[i][0]], side);
      // The same points the other way round: what comes after a point came before it.
      const auto first = std::ranges::find(q, quad[0]);
      if (outwards && first != q.end() && q[std::size_t(first - q.begin() + 3) % 4] == quad[1] &&
          q[std::size_t(first - q.begin() + 2) % 4] == quad[2]) {
        quad = q;
        break;
      }
    }
    quads.push_back(quad);
  }
  return quads;
}

}  // namespace

bool Hexa2QuadTopologicalMapping::connect(core::BaseMeshTopology& input, ListTopology& output) {
  if (!checkTypes(input, ElementType::hexahedron, output, ElementType::quad)) return false;
  if (!checkModifier<QuadSetTopologyModifier>(output, "QuadSetTopologyModifier")) return false;
  output.clear(input.nbPoints());
  // Quads that a scene gives are its own affair.
  const bool outwards = borderQuads(input, true) == borderQuads(input, false);
  output.derive<Quad>(lists<Quad, Hexahedron>(input), [this, &input, outwards] {
    auto quads = borderQuads(input, outwards);
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
