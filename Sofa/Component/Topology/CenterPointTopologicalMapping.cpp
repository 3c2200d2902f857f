// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TopologicalMapping.h"
#include "Sofa/Core/Contract/MeshModifier.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {
namespace {

/// A point in the middle of each hexahedron: the mean of its corners.
class CenterPointTopologicalMapping final : public TopologicalMapping,
                                            public core::MakesPoints,
                                            public core::MeshPoints {
 public:
  Index sourceElement(Index) const override { return type::invalidIndex; }  // it has points only
  std::vector<core::MeshPoint> meshPoints(const core::BaseMeshTopology& mesh) const override {
    std::vector<core::MeshPoint> points;
    for (const Hexahedron& cell : mesh.hexahedra()) {
      core::MeshPoint& point = points.emplace_back();
      point.index = points.size() - 1;
      std::ranges::copy(cell, point.on.nodes.begin());
      point.on.weights.fill(1.0 / 8);
      point.on.count = 8;
    }
    return points;
  }
  core::MeshChanges follow(const core::MeshChanges&) override { return makeAnew(); }

 protected:
  bool connect(core::BaseMeshTopology& input, ListTopology& output) override {
    fillPoints(output, input, meshPoints(input));
    output.init();
    return true;
  }
};

const auto registered = core::Register("CenterPointTopologicalMapping", "Sofa.Component.Topology.Mapping",
                                       "a point in the middle of each hexahedron")
                            .add<CenterPointTopologicalMapping>();

}  // namespace
}  // namespace sofa::component::topology
