#include "Sofa/Component/SolidMechanics/QuadularBendingSprings.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

std::vector<type::Edge> QuadularBendingSprings::ends(const core::BaseMeshTopology& mesh) const {
  const auto& edges = mesh.edges();
  const auto& around = mesh.adjacency().quadsAroundEdge();
  std::vector<type::Edge> springs;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto quads = around[e];
    if (quads.size() != 2) continue;
    const type::Quad &a = mesh.quads()[quads[1]], &b = mesh.quads()[quads[0]];
    const auto place = [&](const type::Quad& quad) {
      for (std::size_t j = 0; j < 4; ++j)
        if (std::minmax(quad[(j + 1) % 4], quad[(j + 2) % 4]) == std::minmax(edges[e][0], edges[e][1])) return j;
      return std::size_t{0};
    };
    const std::size_t i = place(a), k = place(b);
    springs.push_back({a[i], b[(k + 3) % 4]});
    springs.push_back({a[(i + 3) % 4], b[k]});
  }
  return springs;
}

namespace {
const auto registered = core::Register("QuadularBendingSprings", "Sofa.Component.SolidMechanics.Spring",
                                       "springs across the edges that two quads share")
                            .add<QuadularBendingSprings>();
}  // namespace

}  // namespace sofa::component::solidmechanics
