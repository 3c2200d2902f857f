#include "Sofa/Component/SolidMechanics/TriangularBendingSprings.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

std::vector<type::Edge> TriangularBendingSprings::ends(const core::BaseMeshTopology& mesh) const {
  const auto& edges = mesh.edges();
  const auto& around = mesh.adjacency().trianglesAroundEdge();
  const auto opposite = [&](type::Index triangle, const type::Edge& edge) {
    for (const type::Index point : mesh.triangles()[triangle])
      if (point != edge[0] && point != edge[1]) return point;
    return edge[0];
  };
  std::vector<type::Edge> springs;
  for (std::size_t e = 0; e < edges.size(); ++e)
    if (const auto triangles = around[e]; triangles.size() == 2)
      springs.push_back({opposite(triangles[1], edges[e]), opposite(triangles[0], edges[e])});
  return springs;
}

namespace {
const auto registered = core::Register("TriangularBendingSprings", "Sofa.Component.SolidMechanics.Spring",
                                       "springs across the edges that two triangles share")
                            .add<TriangularBendingSprings>();
}  // namespace

}  // namespace sofa::component::solidmechanics
