// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/GeometryAlgorithms.h"

namespace sofa::component::topology {

/// Draws the triangles of a mesh and can turn its triangles to one side.
template <class DataTypes>
class TriangleSetGeometryAlgorithms final : public GeometryAlgorithms<DataTypes> {
 public:
  EdgeDisplay m_edges{this};
  TriangleDisplay m_triangles{this};

  void init() override;

 protected:
  void drawElements(core::DrawList& list, const DrawnMesh& mesh) const override {
    m_edges.draw(list, mesh);
    m_triangles.draw(list, mesh);
  }
};

}  // namespace sofa::component::topology
