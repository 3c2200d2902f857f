#pragma once
#include "Sofa/Component/Topology/GeometryAlgorithms.h"

namespace sofa::component::topology {

/// Draws the quads of a mesh (sheet 06 §10).
template <class DataTypes>
class QuadSetGeometryAlgorithms final : public GeometryAlgorithms<DataTypes> {
 public:
  EdgeDisplay m_edges{this};
  QuadDisplay m_quads{this};
};

}  // namespace sofa::component::topology
