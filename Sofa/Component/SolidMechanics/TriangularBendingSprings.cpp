// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangularBendingSprings.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void TriangularBendingSprings::join(const core::BaseMeshTopology& mesh, std::size_t edge,
                                    const std::array<type::Index, 2>& triangles, Joint& joint) const {
  const type::Edge& shared = mesh.edges()[edge];
  const auto opposite = [&](type::Index triangle) {
    for (const type::Index point : mesh.triangles()[triangle])
      if (point != shared[0] && point != shared[1]) return point;
    return shared[0];
  };
  joint.count = 1;
  joint.ends[0][0] = opposite(triangles[1]);
  joint.ends[0][1] = opposite(triangles[0]);
}

namespace {
const auto registered = core::Register("TriangularBendingSprings", "Sofa.Component.SolidMechanics.Spring",
                                       "springs across the edges that two triangles share")
                            .add<TriangularBendingSprings>();
}  // namespace

}  // namespace sofa::component::solidmechanics
