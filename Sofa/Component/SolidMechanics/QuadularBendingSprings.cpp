// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/QuadularBendingSprings.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void QuadularBendingSprings::join(const core::BaseMeshTopology& mesh, std::size_t edge,
                                  const std::array<type::Index, 2>& quads, Joint& joint) const {
  const type::Edge& shared = mesh.edges()[edge];
  const type::Quad &a = mesh.quads()[quads[1]], &b = mesh.quads()[quads[0]];
  const auto place = [&](const type::Quad& quad) {
    for (std::size_t j = 0; j < 4; ++j)
      if (std::minmax(quad[(j + 1) % 4], quad[(j + 2) % 4]) == std::minmax(shared[0], shared[1])) return j;
    return std::size_t{0};
  };
  const std::size_t i = place(a), k = place(b);
  joint.count = 2;
  joint.ends[0][0] = a[i];
  joint.ends[0][1] = b[(k + 3) % 4];
  joint.ends[1][0] = a[(i + 3) % 4];
  joint.ends[1][1] = b[k];
}

namespace {
const auto registered = core::Register("QuadularBendingSprings", "Sofa.Component.SolidMechanics.Spring",
                                       "springs across the edges that two quads share")
                            .add<QuadularBendingSprings>();
}  // namespace

}  // namespace sofa::component::solidmechanics
