// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/SurfaceSpringForceField.h"

namespace sofa::component::solidmechanics {

/// Resists the bending of quads: across each edge that two quads share, two springs along the rows of points.
///
/// With the edge number i of the later quad A and k of the earlier one B (edge j of a quad q joins q[j+1] and q[j+2],
/// modulo 4), A[i] is joined with B[k+3], and A[i+3] with B[k]: in quads turned the same way, the ends beyond either
/// end of the edge.
class QuadularBendingSprings : public SurfaceSpringForceField {
 protected:
  core::ElementKind elements() const override { return core::ElementKind::quad; }
  void join(const core::BaseMeshTopology& mesh, std::size_t edge, const std::array<type::Index, 2>& around,
            Joint& joint) const override;
  const char* problemOf(const core::BaseMeshTopology& mesh) const override {
    return mesh.quads().empty() ? "has no quads" : nullptr;
  }
};

}  // namespace sofa::component::solidmechanics
