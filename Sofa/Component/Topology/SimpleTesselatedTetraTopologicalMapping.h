// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologicalMapping.h"
#include "Sofa/Core/Contract/MeshModifier.h"

namespace sofa::component::topology {

/// Cuts each tetrahedron into eight: new points are the points of the mesh and the middles of its edges, in this order.
class SimpleTesselatedTetraTopologicalMapping final : public TopologicalMapping,
                                                      public core::MakesPoints,
                                                      public core::MeshPoints {
 public:
  core::Data<std::vector<std::array<Index, 8>>> d_tetrahedraMappedFromTetra{
      this, "tetrahedraMappedFromTetra", {}, "the eight parts of each tetrahedron", {.readOnly = true}};
  core::Data<std::vector<Index>> d_tetraSource{
      this, "tetraSource", {}, "tetrahedron that each one is a part of", {.readOnly = true}};
  core::Data<std::vector<Index>> d_pointMappedFromPoint{
      this, "pointMappedFromPoint", {}, "new number of each point", {.readOnly = true}};
  core::Data<std::vector<Index>> d_pointMappedFromEdge{
      this, "pointMappedFromEdge", {}, "number of the middle of each edge", {.readOnly = true}};
  core::Data<std::vector<int>> d_pointSource{
      this, "pointSource", {}, "of each new point i + 1 for point i, -1 - e for edge e", {.readOnly = true}};

  std::vector<core::MeshPoint> meshPoints(const core::BaseMeshTopology& mesh) const override;
  Index sourceElement(Index element) const override {
    return element < d_tetraSource->size() ? d_tetraSource.value()[element] : type::invalidIndex;
  }
  core::MeshChanges follow(const core::MeshChanges&) override { return makeAnew(); }

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override;
};

}  // namespace sofa::component::topology
