#pragma once
#include "Sofa/Component/Topology/GeometryAlgorithms.h"

namespace sofa::component::topology {

/// Draws the triangles of a mesh and can turn its triangles to one side (sheet 06 §10).
template <class DataTypes>
class TriangleSetGeometryAlgorithms final : public GeometryAlgorithms<DataTypes> {
 public:
  EdgeDisplay m_edges{this};
  TriangleDisplay m_triangles{this};

  void init() override;
};

}  // namespace sofa::component::topology
