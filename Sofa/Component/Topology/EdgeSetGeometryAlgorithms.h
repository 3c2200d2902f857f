#pragma once
#include "Sofa/Component/Topology/GeometryAlgorithms.h"

namespace sofa::component::topology {

/// Draws the edges of a mesh (sheet 06 §10).
template <class DataTypes>
class EdgeSetGeometryAlgorithms final : public GeometryAlgorithms<DataTypes> {
 public:
  EdgeDisplay m_edges{this};
};

}  // namespace sofa::component::topology
