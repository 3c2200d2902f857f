// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/MeasureMapping.h"

namespace sofa::component::mapping {

/// The squared length of each edge of a mesh; of bodies the centres count.
template <class In, class Out>
class SquareDistanceMapping : public MeasureMapping<SquareDistanceMapping<In, Out>, In, type::Edge> {
 public:
  MeasuredEdges m_edges{this};

  template <class S, class Points>
  static S measure(const Points& x) {
    return (x[1] - x[0]).squaredNorm();
  }
  bool readElements(std::vector<type::Edge>& edges) { return m_edges.read(this->l_input->size(), edges); }
  void draw(core::DrawList& list) const override;
};

}  // namespace sofa::component::mapping
