// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/GeometryAlgorithms.h"

namespace sofa::component::topology {

/// Draws the edges of a mesh.
template <class DataTypes>
class EdgeSetGeometryAlgorithms final : public GeometryAlgorithms<DataTypes> {
 public:
  EdgeDisplay m_edges{this};

 protected:
  void drawElements(core::DrawList& list, const DrawnMesh& mesh) const override { m_edges.draw(list, mesh); }
};

}  // namespace sofa::component::topology
