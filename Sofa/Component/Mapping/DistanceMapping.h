// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/ChordMapping.h"
#include "Sofa/Component/Mapping/MeasuredMesh.h"

namespace sofa::component::mapping {

/// One number per edge of a mesh: its length less its length at rest. The direction of an edge without length is
/// (1, 1, 1) / sqrt(3). Edges follow the mesh; one that comes is at rest where it is.
template <class In, class Out>
class DistanceMapping : public ChordMapping<In, 2> {
 public:
  using Base = ChordMapping<In, 2>;
  using typename Base::InVecCoord;
  using typename Base::OutVecCoord;

  MeasuredEdges m_edges{this};
  RestLengths m_rest{this};

  void init() override;
  bool topologyChanged(const core::MeshChanges& changes) override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void draw(core::DrawList& list) const override;

 private:
  using Part = DistancePart<In>;
};

}  // namespace sofa::component::mapping
